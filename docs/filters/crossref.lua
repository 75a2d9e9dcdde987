-- Numbers what carries a label, page by page, and turns references into links, in the syntax of
-- pandoc-crossref:
--   # Title {#sec:a}   ![caption](f.svg){#fig:a}   $$..$$ {#eq:a}   : caption {#tbl:a}
--   ``` {.c #lst:a region=..}      @fig:a   [@fig:a; @eq:b]   [-@eq:a] (the number only)
-- Works on the pages that book.lua made; a link is KEY.html#LABEL, which page.lua shortens.
-- An unknown or doubled label stops the build.
local c = dofile((PANDOC_SCRIPT_FILE:gsub("[^/]*$", "common.lua")))

local WORDS = {
  en = { chapter = "Chapter %s", appendix = "Appendix %s", sec = "Section %s", fig = "Figure %s",
         tbl = "Table %s", eq = "Equation (%s)", lst = "Listing %s", join = ", ", stop = ". " },
  zh = { chapter = "第 %s 章", appendix = "附录 %s", sec = "第 %s 节", fig = "图 %s",
         tbl = "表 %s", eq = "式 (%s)", lst = "代码 %s", join = "、", stop = "　" },
}
local KNOWN = { sec = true, eq = true, fig = true, tbl = true, lst = true }
local word = WORDS.en
local labels = {} -- label -> {text = "Figure 1.2", n = "1.2", url = "ch01.html#fig:a"}

-- Cuts a trailing "{#eq:a}" off a list of inlines and returns "eq:a", or nil.
local function trailing_label(inlines)
  local last = inlines[#inlines]
  local id = last and last.t == "Str" and last.text:match("^{#(%a+:[^}]+)}$")
  if not id then return nil end
  repeat
    inlines:remove()
    last = inlines[#inlines]
  until not last or (last.t ~= "Space" and last.t ~= "SoftBreak")
  return id
end

local Page = {} -- the counters of one page
Page.__index = Page

function Page:define(id, form, n)
  if labels[id] then c.die("label %s is defined twice", id) end
  labels[id] = { text = form:format(n), n = n, url = self.key .. ".html#" .. id }
end

-- The next number of a kind: "1.3" on a numbered page, "3" on one without.
function Page:take(id)
  local kind = c.kind(id)
  if not KNOWN[kind] then c.die("label %s: want sec:, eq:, fig:, tbl: or lst:", id) end
  self.count[kind] = (self.count[kind] or 0) + 1
  local n = (self.number == "" and "" or self.number .. ".") .. self.count[kind]
  self:define(id, word[kind], n)
  return n
end

-- "Figure 1.2. " in bold, before a caption.
local function heading_of(id)
  return { pandoc.Strong { pandoc.Str(labels[id].text) }, pandoc.Str(word.stop) }
end

function Page:header(h)
  local numbered = self.number ~= "" and not h.classes:includes("unnumbered")
  local n, form = self.number, word.sec
  if h.level == 1 then
    form = n:match("^%d+$") and word.chapter or n:match("^%u$") and word.appendix or nil
    numbered = numbered and form
  elseif numbered then
    self.sec[h.level] = (self.sec[h.level] or 0) + 1
    for k = h.level + 1, 6 do self.sec[k] = nil end
    for k = 2, h.level do n = n .. "." .. (self.sec[k] or 0) end
  end
  if c.kind(h.identifier) == "sec" then
    if numbered then self:define(h.identifier, form, n)
    else self:define(h.identifier, "%s", c.str(h.content)) end
  end
  if not numbered or h.level > 3 then return h end
  local shown = h.level == 1 and form:format(n) or n
  h.content:insert(1, pandoc.Space())
  h.content:insert(1, pandoc.Span({ pandoc.Str(shown) }, pandoc.Attr("", { "header-number" })))
  return h
end

-- The caption as plain text, formulas in TeX: what a reader hears who cannot see the picture.
local function alternative(caption)
  return c.str(c.walk({ pandoc.Plain(caption) }, {
    Math = function(m) return pandoc.Str(m.text) end,
    Code = function(x) return pandoc.Str(x.text) end,
  }))
end

function Page:figure(image)
  local id, caption = image.identifier, pandoc.List(image.caption):clone()
  image.caption = { pandoc.Str(alternative(image.caption)) }
  image.identifier, image.title = "", ""
  local open = "<figure>"
  if id ~= "" then
    self:take(id)
    open = ('<figure id="%s">'):format(id)
    for i, x in ipairs(heading_of(id)) do caption:insert(i, x) end
  end
  return {
    pandoc.RawBlock("html", open), pandoc.Plain { image },
    pandoc.RawBlock("html", "<figcaption>"), pandoc.Plain(caption),
    pandoc.RawBlock("html", "</figcaption></figure>"),
  }
end

function Page:paragraph(p)
  local first = p.content[1]
  if #p.content == 1 and first.t == "Image" then return self:figure(first) end
  local id = trailing_label(p.content)
  if not id and not (#p.content == 1 and first.t == "Math" and first.mathtype == "DisplayMath") then
    return nil
  end
  if id and (c.kind(id) ~= "eq" or #p.content ~= 1 or first.t ~= "Math") then
    c.die("label %s: want $$..$$ {#eq:..} alone in a paragraph", id)
  end
  local parts = { pandoc.Plain { first } }
  if id then
    local n = pandoc.Span({ pandoc.Str("(" .. self:take(id) .. ")") }, pandoc.Attr("", { "eqno" }))
    parts[2] = pandoc.Plain { n }
  end
  return pandoc.Div(parts, pandoc.Attr(id or "", { "equation" }))
end

function Page:table(t)
  local caption = t.caption.long[1]
  local id = caption and trailing_label(caption.content) or t.identifier
  if c.kind(id) == "tbl" then
    self:take(id)
    for i, x in ipairs(heading_of(id)) do caption.content:insert(i, x) end
  end
  t.attr = pandoc.Attr("", t.classes, t.attributes)
  local columns = {}
  for i, column in ipairs(t.colspecs) do columns[i] = { column[1] } end -- the page finds the widths
  t.colspecs = columns
  return pandoc.Div({ t }, pandoc.Attr(id, { "table" }))
end

function Page:listing(code)
  if c.kind(code.identifier) ~= "lst" then return nil end
  self:take(code.identifier)
  code.attributes.label = labels[code.identifier].text .. word.stop
  return code
end

-- Numbers one page in the order of the text: block by block, as headings may stand in Divs too.
local function number_page(div)
  local page = setmetatable({ key = div.attributes.key, number = div.attributes.number or "",
                              sec = {}, count = {} }, Page)
  div.content = c.walk(div.content, {
    Header = function(h) return page:header(h) end,
    Para = function(p) return page:paragraph(p) end,
    Table = function(t) return page:table(t) end,
    CodeBlock = function(code) return page:listing(code) end,
  })
  return div
end

local function link(cite)
  if not KNOWN[c.kind(cite.citations[1].id)] then return nil end -- literature
  local out = pandoc.List()
  for i, x in ipairs(cite.citations) do
    local l = labels[x.id] or c.die("unknown label @%s (in Chinese text write [@%s])", x.id, x.id)
    if i > 1 then out:insert(pandoc.Str(word.join)) end
    if #x.prefix > 0 then out:extend(x.prefix); out:insert(pandoc.Space()) end
    local text = x.mode == "SuppressAuthor" and l.n or l.text
    out:insert(pandoc.Link({ pandoc.Str(text) }, l.url, "", pandoc.Attr("", { "xref" })))
    out:extend(x.suffix)
  end
  return out
end

-- Pandoc takes @fig:a for text where a letter, such as a Chinese character, stands before it.
local function no_lost_reference(s)
  local lost = s.text:match("@%a+:[%w_-]+")
  if lost and KNOWN[c.kind(lost:sub(2))] then
    c.die("%s is not read as a reference: write [%s]", lost, lost)
  end
end

return { { Pandoc = function(doc)
  word = WORDS[c.str(doc.meta.lang):sub(1, 2)] or WORDS.en
  for i, div in ipairs(doc.blocks) do doc.blocks[i] = number_page(div) end
  doc.blocks = c.walk(doc.blocks, { Cite = link })
  c.walk(doc.blocks, { Str = no_lost_reference })
  return doc
end } }
