// Prints the hashes of scenes, which a program in Rust prints, too.
#include "pile.h"
#include <inttypes.h>

int main(void) {
    P2WorldId world = pile();
    steps(world, 120);
    printf("pile %016" PRIx64 "\n", full_hash(world));
    OK(p2_world_destroy(world));
    return 0;
}
