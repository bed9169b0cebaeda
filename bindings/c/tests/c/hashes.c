// Prints the hashes of scenes, which `examples/expected.rs` prints, too: a pile that is built by calls, and levels from
// files in the folder that is named.
#include "pile.h"
#include <inttypes.h>

static char *read_file(const char *folder, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    CHECK(fseek(file, 0, SEEK_END) == 0);
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    CHECK(text != NULL && fread(text, 1, (size_t)size, file) == (size_t)size);
    text[size] = 0;
    fclose(file);
    return text;
}

int main(int argc, char **argv) {
    static const char *levels[] = {"pyramid", "bridge", "car", "ragdoll", "gear_train"};
    P2WorldId world = pile();
    steps(world, 120);
    printf("pile %016" PRIx64 "\n", full_hash(world));
    OK(p2_world_destroy(world));
    for (size_t i = 0; argc > 1 && i < sizeof levels / sizeof *levels; i++) {
        char *text = read_file(argv[1], levels[i]);
        OK(p2_world_from_level(text, &world));
        free(text);
        steps(world, 120);
        printf("%s %016" PRIx64 "\n", levels[i], full_hash(world));
        OK(p2_world_destroy(world));
    }
    return 0;
}
