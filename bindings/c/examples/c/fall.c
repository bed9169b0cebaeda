// A ball falls on the ground.
#include <physics2d.h>
#include <stdio.h>

int main(void) {
    P2WorldId world;
    if (p2_world_create(NULL, &world) != P2_OK) {
        return 1;
    }
    P2BodyDef def = p2_body_def_default(); // static, at the origin
    P2ColliderDef collider = p2_collider_def_default();
    P2BodyId ground, ball;
    p2_body_create(world, &def, &ground);
    P2Shape floor = p2_shape_box(50.0f, 0.5f);
    P2ColliderId of_ground, of_ball;
    p2_collider_create(ground, &collider, &floor, &of_ground);

    def.kind = P2_BODY_KIND_DYNAMIC;
    def.position.y = 4.0;
    p2_body_create(world, &def, &ball);
    P2Shape round = p2_shape_circle((P2Vec2){0.0f, 0.0f}, 0.5f);
    collider.material.friction = 0.3f;
    if (p2_collider_create(ball, &collider, &round, &of_ball) != P2_OK) {
        fprintf(stderr, "%s\n", p2_last_error_message());
        return 1;
    }
    for (int i = 0; i < 90; i++) {
        p2_world_step(world, 1.0f / 60.0f);
    }
    P2Position at;
    p2_body_get_position(ball, &at);
    printf("%.2f\n", at.y);
    return p2_world_destroy(world) == P2_OK && at.y > 0.98 && at.y < 1.02 ? 0 : 1;
}
