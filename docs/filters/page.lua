-- Makes a document of the book that book.lua put together: one page, named by the metadata `page`
-- (its key), or without that the whole book. Shortens links between pages, gives the template what
-- the page is surrounded by (nav, prev, next), and sets the list of references.
-- Metadata: pages, page, up = path from the page to the site's top folder, word = words in the
-- language of the book.
local c = dofile((PANDOC_SCRIPT_FILE:gsub("[^/]*$", "common.lua")))

-- The text of a heading without its number.
local function title_of(header)
  local title = pandoc.List()
  for _, x in ipairs(header.content) do
    if not (x.t == "Span" and x.classes:includes("header-number")) then title:insert(x) end
  end
  return c.str(title):gsub("^%s+", "")
end

-- What the template's lists show of a page.
local function entry(div, current)
  local number = div.attributes.number or ""
  return {
    url = div.attributes.key .. ".html",
    number = number:match("^%w$"), -- a chapter or an appendix
    text = div.content[1].attributes.short or title_of(div.content[1]),
    current = div.attributes.key == current or nil,
  }
end

local function span(class, text)
  return pandoc.Span({ pandoc.Str(text) }, pandoc.Attr("", { class }))
end

-- A step of the path on the index page: its number, and a link to the chapter or "planned".
local function step(div, pages, planned)
  local chapter = div.classes:includes("step") and div.attributes.chapter
  local header = chapter and div.content[1]
  if not header then return nil end
  local number = span("step-number", (chapter:gsub("^ch0*", "")))
  if pages[chapter] then
    header.content = { number, pandoc.Space(), pandoc.Link(header.content, chapter .. ".html") }
  else
    div.classes:insert("planned")
    header.content:insert(1, pandoc.Space())
    header.content:insert(1, number)
    header.content:extend { pandoc.Space(), span("badge", planned) }
  end
  return div
end

local function cites(blocks)
  local found = false
  c.walk(blocks, { Cite = function() found = true end })
  return found
end

local function append_references(blocks, level, title)
  if not cites(blocks) then return end
  local attr = pandoc.Attr("references", { "unnumbered" })
  blocks:insert(pandoc.Header(level, { pandoc.Str(title) }, attr))
  blocks:insert(pandoc.Div({}, pandoc.Attr("refs")))
end

local function one_page(div, up)
  local here = "^" .. div.attributes.key:gsub("%p", "%%%0") .. "%.html#"
  return c.walk(div.content, {
    Link = function(link)
      link.target = link.target:gsub(here, "#")
      return link
    end,
    Image = function(image)
      image.src = up .. image.src
      return image
    end,
  })
end

-- In the whole book a page is a chapter: KEY.html becomes its heading, KEY.html#x becomes #x, and
-- identifiers that pandoc made from headings get the page's key, since other pages have the same.
local function chapter_of_book(div, pages)
  local key = div.attributes.key
  local function own(id)
    return (id == "" or c.kind(id)) and id or key .. "-" .. id
  end
  local function rename(x)
    x.identifier = own(x.identifier)
    return x
  end
  return c.walk(div.content, {
    Header = rename, Div = rename, Span = rename,
    Link = function(link)
      local target, id = link.target:match("^([%w_]+)%.html#?(.*)$")
      if pages[target] then
        link.target = "#" .. (id ~= "" and id or pages[target].content[1].identifier)
      elseif link.target:match("^#") then
        link.target = "#" .. own(link.target:sub(2))
      end
      return link
    end,
  })
end

local function whole_book(list, pages)
  local blocks = pandoc.List()
  for _, div in ipairs(list) do blocks:extend(chapter_of_book(div, pages)) end
  return blocks
end

local function surround(m, list, current)
  m.nav = pandoc.List()
  for i, div in ipairs(list) do
    m.nav:insert(entry(div, current))
    if div.attributes.key == current then
      m.pagetitle = title_of(div.content[1])
      m.prev = list[i - 1] and entry(list[i - 1])
      m.next = list[i + 1] and entry(list[i + 1])
      m.other = m.pages[i].other
    end
  end
end

return { { Pandoc = function(doc)
  local m, list, pages = doc.meta, doc.blocks, {}
  local current, up = m.page and c.str(m.page), m.up and c.str(m.up) or ""
  local function path(div) return step(div, pages, c.str(m.word.planned)) end
  for _, div in ipairs(list) do pages[div.attributes.key] = div end
  for i, div in ipairs(list) do
    list[i] = pandoc.walk_block(div, { Div = path })
    pages[div.attributes.key] = list[i]
  end
  if current then
    surround(m, list, current)
    doc.blocks = one_page(pages[current] or c.die("no page %s", current), up)
  else
    m.pagetitle = c.str(m.title)
    doc.blocks = whole_book(list, pages)
  end
  append_references(doc.blocks, current and 2 or 1, c.str(m.word.references))
  doc.meta = m
  return doc
end } }
