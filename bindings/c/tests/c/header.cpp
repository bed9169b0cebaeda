// The header in C++: the same pile, with the library's own names.
#include "pile.h"
#include <cinttypes>
#include <type_traits>
#include <vector>

static_assert(std::is_same<P2BodyId, std::uint64_t>::value, "handles are words of 64 bits");

int main() {
    P2WorldId world = pile();
    steps(world, 10);
    std::uint32_t count = 0;
    OK(p2_world_get_states(world, nullptr, 0, &count));
    std::vector<P2BodyState> states(count);
    OK(p2_world_get_states(world, states.data(), count, &count));
    CHECK(states.size() == 101 && states[1].pose.position.y > 0.0);
    std::uint64_t data[2] = {1, 2};
    OK(p2_body_set_user_data(states[1].body, 3, 4));
    OK(p2_body_get_user_data(states[1].body, &data));
    CHECK(data[0] == 3 && data[1] == 4);
    OK(p2_world_destroy(world));
    return 0;
}
