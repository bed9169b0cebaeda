"""A ball falls on the ground and bounces: the first ten lines of a program."""

import physics2d

world = physics2d.World(gravity=(0, -9.81))
ground = world.add_body()
ground.add_half_space((0, 1), 0)
ball = world.add_body(kind="dynamic", position=(0, 5))
ball.add_circle(0.5, restitution=0.6)
for step in range(120):
    world.step()
    for hit in world.events.hits:
        print(f"{step / 60:.2f} s: hits the ground at {hit.approach_speed:.1f} m/s")
x, y = ball.position
print(f"After 2 s the ball is {y:.2f} m high.")
