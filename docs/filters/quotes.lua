-- Prints, page by page and section by section, what the notes quote: regions, figures, tables,
-- equations, formulas and measured numbers. Two languages of one book print the same.
-- Runs after book.lua. Display formulas, regions, figures and tables stand in the order of the
-- text. Inline formulas are a set and numbers a sorted list for each section, as sentences order
-- their words differently; words within a formula, \text{..}, may differ.
local c = dofile((PANDOC_SCRIPT_FILE:gsub("[^/]*$", "common.lua")))
local formulas, numbers = {}, {} -- of the section at hand

local function tex(math)
  local text = math.text:gsub("\\text%a*%s*%b{}", "\\text{}"):gsub("%s+", " ")
  return text:match("^ ?(.-) ?$")
end

local function print_sorted(word, list)
  table.sort(list)
  for _, x in ipairs(list) do print("  " .. word .. " " .. x) end
end

local function end_section()
  local distinct = {}
  for f in pairs(formulas) do distinct[#distinct + 1] = f end
  print_sorted("formula", distinct)
  print_sorted("number", numbers)
  formulas, numbers = {}, {}
end

local function begin_section(h)
  end_section()
  print(("section %d %s"):format(h.level, c.kind(h.identifier) and h.identifier or ""))
end

local inside = {
  Math = function(m)
    if m.mathtype == "InlineMath" then formulas[tex(m)] = true
    else print("  equation " .. tex(m)) end
  end,
  Code = function(x)
    if x.classes:includes("result") then
      table.insert(numbers, x.text .. " " .. (x.attributes.fmt or ""))
    end
  end,
  Str = function(s)
    local label = s.text:match("{#(%a+:[^}]+)}")
    if label then print("  label " .. label) end
  end,
  Image = function(i)
    print(("  figure %s %s"):format(i.identifier, i.src:gsub("%.zh%.svg$", ".svg")))
  end,
  CodeBlock = function(b)
    local region = b.attributes.region
    if region then print(("  region %s %s"):format(b.identifier, region)) end
  end,
  Table = function(t)
    local rows = 0
    for _, body in ipairs(t.bodies) do rows = rows + #body.body end
    print(("  table %s %d x %d"):format(t.identifier, rows, #t.colspecs))
  end,
}

return { { Pandoc = function(doc)
  for _, page in ipairs(doc.blocks) do
    print("page " .. page.attributes.key)
    for _, block in ipairs(page.content) do
      if block.t == "Header" then begin_section(block) end
      c.walk({ block }, inside)
    end
    end_section()
  end
end } }
