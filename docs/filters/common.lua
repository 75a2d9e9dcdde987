-- What the filters share. A filter loads it as
--   local c = dofile((PANDOC_SCRIPT_FILE:gsub("[^/]*$", "common.lua")))
local c = { str = pandoc.utils.stringify }

-- Stops the build: pandoc exits with status 83 as for any failing filter.
function c.die(fmt, ...)
  local name = PANDOC_SCRIPT_FILE:match("[^/]*$")
  io.stderr:write(name, ": ", fmt:format(...), "\n")
  os.exit(83)
end

-- Applies a table of functions to every element of a list of blocks.
function c.walk(blocks, functions)
  return pandoc.walk_block(pandoc.Div(blocks), functions).content
end

-- "fig:nw" -> "fig"; nil for an identifier that is no label.
function c.kind(id)
  return id and id:match("^(%a+):")
end

function c.read_file(path)
  local f = io.open(path)
  if not f then return nil end
  local text = f:read("a")
  f:close()
  return text
end

return c
