-- Puts measured numbers into the text:  `motorcycle.nw.loo_rmse`{.result fmt="%.2f"}
-- Metadata: results = list of key=value files (a line that begins with # is a comment). The keys of
-- run/NAME/results.txt are quoted as NAME.key, those of run/results.txt as they are. A missing
-- file or key, a key set twice, or a fmt on a value that is no number stops the build.
local c = dofile((PANDOC_SCRIPT_FILE:gsub("[^/]*$", "common.lua")))
local value = {}

local function load_results(path)
  local text, n = c.read_file(path), 0
  local name = path:match("run/([^/]+)/results%.txt$")
  local prefix = name and name .. "." or ""
  if not text then c.die("%s: no such file (make runs)", path) end
  for line in text:gmatch("([^\n]*)\n?") do
    n = n + 1
    if line:match("%S") and not line:match("^%s*#") then
      local key, v = line:match("^%s*([%w_.-]+)%s*=%s*(.-)%s*$")
      if not key or v == "" then c.die("%s:%d: not key=value: %s", path, n, line) end
      key = prefix .. key
      if value[key] then c.die("%s:%d: key %s is set twice", path, n, key) end
      value[key] = v
    end
  end
end

-- A number as print sets it: a true minus sign, 1.5e-05 as a product with a power of ten.
local function typeset(v)
  local mantissa, sign, exponent = v:match("^(-?[%d.]+)e([+-])0*(%d+)$")
  local inlines = { pandoc.Str(((mantissa or v):gsub("^%-", "−"))) }
  if mantissa then
    inlines[1].text = inlines[1].text .. " × 10"
    inlines[2] = pandoc.Superscript { pandoc.Str((sign == "-" and "−" or "") .. exponent) }
  end
  return inlines
end

local function quote(code)
  if not code.classes:includes("result") then return nil end
  local key, fmt = code.text, code.attributes.fmt
  local v = value[key] or c.die("no measured value for key %q (make runs)", key)
  if fmt then
    local number = tonumber(v)
    if not number then c.die("key %q: %q is no number, cannot use %s", key, v, fmt) end
    local ok, text = pcall(string.format, fmt, number)
    if not ok then c.die("key %q: cannot write %s as %s", key, v, fmt) end
    v = text
  end
  return pandoc.Span(typeset(v), pandoc.Attr("", { "result" }, { title = key }))
end

return {
  { Meta = function(m)
      for _, path in ipairs(m.results) do load_results(c.str(path)) end
    end },
  { Code = quote },
}
