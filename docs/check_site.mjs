// Checks built pages: no dollar sign left over from a formula, no link or anchor that leads
// nowhere, no missing picture or style sheet, no picture without a description, no identifier used
// twice, nothing that is loaded from the network.
// usage: node docs/check_site.mjs PAGE.html ...    one line a fault; exit status 1 if there is one
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

let faults = 0;
function report(page, text) {
  console.error(`${page}: ${text}`);
  faults++;
}

const pages = new Map();
function read(path) { // the page without scripts and comments, and its identifiers
  if (!pages.has(path)) {
    const html = readFileSync(path, "utf8").replace(/<!--.*?-->|<script>.*?<\/script>/gs, "");
    const ids = [...html.matchAll(/<[^>]*\sid="([^"]*)"/g)].map(m => m[1]);
    pages.set(path, { html, ids });
  }
  return pages.get(path);
}

const isExternal = url => /^([a-z]+:)?\/\//i.test(url);
const unescape = s => decodeURIComponent(s.replace(/&amp;/g, "&"));

function checkText(page, html) {
  const text = html
    .replace(/<(style|pre|code|annotation)\b.*?<\/\1>/gs, "")
    .replace(/<[^>]*>/g, "");
  for (const [excerpt] of text.matchAll(/.{0,30}\$.{0,30}/g))
    report(page, `a $ in the text: ${excerpt.trim()}`);
  if (html.includes("katex-error")) report(page, "KaTeX could not set a formula");
}

function checkLink(page, url, ids) {
  if (isExternal(url) || url.startsWith("mailto:")) return;
  const [file, anchor] = unescape(url).split("#");
  const target = file ? normalize(join(dirname(page), file)) : page;
  if (!existsSync(target)) report(page, `link to ${url}: no such file`);
  else if (anchor && !(file ? read(target).ids : ids).includes(anchor))
    report(page, `link to ${url}: no such place`);
}

function checkResource(page, url) {
  if (url.startsWith("data:")) return;
  if (isExternal(url)) return report(page, `loads ${url} from the network`);
  const path = join(dirname(page), unescape(url));
  if (!existsSync(path)) report(page, `${url}: no such file`);
  else if (/\.(css|svg)$/.test(path)) checkUrls(path, readFileSync(path, "utf8"));
}

function checkUrls(file, text) { // what a style sheet or a picture loads
  for (const m of text.matchAll(/url\(["']?([^"')#][^"')]*)["']?\)|\shref=["']([^"'#][^"']*)["']/g))
    checkResource(file, m[1] ?? m[2]);
}

function check(page) {
  const { html, ids } = read(page);
  checkText(page, html);
  ids.filter((id, i) => ids.indexOf(id) !== i).forEach(id => report(page, `two places are ${id}`));
  for (const [tag, name] of html.matchAll(/<(a|link|img|script|iframe|source|object)\s[^>]*>/g)) {
    const value = attribute => tag.match(new RegExp(`\\s${attribute}="([^"]*)"`))?.[1];
    const url = value("href") ?? value("src") ?? value("data");
    if (url === undefined) continue;
    if (name === "a") checkLink(page, url, ids);
    else checkResource(page, url);
    if (name === "img" && !value("alt")) report(page, `${url.slice(0, 60)}: no description`);
  }
  for (const [, css] of html.matchAll(/<style>(.*?)<\/style>/gs)) checkUrls(page, css);
}

const files = process.argv.slice(2);
if (files.length === 0) report("check_site.mjs", "no page to check");
files.forEach(check);
if (faults) process.exit(1);
console.log(`${files.length} pages are sound`);
