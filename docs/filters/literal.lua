-- Reports what pandoc takes for text without a warning and the author surely did not mean: a dollar
-- sign that begins or ends no formula, and a picture that is not there (figures/NAME.svg is left to
-- book.lua). One line a fault on stderr; the exit status is 83 when there was one.
-- Metadata: folder = where pictures are looked for.
local c = dofile((PANDOC_SCRIPT_FILE:gsub("[^/]*$", "common.lua")))
local faults = 0

local function report(fmt, ...)
  io.stderr:write(PANDOC_STATE.input_files[1] or "-", ": ", fmt:format(...), "\n")
  faults = faults + 1
end

local function paragraph(p)
  local found = false
  c.walk({ p }, { Str = function(s) found = found or s.text:find("$", 1, true) end })
  if found then report("a $ is text, no formula: %s", c.str(p)) end
end

return { { Pandoc = function(doc)
  local folder = doc.meta.folder and c.str(doc.meta.folder) or "."
  c.walk(doc.blocks, {
    Para = paragraph, Plain = paragraph, Header = paragraph,
    Image = function(i)
      if not i.src:match("^figures/[%w_-]+%.svg$") and not io.open(folder .. "/" .. i.src) then
        report("no such picture: %s", i.src)
      end
    end,
  })
  if faults > 0 then os.exit(83) end
end } }
