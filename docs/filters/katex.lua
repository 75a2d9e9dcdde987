-- Sets all formulas when the book is built, with KaTeX: the page needs no script, and a formula
-- that KaTeX cannot read stops the build. One node process a document.
-- Environment: KATEX_DIR = folder of katex.min.js. Metadata: katex-output = htmlAndMathml | mathml.
local c = dofile((PANDOC_SCRIPT_FILE:gsub("[^/]*$", "common.lua")))

-- Formulas come in on stdin and go out on stdout, separated by U+0001.
local SCRIPT = [[
const katex = require(process.argv[2] + '/katex.min.js'), output = process.argv[3];
const formulas = require('fs').readFileSync(0, 'utf8').split('\u0001');
const strict = code => code === 'unicodeTextInMathMode' ? 'ignore' : 'error';
console.warn = () => {}; // Chinese in \text has no metrics in KaTeX's fonts; the browser has
const out = formulas.map(f => {
  try {
    return katex.renderToString(f.slice(1),
      { displayMode: f[0] === 'D', output, strict, throwOnError: true, macros: {} });
  } catch (e) {
    console.error('katex.lua: ' + e.message + '\n  in: ' + f.slice(1));
    process.exitCode = 83;
  }
});
process.stdout.write(out.join('\u0001'));
]]

local function typeset(formulas, output)
  local dir = os.getenv("KATEX_DIR") or "/usr/share/javascript/katex"
  local script = os.tmpname()
  local f = assert(io.open(script, "w"))
  f:write(SCRIPT)
  f:close()
  local ok, html = pcall(pandoc.pipe, "node", { script, dir, output }, table.concat(formulas, "\1"))
  os.remove(script)
  if not ok then c.die("node could not set the formulas (KaTeX in %s?)", dir) end
  return html
end

-- Browsers break a line beside a formula even before a comma: a word joiner (U+2060) forbids it.
local JOINER = "\u{2060}"
local OPENING = "([（「“‘《"
local CLOSING = ",.;:!?)]’”，。；：、！？）」》"

local function holds(set, char)
  return char ~= nil and set:find(char, 1, true) ~= nil
end

local function glue(inlines)
  local out = pandoc.List()
  for i, x in ipairs(inlines) do
    local before, after = inlines[i - 1], inlines[i + 1]
    if x.t == "Math" and before and before.t == "Str"
      and holds(OPENING, before.text:match(utf8.charpattern .. "$")) then
      out:insert(pandoc.Str(JOINER))
    end
    out:insert(x)
    if x.t == "Math" and after and after.t == "Str"
      and holds(CLOSING, after.text:match("^" .. utf8.charpattern)) then
      out:insert(pandoc.Str(JOINER))
    end
  end
  return out
end

return { { Pandoc = function(doc)
  local formulas, output = {}, doc.meta["katex-output"]
  c.walk(doc.blocks, { Math = function(m)
    table.insert(formulas, (m.mathtype == "DisplayMath" and "D" or "I") .. m.text)
  end })
  if #formulas == 0 then return nil end
  local html = typeset(formulas, output and c.str(output) or "htmlAndMathml")
  local next_formula = (html .. "\1"):gmatch("([^\1]*)\1")
  doc.blocks = c.walk(c.walk(doc.blocks, { Inlines = glue }), { Math = function()
    return pandoc.RawInline("html", next_formula() or c.die("lost a formula"))
  end })
  return doc
end } }
