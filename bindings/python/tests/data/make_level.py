"""Makes level.json, once. `crates/physics/tests/python_level.rs` says which hashes a world from it has."""

from pathlib import Path

from physics2d import World

world = World(gravity=(0, -10))
ground = world.add_body()
ground.add_chain([(12, 1), (6, 0), (-6, 0), (-12, 1.5)], friction=0.8)
for row in range(6):
    for column in range(6 - row):
        box = world.add_body(kind="dynamic", position=(column - (6 - row) / 2 + 0.5, 0.5 + row))
        box.add_box(0.9, 1, friction=0.5)
ball = world.add_body(kind="dynamic", position=(-9, 4), velocity=(9, 1))
ball.add_circle(0.6, density=5, restitution=0.3)
before = ground
for link in range(8):
    one = world.add_body(kind="dynamic", position=(3.5 + link * 0.5, 7))
    one.add_capsule((-0.2, 0), (0.2, 0), 0.1)
    world.add_revolute(before, one, anchor=(3.25 + link * 0.5, 7))
    before = one
world.to_level().save(Path(__file__).parent / "level.json")
