#!/usr/bin/env python3
"""Reference values for BLEU and chrF: those of the package sacrebleu 2.6.0.

Run from the top folder in an environment of its own: python3 -m venv build/sacrebleu &&
build/sacrebleu/bin/pip install sacrebleu==2.6.0 && build/sacrebleu/bin/python FILE. Writes texts with
their tokens (bleu_tokens.tsv: text, none, 13a, zh), the sentences of small corpora (bleu_pairs.tsv:
corpus, hypothesis, reference) and their scores (bleu.txt). In the texts a backslash begins \\\\, \\n,
\\t or \\u{HEX}, the last for white space and control characters."""
import random
import sys

try:
    import sacrebleu
except ImportError:
    print("sacrebleu is not installed here: its values stay as they are")
    sys.exit(0)
from sacrebleu.metrics import BLEU, CHRF

FOLDER = "ch05_transformer/golden/"
random.seed(5)

WRITTEN = """
Open the file, then save it again.
The price is 3,500.25 dollars (about 3.1% more than in 2019).
It's a well-known fact: don't use "smart quotes" here...
He said: "What?!" - and left.
See section 4.2, page 10-12, or http://example.org/a_b?c=d&e=f#g.
A&amp;B &lt;tag&gt; &quot;quoted&quot; &amp;lt; &nbsp;
Skip <skipped>this</skipped> and <skipped> that.
1.5 .5 5. 1,000,000 1,a a,1 .,., ,.,. 3-4 a-4 4-a --4
e.g. i.e. U.S.A. Ph.D. a.m.
x=y+z; f(x)={a[1]/b^2}|c~d`e`\\n@user $5 *bold* #tag %
L'été dernier, l'équipe a gagné 12,5 % de plus qu'en 2018 !
« Où est-il ? » demanda-t-elle – sans attendre…
Sélectionnez le menu « Fichier », puis cliquez sur « Enregistrer sous ».
C’est aujourd’hui qu’on décide : oui ou non ?
Le 14 juillet 1789, à 8 h 30, n° 7, 1er étage.
打开文件，然后再次保存。
价格是3,500.25元（比2019年高约3.1%）。
他说：“什么？！”——然后就走了。
请参阅第4.2节，第10-12页，或http://example.org/a?b=c。
使用Ctrl+C复制，Ctrl+V粘贴；BERT-base有110M个参数。
今天天气真好😀！我们去公园玩吧👨‍👩‍👧。
全角：ＡＢＣ１２３，．！？　半角:ABC123,.!?
繁體中文與異體字：𠮷野家、龥龦龻龼鿿㐀䶵䶶豈鶴
日本語のかなカナ、ｶﾅ、ハングル한국어
Größe ≤ 5 µm ± 0,1; naïve café ① ② ③ ♥ ★ → ⇒
Привет, мир! Стоит 1.234,50 ₽.
مرحبا بالعالم، كيف الحال؟
नमस्ते दुनिया। ๑๒๓.๔ ١٢٣.٤
"""

# What the rules tell apart, and what looks as if they did.
PIECES = [list("abcXYZ"), list("0123456789"), list(".,-"), list(".,-"), list("'\"!?:;()[]{}<>/\\|@#$%^&*_+=~`"),
          [" "], [" ", "  ", "\t", "\n", "-\n", "\r", "\x0b", "\x1c", "\x1f", "\x85", "\xa0", "\u1680", "\u2003",
                  "\u2028", "\u202f", "\u205f", "\u3000", "\u200b", "\ufeff"],
          list("éÉßñçœ"), list("’‘“”«»–—…•‰′‹›"), list("的一是不了人我在有他"), list("，。、；：？！（）《》【】「」"),
          list("，．！０９Ａｚ｡ｶ"), list("かなカナ한글ไทยЖωא"), ["😀", "👍🏽", "❤️", "🇫🇷", "☀", "✂", "\U00020000", "𠮷"],
          list("\u2000\u2001\u2a6d\u2a6e\u2e7f\u2e80\u2fdf\u2fe0\u2fef\u2ff0\u303f\u3040\u30ff\u3100\u312f\u3130"
               "\u319f\u31a0\u31ef\u31f0\u31ff\u3200\u33ff\u3400\u4db5\u4db6\u4dff\u4e00\u9fa5\u9fbb\u9fbc\uf8ff"
               "\uf900\ufa2d\ufa2e\ufa30\ufa6a\ufa6b\ufa70\ufad9\ufada\ufe0f\ufe10\ufe1f\ufe20\ufe30\ufe4f\ufe50"
               "\ufeff\uff00\uffef\ufff0"),
          ["&amp;", "&lt;", "&gt;", "&quot;", "&amp;quot;", "&amp", "&", "<skipped>", "<skip<skipped>ped>"],
          ["1.5", "1,000", "3-4", "U.S.", "...", "--", "word", "mot", "词语", "http://a.b/c-d", "5%", "e-mail"]]


def generated(count):
    for _ in range(count):
        kinds = random.sample(PIECES, random.randint(1, 6))
        yield "".join(random.choice(random.choice(kinds)) for _ in range(random.randint(1, 24)))


def escape(text):
    named = {"\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    return "".join(named.get(c) or (c if c == " " or c.isprintable() else f"\\u{{{ord(c):x}}}") for c in text)


def rows(name, what, lines):
    with open(FOLDER + name, "w", encoding="utf-8", newline="\n") as f:
        f.write(f"# sacrebleu {sacrebleu.__version__}; written by {FOLDER}make_bleu.py; {what}\n")
        for cells in lines:
            f.write("\t".join(escape(c) for c in cells) + "\n")


def tokens(text, tokenizer):
    """What BLEU counts of a text: the tokens, with one space between them."""
    return " ".join(BLEU(tokenize=tokenizer)._preprocess_segment(text).split())


# Outputs of an imagined translation program beside what a person would have written.
ENGLISH = """
Click the button to open the dialog.|Click on the button to open the dialog box.
The table contains 1,250 rows and 12 columns.|The table has 1,250 rows and 12 columns.
Choose a font size, e.g. 10.5 pt.|Select a font size, e.g. 10.5 pt.
This option is not available on macOS.|This option isn't available on macOS.
You can not undo this action!|You cannot undo this action!
To delete a row, press Ctrl+Delete.|Press Ctrl+Delete to delete a row.
The the the the the the the.|The cat is on the mat.
It returns the value of the cell as text.|Returns the cell's value as text.
Enter a name for the new style - or accept the default.|Enter a name for the new style, or accept the default one.
|Nothing was translated here.
Yes.|Yes.
"Save as..." writes a copy (see page 4-7).|"Save As..." writes a copy of the file (see pages 4-7).
"""
FRENCH = """
Cliquez sur le bouton pour ouvrir le dialogue.|Cliquez sur le bouton pour ouvrir la boîte de dialogue.
Le tableau contient 1 250 lignes et 12 colonnes.|Le tableau comporte 1 250 lignes et 12 colonnes.
Cette option n’est pas disponible sous macOS.|Cette option n'est pas disponible sous macOS.
Vous ne pouvez pas annuler cette action !|Il est impossible d’annuler cette action !
Sélectionnez « Fichier - Ouvrir ».|Choisissez « Fichier – Ouvrir… ».
L'heure actuelle est 8 h 30.|Il est actuellement 8 h 30.
Saisissez un nom pour le nouveau style, par ex. « Titre 1 ».|Entrez le nom du nouveau style (par exemple : « Titre 1 »).
Où se trouve la cellule active ?|Où la cellule active se trouve-t-elle ?
Oui|Oui.
La valeur est égale à 3,14.|La valeur est de 3,14 environ.
"""
CHINESE = """
单击该按钮以打开对话框。|单击按钮打开对话框。
该表格有1,250行和12列。|表格包含 1,250 行和 12 列。
此选项在macOS上不可用。|macOS 上没有这个选项。
您无法撤消此操作！|此操作不能撤销！
选择“文件 - 打开”。|请选择“文件 — 打开…”。
现在是8点30分。|现在时间是8:30。
请输入新样式的名称，例如“标题1”。|为新样式输入一个名称（例如：“标题 1”）。
活动单元格在哪里？|活动单元格位于何处？
是。|是。
值等于3.14。|该值约为3.14。
"""
# No common 4-gram; no common 3-gram; nothing in common; one long and one empty sentence; shorter than 4 words.
CORPORA = {"en": ENGLISH, "fr": FRENCH, "zh": CHINESE,
           "no4": "a b c x d e f|a b c y d e f\n", "no3": "a b x b c y d e|a b z b c w d e\n",
           "nothing": "one two three four|five six seven eight\n", "short": "the cat sat|the cat sat\n一|一\n",
           "empty": "|a b c d\n", "half": "a b c d|a b c d\n|e f g h\n", "both": "|\n",
           "longer": "a b c d e f g h|a b c d\n", "tiny": "ab|abcdefgh\nabcdefgh|ab\nxy z|xy z\n"}


def pairs(text):
    return [line.split("|") for line in text.strip("\n").split("\n")]


def scores(f, name, text):
    hypotheses, references = zip(*pairs(text))
    for tokenizer in ("none", "13a", "zh"):
        for smooth in ("none", "exp"):
            for effective in (False, True):
                s = BLEU(tokenize=tokenizer, smooth_method=smooth, effective_order=effective).corpus_score(
                    hypotheses, [references])
                key = f"{name}.{tokenizer}.{smooth}.{'eff' if effective else 'all'}"
                f.write(f"{key} 1 1\n{s.score:.17g}\n")
        f.write(f"{name}.{tokenizer}.counts 1 10\n")
        f.write(" ".join(str(int(c)) for c in (*s.counts, *s.totals, s.sys_len, s.ref_len)) + "\n")
    f.write(f"{name}.chrf 1 1\n{CHRF().corpus_score(hypotheses, [references]).score:.17g}\n")


texts = WRITTEN.strip("\n").split("\n") + ["", " ", "\n", "-\n", "a-\n", "-\nb", " 3.", "3.\n", ".", "5-", "-5", "&amp;"]
texts += generated(450)
rows("bleu_tokens.tsv", "text, none, 13a, zh",
     ([t] + [tokens(t, tokenizer) for tokenizer in ("none", "13a", "zh")] for t in texts))
rows("bleu_pairs.tsv", "corpus, hypothesis, reference",
     ([name, *pair] for name, text in CORPORA.items() for pair in pairs(text)))
with open(FOLDER + "bleu.txt", "w") as out:
    out.write(f"# sacrebleu {sacrebleu.__version__}; written by {FOLDER}make_bleu.py\n")
    for corpus, text in CORPORA.items():
        scores(out, corpus, text)
