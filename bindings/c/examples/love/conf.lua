-- `P2_HEADLESS=1 love .` runs without a window: the pile, 120 steps, its hash.
function love.conf(t)
    t.identity = "physics2d_pile"
    t.window.title = "physics2d"
    -- LÖVE's own physics is not needed.
    t.modules.physics = false
    if os.getenv("P2_HEADLESS") then
        t.modules.window = false
        t.modules.graphics = false
        t.modules.audio = false
        t.modules.sound = false
        t.modules.joystick = false
    end
end
