-- Puts the book together: reads the pages that the metadata lists, each into a Div of class "page"
-- that carries its key (the name of its HTML file) and its number. The input document is ignored.
-- Metadata: pages = list of {path, key, number (may be absent)}; lang; site = folder of the site.
local c = dofile((PANDOC_SCRIPT_FILE:gsub("[^/]*$", "common.lua")))

-- The top heading of a page is its chapter's heading, with a label that all can count on.
local function check_heading(page, blocks)
  local top = {}
  for _, b in ipairs(blocks) do
    if b.t == "Header" and b.level == 1 then top[#top + 1] = b end
  end
  if #top ~= 1 or blocks[1] ~= top[1] then
    c.die("%s: want one level-1 heading, at the beginning; found %d", page.path, #top)
  end
  if not c.kind(top[1].identifier) then top[1].identifier = "sec:" .. page.key end
  return blocks
end

-- figures/NAME.svg in the notes of chapter N is figures/chNN/NAME.svg in the site.
local function place_image(page, image, site, chinese)
  local name = image.src:match("^figures/([%w_-]+)%.svg$")
  local chapter = page.key:match("^ch%d%d")
  if not name or not chapter then
    c.die("%s: image %s: want figures/NAME.svg of the chapter's plot.gp", page.path, image.src)
  end
  local path = ("figures/%s/%s%s.svg"):format(chapter, name, chinese and ".zh" or "")
  if not io.open(site .. "/" .. path) then
    c.die("%s: image %s: %s/%s was not drawn (make plots)", page.path, image.src, site, path)
  end
  image.src = path
  return image
end

-- Chinese is written without blanks: a line break beside Chinese punctuation or between two
-- Chinese characters is none.
local function is_chinese(char)
  return char and (char >= 0x2E80 or char >= 0x2010 and char <= 0x2026) -- or a dash, a quote, ...
end

local function is_punctuation(char)
  return char and (char >= 0x3000 and char <= 0x303F or char >= 0xFF00 and char <= 0xFFEF)
end

local function join_lines(inlines)
  local out = pandoc.List()
  for i, x in ipairs(inlines) do
    local before, after = inlines[i - 1], inlines[i + 1]
    local last = before and before.t == "Str"
      and utf8.codepoint(before.text, utf8.offset(before.text, -1))
    local first = after and after.t == "Str" and utf8.codepoint(after.text, 1)
    local joins = x.t == "SoftBreak" and (is_punctuation(last) or is_punctuation(first)
      or is_chinese(last) and is_chinese(first))
    if not joins then out:insert(x) end
  end
  return out
end

local function read_page(page, site, chinese)
  local text = c.read_file(page.path) or c.die("%s: no such file", page.path)
  local blocks = pandoc.read(text, "markdown-implicit_figures").blocks
  blocks = c.walk(check_heading(page, blocks), {
    Image = function(image) return place_image(page, image, site, chinese) end,
    Inlines = chinese and join_lines or nil,
  })
  local attr = pandoc.Attr("", { "page" }, { key = page.key, number = page.number })
  return pandoc.Div(blocks, attr)
end

return { { Pandoc = function(doc)
  local m = doc.meta
  local chinese = c.str(m.lang):match("^zh") ~= nil
  doc.blocks = pandoc.List()
  for _, p in ipairs(m.pages) do
    local page = { path = c.str(p.path), key = c.str(p.key), number = c.str(p.number or "") }
    doc.blocks:insert(read_page(page, c.str(m.site), chinese))
  end
  return doc
end } }
