-- The C library through LuaJIT's FFI. `physics2d.open(header, library)` answers `p2`: functions by their names in C
-- (`p2.p2_world_step`), constants (`p2.P2_BODY_KIND_DYNAMIC`), and `p2.ok(code)`, which raises an error for a code
-- that is not P2_OK.
local ffi = require("ffi")

local physics2d = {}

-- What `ffi.cdef` takes of the header: no comments, no lines of the preprocessor. Constants are read from those.
local function declarations(text)
    local constants, lines = {}, {}
    for line in (text .. "\n"):gmatch("(.-)\n") do
        line = line:gsub("%s*//.*$", "")
        local name, value = line:match("^#define%s+(P2_[%w_]+)%s+(%d+)")
        if name then
            constants[name] = tonumber(value)
        elseif not line:match("^%s*#") then
            lines[#lines + 1] = line
        end
    end
    local all = table.concat(lines, "\n")
    -- For C++ only.
    all = all:gsub('extern "C" {', ""):gsub("}%s*$", function() return "" end)
    return all, constants
end

function physics2d.open(header, library)
    local file = assert(io.open(header, "r"))
    local text = file:read("*a")
    file:close()
    local source, constants = declarations(text)
    ffi.cdef(source)
    local functions = ffi.load(library)
    local p2 = setmetatable({}, {
        __index = function(_, name)
            return constants[name] or functions[name]
        end,
    })
    function p2.ok(code)
        if code ~= 0 then
            error(ffi.string(functions.p2_last_error_message()), 2)
        end
    end
    return p2
end

return physics2d
