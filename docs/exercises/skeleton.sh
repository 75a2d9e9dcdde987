#!/bin/sh
# Writes the student's copy of the book: sh docs/exercises/skeleton.sh FOLDER, from the top folder.
#
# The copy holds every file of the project (as git lists them, or all but build/ without git), with
# the exercises cut out (cut.awk), without the worked solutions of the exercises on paper
# (docs/exercises/chNN*.md), without the chapters that have no notes yet, and with a README of its
# own. A folder in which somebody has worked since it was written is left alone: exit status 1.
student=${1:?usage: skeleton.sh FOLDER}
stamp=$student/.skeleton
if [ -e "$student" ]; then
    [ -e "$stamp" ] || { echo "skeleton: $student is there and is no skeleton" >&2 && exit 1; }
    edited=$(find "$student" -path "$student/build" -prune -o -type f -newer "$stamp" -print |
        grep -v "^$student/ch[0-9]*$" | head -n 1)
    if [ -n "$edited" ]; then
        echo "skeleton: $edited was edited; move $student away to get a new one" >&2
        exit 1
    fi
    rm -rf "$student"
fi

project_files() {
    if [ -e .git ]; then
        git -c core.quotePath=false ls-files --cached --others --exclude-standard
    else
        find . -path ./build -prune -o -type f ! -name '*.o' ! -path './ch[0-9]' -print |
            sed 's/^\.\///'
    fi | grep -v -e '^docs/exercises/ch[0-9]' -e '^README' | sort -u |
        while IFS= read -r file; do
            case $file in
            ch[0-9]*/*) [ ! -f "${file%%/*}/notes.md" ] || printf '%s\n' "$file" ;;
            *) printf '%s\n' "$file" ;;
            esac
        done
}

readme() {
    cat <<'END'
# Exercises

In the files below the bodies of functions are missing. Each is replaced by `todo("name");` between
the lines `//> name` and `//< name`. Write the body; the comment above it or in the header (`.h`)
says what it computes, the chapter's `notes.md` derives it. Helper functions are yours to add,
between the two lines: what stands outside of them is not graded. Leave the marker lines as they are.

- `./setup` installs what is needed, once.
- `make test` runs the tests. Those of the exercises fail until their function is written.
- `make grade STUDENT=.` grades them, and says for each exercise what is wrong.
- Your teacher runs `make grade STUDENT=your-folder` in the complete book.

The complete book grades each exercise alone, with its own code in the place of all others. Here an
exercise counts once those that its test calls are done as well: until then the reason is "needs
NAME, which is not done yet". In chapter 1 begin with `softmax_row` and `gaussian_row`.

Three types are in nearly every function. A `Mat` is a window {rows, cols, stride, data} on floats,
passed by value; `mat_row(m, i)` points to its row i, so that `mat_row(m, i)[j]` is element (i, j)
(`common/mat.h`). An `Arena` hands out memory: `mat_new(arena, rows, cols)` takes a matrix from it,
and `Arena mark = *arena; ... arena_release(arena, mark);` gives back what was taken in between
(`common/arena.h`). `require(condition, ...)` stops the program when shapes do not fit
(`common/fail.h`).

# 练习

下列文件中有些函数的函数体被去掉了，在 `//> 名称` 与 `//< 名称` 两行之间以 `todo("名称");` 代替。
请写出函数体：它上方或头文件（`.h`）中的注释说明要算什么，推导见该章的 `notes.zh.md`。可以自己添加辅助函数，
但必须写在这两行之间，因为两行之外的内容不计分。请保留这两行标记。

- `./setup` 安装所需的软件，只需一次。
- `make test` 运行测试。函数尚未写好时，对应的测试不会通过。
- `make grade STUDENT=.` 在这里评分，并说明每道练习错在哪里。
- 教师在完整的书中运行 `make grade STUDENT=你的目录` 评分。

在完整的书中，每道练习单独评分，其余的函数都用书中写好的。在这里，一道练习的测试所调用的其他练习也都写好之后，
它才得分；在那之前，给出的原因是 “needs 名称, which is not done yet”（需要某道尚未完成的练习）。
第 1 章请从 `softmax_row` 和 `gaussian_row` 做起。

几乎每个函数都要用到三样东西。`Mat` 是开在一片浮点数上的窗口 {rows, cols, stride, data}，按值传递；`mat_row(m, i)`
指向它的第 i 行，所以 `mat_row(m, i)[j]` 就是元素 (i, j)（`common/mat.h`）。`Arena` 供应内存：
`mat_new(arena, rows, cols)` 从中取一个矩阵，`Arena mark = *arena; ... arena_release(arena, mark);`
归还其间取走的一切（`common/arena.h`）。形状不符时，`require(condition, ...)` 让程序停下（`common/fail.h`）。

| exercise 练习 | points 分值 | file 文件 |
|---|---|---|
END
    awk -F '\t' '{ printf "| `%s` | %d | `%s` |\n", $1, $2, $3 }' "$1"
}

mkdir -p "$student" || exit 1
list=$student/.skeleton.list
sh docs/exercises/list.sh >"$list" || { rm -rf "$student" && exit 1; }
project_files | while IFS= read -r file; do
    [ -f "$file" ] || continue # deleted, but git still lists it
    mkdir -p "$student/$(dirname "$file")" && cp -p "$file" "$student/$file" || exit 1
done || exit 1
for file in $(cut -f 3 "$list" | sort -u); do
    case $file in common/*) header=exercise.h ;; *) header=common/exercise.h ;; esac
    awk -v header=$header -f docs/exercises/cut.awk "$file" >"$student/$file" || exit 1
done
readme "$list" >"$student/README.md"
echo "$student: $(awk 'END { print NR }' "$list") exercises, see README.md there"
rm -f "$list"
: >"$stamp"
