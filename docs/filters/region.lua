-- Quotes a named region of a source file, with the file's own line numbers:
--   ``` {.c region="ch01_kernel_regression/kernel.c#scores"}
--   ```
-- A region lies between two marker lines, `//> name` (or `//> name [exercise=POINTS]`) and
-- `//< name`. Regions do not nest. Any fault in the markers of a quoted file stops the build, and
-- so does a region that is missing or empty.
-- Metadata: source-root = folder of the sources (default ".").
local c = dofile((PANDOC_SCRIPT_FILE:gsub("[^/]*$", "common.lua")))
local root = "."
local files = {} -- path -> its regions, name -> {first = line, lines = {..}}

-- "//> name [exercise=2]" -> ">", "name"; nil on an ordinary line; stops on a bad marker.
local function marker(line, path, n)
  local sign, rest = line:match("^%s*//([<>])%s*(.-)%s*$")
  if not sign then return nil end
  local name = rest:match("^([%w_]+)$")
    or sign == ">" and rest:match("^([%w_]+)%s+%[exercise=%d+%]$")
  if not name then c.die("%s:%d: bad marker: %s", path, n, line) end
  return sign, name
end

local function read_regions(path)
  local text = c.read_file(root .. "/" .. path) or c.die("%s: no such file", path)
  local regions, open, n = {}, nil, 0
  for line in text:gmatch("([^\n]*)\n?") do
    n = n + 1
    line = line:gsub("\r$", "")
    local sign, name = marker(line, path, n)
    if sign == ">" then
      if open then c.die("%s:%d: region %s opens inside region %s", path, n, name, open) end
      if regions[name] then c.die("%s:%d: region %s is opened twice", path, n, name) end
      open, regions[name] = name, { first = n + 1, lines = {} }
    elseif sign == "<" then
      if name ~= open then c.die("%s:%d: region %s is closed but not open", path, n, name) end
      open = nil
    elseif open then
      table.insert(regions[open].lines, line)
    end
  end
  if open then c.die("%s: region %s is never closed", path, open) end
  return regions
end

-- Strips the indentation that all lines share.
local function dedent(lines)
  local indent = math.huge
  for _, l in ipairs(lines) do
    if l:match("%S") then indent = math.min(indent, #l:match("^ *")) end
  end
  if indent == math.huge then return nil end -- nothing but blank lines
  local out = {}
  for i, l in ipairs(lines) do out[i] = l:sub(indent + 1) end
  return table.concat(out, "\n")
end

local function quote(code)
  local spec = code.attributes.region
  if not spec then return nil end
  local path, name = spec:match("^([^#]+)#([%w_]+)$")
  if not path then c.die("bad region %q, want path#name", spec) end
  files[path] = files[path] or read_regions(path)
  local region = files[path][name] or c.die("%s: no region %s", path, name)
  code.text = dedent(region.lines) or c.die("%s: region %s is empty", path, name)
  local last = region.first + #region.lines - 1
  local caption = { pandoc.Code(("%s:%d–%d"):format(path, region.first, last)) }
  if code.attributes.label then table.insert(caption, 1, pandoc.Strong(code.attributes.label)) end
  local id = code.identifier
  code.identifier = ""
  code.attributes = { startFrom = tostring(region.first) }
  code.classes:insert("numberLines")
  caption = pandoc.Div({ pandoc.Plain(caption) }, pandoc.Attr("", { "caption" }))
  return pandoc.Div({ caption, code }, pandoc.Attr(id, { "listing" }))
end

return {
  { Meta = function(m) root = m["source-root"] and c.str(m["source-root"]) or root end },
  { CodeBlock = quote },
}
