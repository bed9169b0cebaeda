// The header takes no name from a program: names of the program stand before and after it.
enum { SOME, MOST, MAX_WORLDS };
#include "physics2d.h"

#if P2_VERSION != ((P2_VERSION_MAJOR << 16) | (P2_VERSION_MINOR << 8) | P2_VERSION_PATCH)
#error "the version is not made of its parts"
#endif

struct VERSION {
    int WORLD_BITS, INDEX_BITS, GENERATION_BITS, Kind;
};

int main(void) {
    struct VERSION all = {SOME, MOST, MAX_WORLDS, 0};
    return p2_version() == P2_VERSION && all.INDEX_BITS == 1 ? 0 : 1;
}
