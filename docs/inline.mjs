// Puts everything a page needs into the page: style sheets, their fonts, and pictures.
// usage: node docs/inline.mjs PAGE > SINGLE_FILE
import { readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";

const TYPES = { ".svg": "image/svg+xml", ".woff2": "font/woff2" };

function dataUri(path) {
  const type = TYPES[extname(path)];
  if (!type) throw new Error(`inline.mjs: ${path}: no type known for this file`);
  return `data:${type};base64,${readFileSync(path, "base64")}`;
}

function style(path) {
  const css = readFileSync(path, "utf8");
  return css.replace(/url\(["']?([^"')]+)["']?\)/g, (whole, url) =>
    url.startsWith("data:") ? whole : `url(${dataUri(join(dirname(path), url))})`);
}

const page = process.argv[2], folder = dirname(page);
process.stdout.write(readFileSync(page, "utf8")
  .replace(/<link rel="stylesheet" href="([^"]+)">/g, (_, url) =>
    `<style>\n${style(join(folder, url))}\n</style>`)
  .replace(/(<img\s[^>]*?src=")([^"]+)"/g, (whole, before, url) =>
    url.startsWith("data:") ? whole : `${before}${dataUri(join(folder, url))}"`));
