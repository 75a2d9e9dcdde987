/* view_html - attention as one HTML file that works from disk.
 *
 * The tokens are buttons in two columns, those that look and those that are looked at, with a line
 * for each weight in the colour of its head. The weights are JSON, in thousandths; the text of the
 * tokens is HTML alone, never part of the script. Light and dark follow the reader's system. */
#include "view.h"

static const char style[] =
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--soft:#5c6670;--line:#d5dae0;"
    "--card:#f5f7f9}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#15181c;--fg:#e8e8e8;--soft:#9aa4ae;"
    "--line:#39414a;--card:#1f242a}}\n"
    "*{box-sizing:border-box}body{margin:0 auto;padding:1rem;max-width:60rem;background:var(--bg);"
    "color:var(--fg);font:16px/1.5 system-ui,'Noto Sans','Noto Sans CJK SC','PingFang SC',"
    "'Microsoft YaHei',sans-serif}\n"
    "h1{font-size:1.3rem;margin:0 0 .3rem}p{color:var(--soft);margin:.2rem 0 .8rem}\n"
    "button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);"
    "border-radius:.4rem;padding:.15rem .6rem;cursor:pointer}\n"
    "button:focus-visible{outline:2px solid #0072b2}\n"
    ".pick{display:flex;flex-wrap:wrap;gap:.4rem;margin:.4rem 0;align-items:center}\n"
    ".pick button[aria-pressed=false]{opacity:.4}\n"
    ".dot{display:inline-block;width:.8em;height:.8em;border-radius:50%;margin-right:.4em}\n"
    ".pair{position:relative;display:grid;grid-template-columns:minmax(4rem,1fr) "
    "minmax(4rem,2fr) minmax(4rem,1fr);margin:.8rem 0}\n"
    ".pair svg{width:100%;height:100%;position:absolute;inset:0;pointer-events:none}\n"
    ".side{display:flex;flex-direction:column;gap:2px;z-index:1}.side:last-of-type{grid-column:3}\n"
    ".side button{border:1px solid transparent;border-radius:.3rem;background:none;"
    "padding:0 .4rem;line-height:1.6;overflow-wrap:anywhere;text-align:left;position:relative}\n"
    "#queries button{text-align:right}#keys{grid-column:3}\n"
    ".side button.on{border-color:var(--soft);font-weight:600}\n"
    ".side i{position:absolute;left:0;bottom:0;height:3px;background:currentColor;opacity:.65}\n"
    "#queries i{left:auto;right:0}.side u{font-size:.75em;color:var(--soft);"
    "text-decoration:none;margin:0 .4em}\n"
    ".maps{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;cursor:pointer}\n"
    "canvas{border:1px solid var(--line);image-rendering:pixelated;display:block;width:9rem}\n"
    "figcaption{font-size:.85rem;color:var(--soft)}\n";

static const char script_data[] =
    "const D=JSON.parse(document.getElementById('data').textContent);\n"
    "const zh=(navigator.language||'').startsWith('zh');\n"
    "const T=zh?{head:'头',layer:'层',all:'全部头',hint:'指向或点按一个词元，"
    "看它注视谁、谁注视它；选择头；点按小图只看该头。'}\n"
    ":{head:'head',layer:'layer',all:'all heads',hint:'Point at or tap a token to see whom it "
    "looks at, or who looks at it; pick heads; tap a map to see that head alone.'};\n"
    "const $=id=>document.getElementById(id);\n"
    "const "
    "okabe=['#0072b2','#d55e00','#009e73','#cc79a7','#e69f00','#56b4e9','#9a8a00','#7a7f87'];\n"
    "const color=h=>D.heads<=8?okabe[h]:`hsl(${Math.round(360*h/D.heads)} 65% 50%)`;\n"
    "let layer=0,heads=new Set([...Array(D.heads).keys()]),at=null,pinned=null;\n"
    "const weight=(h,i,j)=>D.weights[layer*D.heads+h][i*D.keys+j]/1000;\n"
    "const mean=(i,j)=>{let s=0;for(const h of heads)s+=weight(h,i,j);return s/heads.size};\n"
    "const Q=[...$('queries').children],K=[...$('keys').children];\n"
    "function element(name,set,parent){const e=document.createElement(name);Object.assign(e,set);"
    "parent.append(e);return e}\n";

static const char script_draw[] =
    "function middle(e,side){const r=e.getBoundingClientRect(),o=$('pair').getBoundingClientRect();"
    "return[side?r.left-o.left:r.right-o.left,(r.top+r.bottom)/2-o.top]}\n"
    "function lines(now){let s='';const few=Math.min(.3,now?.01:.5/Math.sqrt(D.keys));\n"
    " const qs=Q.map(e=>middle(e,0)),ks=K.map(e=>middle(e,1));\n"
    " qs.forEach(([x,y],i)=>ks.forEach(([u,v],j)=>{\n"
    "  if(now&&(now[0]?j:i)!==now[1])return;\n"
    "  for(const h of heads){const w=weight(h,i,j);if(w>=few)\n"
    "   s+=`<path d=\"M${x} ${y}C${(x+u)/2} ${y} ${(x+u)/2} ${v} ${u} ${v}\" fill=\"none\" "
    "stroke=\"${color(h)}\" stroke-width=\"2\" opacity=\"${Math.max(.04,now?w:w*.7)}\"/>`}}));\n"
    " $('lines').innerHTML=s}\n"
    "function mark(buttons,side,now){buttons.forEach((b,n)=>{\n"
    " const other=now&&now[0]!==side,w=other&&heads.size?(side?mean(now[1],n):mean(n,now[1])):0;\n"
    " b.classList.toggle('on',!!now&&now[0]===side&&now[1]===n);\n"
    " b.querySelector('i').style.width=100*w+'%';\n"
    " b.querySelector('u').textContent=w>=.01?w.toFixed(2):''})}\n"
    "function draw(){const now=at||pinned;mark(Q,0,now);mark(K,1,now);lines(now);\n"
    " document.querySelectorAll('#heads button[data-h]').forEach(b=>"
    "b.setAttribute('aria-pressed',heads.has(+b.dataset.h)));\n"
    " document.querySelectorAll('#layers button').forEach(b=>"
    "b.setAttribute('aria-pressed',+b.dataset.l===layer))}\n"
    "function maps(){$('maps').replaceChildren();for(let h=0;h<D.heads;h++){\n"
    " const "
    "f=element('figure',{},$('maps')),c=element('canvas',{width:D.keys,height:D.queries},f);\n"
    " const g=c.getContext('2d');g.fillStyle=color(h);c.style.aspectRatio=D.keys+'/'+D.queries;\n"
    " for(let i=0;i<D.queries;i++)for(let j=0;j<D.keys;j++){g.globalAlpha=weight(h,i,j);"
    "g.fillRect(j,i,1,1)}\n"
    " element('figcaption',{textContent:T.head+' '+(h+1)},f);\n"
    " f.onclick=()=>{heads=new Set([h]);draw()}}}\n";

static const char script_start[] =
    "[Q,K].forEach((buttons,side)=>buttons.forEach((b,n)=>{element('u',{},b);element('i',{},b);\n"
    " b.onpointerenter=e=>{if(e.pointerType==='mouse'){at=[side,n];draw()}};\n"
    " b.onpointerleave=()=>{at=null;draw()};b.onfocus=()=>{if(b.matches(':focus-visible'))"
    "{pinned=[side,n];draw()}};\n"
    " b.onclick=()=>{pinned=pinned&&pinned[0]===side&&pinned[1]===n?null:[side,n];draw()}}));\n"
    "$('hint').textContent=T.hint;\n"
    "for(let l=0;l<D.layers&&D.layers>1;l++){const b=element('button',"
    "{textContent:T.layer+' '+(l+1)},$('layers'));b.dataset.l=l;"
    "b.onclick=()=>{layer=l;maps();draw()}}\n"
    "for(let h=0;h<D.heads;h++){const b=element('button',{},$('heads'));b.dataset.h=h;\n"
    " element('span',{className:'dot'},b).style.background=color(h);b.append(T.head+' '+(h+1));\n"
    " b.onclick=()=>{heads.has(h)?heads.delete(h):heads.add(h);draw()}}\n"
    "if(D.heads>1)element('button',{textContent:T.all,onclick:()=>"
    "{heads=new Set(Array(D.heads).keys());draw()}},$('heads'));\n"
    "maps();draw();addEventListener('resize',draw);\n";

static void write_tokens(FILE *to, const char *id, const char *const *text, int count)
{
    fprintf(to, "<div class=\"side\" id=\"%s\">", id);
    for (int i = 0; i < count; i++) {
        fputs("<button>", to);
        write_escaped(to, text[i]);
        fputs("</button>", to);
    }
    fputs("</div>\n", to);
}

/* All weights in thousandths, a list for each head; what is not a number counts as 0. */
static void write_weights(const AttentionView *v, FILE *to)
{
    fprintf(to, "{\"layers\":%d,\"heads\":%d,\"queries\":%d,\"keys\":%d,\"weights\":[", v->layers,
            v->heads, v->queries, v->keys);
    for (int k = 0; k < v->layers * v->heads; k++) {
        fputs(k ? ",\n[" : "[", to);
        for (int i = 0; i < v->queries; i++)
            for (int j = 0; j < v->keys; j++) {
                float weight = mat_row(v->weights[k], i)[j];
                fprintf(to, "%s%d", i + j ? "," : "",
                        weight >= 0 && weight <= 1 ? (int)(1000 * weight + 0.5f) : 0);
            }
        fputs("]", to);
    }
    fputs("]}", to);
}

void view_html(const AttentionView *v, FILE *to)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          to);
    write_escaped(to, v->title);
    fprintf(to, "</title>\n<style>\n%s</style>\n<h1>", style);
    write_escaped(to, v->title);
    fputs("</h1>\n<p>", to);
    write_escaped(to, v->note ? v->note : "");
    fputs("</p>\n<p id=\"hint\"></p>\n<div class=\"pick\" id=\"layers\"></div>\n"
          "<div class=\"pick\" id=\"heads\"></div>\n<div class=\"pair\" id=\"pair\">\n"
          "<svg id=\"lines\" aria-hidden=\"true\"></svg>\n",
          to);
    write_tokens(to, "queries", v->query_text, v->queries);
    write_tokens(to, "keys", v->key_text, v->keys);
    fputs("</div>\n<div class=\"maps\" id=\"maps\"></div>\n"
          "<script type=\"application/json\" id=\"data\">",
          to);
    write_weights(v, to);
    fprintf(to, "</script>\n<script>\n%s%s%s</script>\n</html>\n", script_data, script_draw,
            script_start);
}
