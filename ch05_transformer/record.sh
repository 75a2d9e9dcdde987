#!/bin/sh
# Records chapter 5's longer runs, which the notes quote: trains, scores, and copies results.txt and
# the series to ch05_transformer/run/NAME. Models stay in build/NAME; a run whose model is there is
# scored only. All of them take about two hours on two cores.
# usage: ch05_transformer/record.sh [NAME...]     from the top folder, after `make ch5`
set -eu

keep() { # folder, name
    mkdir -p "ch05_transformer/run/$2"
    find "$1" -maxdepth 1 \( -name results.txt -o -name '*.tsv' \) -exec cp {} "ch05_transformer/run/$2" ';'
}

score() { # name, beam
    ./ch5 score "build/$1" --beam "$2" --samples 20 --out "build/$1-beam$2" >"build/$1-beam$2.txt"
    keep "build/$1-beam$2" "$1-beam$2"
    cp "build/$1-beam$2.txt" "ch05_transformer/run/$1-beam$2/score.txt"
}

train() { # name, options
    name=$1 && shift
    [ -f "build/$name/results.txt" ] || ./ch5 train --out "build/$name" "$@"
    keep "build/$name" "$name"
}

# Goes on with a run until it has taken so many steps; the rate falls to zero once more.
longer() { # name, steps, options
    name=$1 steps=$2 && shift 2
    grep -q "^train.steps=$steps\$" "build/$name/results.txt" ||
        ./ch5 train --out "build/$name" --resume --steps "$steps" "$@"
    keep "build/$name" "$name"
}

# The first steps beside PyTorch's, in single and double precision: columns of run/curve/curve.tsv.
curve() {
    ./ch5 curve --pair en-fr --out build/curve
    mkdir -p ch05_transformer/run/curve
    ch05_transformer/golden/curve_torch.py build/curve >build/curve/torch.txt
    cat build/curve/results.txt build/curve/torch.txt >ch05_transformer/run/curve/results.txt
    cut -f 2,3 build/curve/curve_torch.tsv | sed '1s/.*/torch\tdouble/' |
        paste build/curve/curve.tsv - >ch05_transformer/run/curve/curve.tsv
}

record() {
    case $1 in
    curve) curve ;;
    bugs) ./ch5 bugs --out build/bugs && keep build/bugs bugs ;;
    data) for pair in en-fr en-zh phonemes; do
        ./ch5 data --pair $pair --out build/data-$pair >/dev/null
        mkdir -p ch05_transformer/run/data-$pair
        cp build/data-$pair/results.txt ch05_transformer/run/data-$pair
    done ;;
    en-fr) train en-fr --pair en-fr && score en-fr 1 && score en-fr 4 ;;
    en-zh) train en-zh --pair en-zh && score en-zh 1 && score en-zh 4 ;;
    recurrent) train recurrent --pair en-fr --model recurrent && score recurrent 1 ;;
    phonemes) train phonemes --pair phonemes && longer phonemes 16000 --pair phonemes &&
        score phonemes 1 && score phonemes 4 ;;
    *) echo "record.sh: no run is called $1" >&2 && exit 2 ;;
    esac
}

export BOOK_COMMIT="$(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
[ $# -gt 0 ] || set -- data bugs curve en-fr en-zh recurrent phonemes
for name; do record "$name"; done
