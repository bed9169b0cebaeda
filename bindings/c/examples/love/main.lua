-- A pile in LÖVE: click to drop a box. `P2_HEADER` and `P2_LIBRARY` name the header and the shared library.
local ffi = require("ffi")
local p2 = require("physics2d").open(
    os.getenv("P2_HEADER") or "physics2d.h", os.getenv("P2_LIBRARY") or "physics2d")

local SCALE = 24 -- pixels per metre
local STEP = 1 / 60
local world, states, capacity, count = ffi.new("P2WorldId[1]"), nil, 0, ffi.new("uint32_t[1]")
local sizes = {} -- what to draw, by the slot of the body

local function add_body(kind, x, y)
    local def, body = p2.p2_body_def_default(), ffi.new("P2BodyId[1]")
    def.kind, def.position.x, def.position.y = kind, x, y
    p2.ok(p2.p2_body_create(world[0], def, body))
    return body[0]
end

local function add_shape(body, shape)
    local def, collider = p2.p2_collider_def_default(), ffi.new("P2ColliderId[1]")
    p2.ok(p2.p2_collider_create(body, def, shape, collider))
    sizes[p2.p2_handle_index(body)] = shape
end

local function zero()
    return ffi.new("P2Vec2", 0, 0)
end

local function drop(i, x, y)
    local body = add_body(p2.P2_BODY_KIND_DYNAMIC, x, y)
    add_shape(body, i % 3 == 0 and p2.p2_shape_circle(zero(), 0.5) or p2.p2_shape_box(0.5, 0.25))
end

-- The pile of tests/c/pile.h: its hash is the same in every language.
local function build()
    p2.ok(p2.p2_world_create(nil, world))
    local ground = add_body(p2.P2_BODY_KIND_STATIC, 0, 0)
    add_shape(ground, p2.p2_shape_half_space(ffi.new("P2Vec2", 0, 1), 0))
    for i = 0, 99 do
        local row = math.floor(i / 10)
        drop(i, (i % 10) * 1.25 + row * 0.125, 1 + row * 1.5)
    end
end

local function step()
    p2.ok(p2.p2_world_step(world[0], STEP))
end

local function hash()
    local out = ffi.new("uint64_t[1]")
    p2.ok(p2.p2_world_full_hash(world[0], out))
    return require("bit").tohex(out[0])
end

local left = 0

function love.load()
    build()
    if os.getenv("P2_HEADLESS") then
        for _ = 1, 120 do
            step()
        end
        print("pile " .. hash())
        -- A mistake is an error that names the field.
        local def, body = p2.p2_body_def_default(), ffi.new("P2BodyId[1]")
        def.damping = -1
        local done, message = pcall(function() p2.ok(p2.p2_body_create(world[0], def, body)) end)
        assert(not done and message:find("damping is -1", 1, true), message)
        p2.ok(p2.p2_world_destroy(world[0]))
        love.event.quit()
    end
end

function love.update(dt)
    if os.getenv("P2_HEADLESS") then
        return
    end
    left = math.min(left + dt, 0.1)
    while left >= STEP do
        step()
        left = left - STEP
    end
end

function love.mousepressed(x, y)
    drop(1, x / SCALE, (love.graphics.getHeight() - y) / SCALE)
end

function love.draw()
    local code = p2.p2_world_get_states(world[0], nil, 0, count)
    p2.ok(code)
    if count[0] > capacity then
        capacity = 2 * count[0]
        states = ffi.new("P2BodyState[?]", capacity)
    end
    p2.ok(p2.p2_world_get_states(world[0], states, capacity, count))
    love.graphics.translate(100, love.graphics.getHeight())
    love.graphics.scale(SCALE, -SCALE)
    love.graphics.setLineWidth(1 / SCALE)
    for i = 0, count[0] - 1 do
        local state = states[i]
        local shape = sizes[p2.p2_handle_index(state.body)]
        love.graphics.push()
        love.graphics.translate(state.pose.position.x, state.pose.position.y)
        love.graphics.rotate(p2.p2_rot_angle(state.pose.rotation))
        if shape.kind == p2.P2_SHAPE_CIRCLE then
            love.graphics.circle("line", 0, 0, shape.radius)
        elseif shape.kind == p2.P2_SHAPE_BOX then
            love.graphics.rectangle("line", -shape.a.x, -shape.a.y, 2 * shape.a.x, 2 * shape.a.y)
        else
            love.graphics.line(-100, 0, 100, 0)
        end
        love.graphics.pop()
    end
end
