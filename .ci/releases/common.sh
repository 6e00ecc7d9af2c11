# What the parts share; sourced from the root of the repository, by bash.
# shellcheck shell=bash

# All files have the time of the commit.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
# The folder of builds and of unpacked archives.
builds=$PWD/${RELEASE_BUILDS:-target/release-archives}
programs=(agon arena agora snorkels-solve snorkels-check)
packages=(-p agon -p agon-arena -p agon-agora -p agon-snorkels-solver)
features=agon-arena/postgres,agon-snorkels-solver/postgres

# Flags of the compiler that leave paths of this machine out of what it builds.
path_flags=("--remap-path-prefix=$PWD=/agon" "--remap-path-prefix=$builds=/build" "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo")
# Beside those of .cargo/config.toml.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="${path_flags[*]}"

# Fails unless the programs are installed; names the packages of Debian.
need() { # PACKAGE PROGRAM...
    local package=$1 program
    shift
    for program; do
        command -v "$program" >/dev/null || [ -e "$program" ] || {
            echo "$0: not installed: $program; on Debian: apt-get install $package" >&2
            return 1
        }
    done
}

# Makes sure that the compiler has the libraries of targets. Installs them only if CI=true.
need_targets() { # TARGET...
    local target
    for target; do
        if [ -d "$(rustc --print target-libdir --target "$target")" ]; then continue; fi
        [ "${CI:-}" = true ] || { echo "$0: not installed: $target; run: rustup target add $target" >&2; return 1; }
        rustup target add "$target"
    done
}

# Writes the lists of libraries in the WebAssembly modules into a folder.
third_party_of_modules() { # FOLDER NAME
    python3 .ci/releases/third_party.py "$1" "$2" wasm32-unknown-unknown \
        --features agon-agora-wasm/session,agon-agora-wasm/engine -p agon-agora-wasm
}

# Fails unless a folder has the licence files of a package.
has_licences() { # FOLDER
    local file
    for file in LICENSE-MIT LICENSE-APACHE THIRD-PARTY.txt; do [ -s "$1/$file" ] || { echo "$1 has no $file" >&2; return 1; }; done
}

# Gives all files of a folder the time of the commit.
same_time() { find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +; }

# Packs a folder, so that the same files give the same bytes.
pack_tar() { # FOLDER FILE [LEVEL]
    same_time "$1"
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --mode=u=rwX,go=rX --format=ustar \
        -C "$(dirname "$1")" -cf - "$(basename "$1")" | gzip "-${3:-9}n" >"$2"
}

# The same for Windows.
pack_zip() { # FOLDER FILE
    rm -f "$2"
    same_time "$1"
    (cd "$(dirname "$1")" && find "$(basename "$1")" | sort | TZ=UTC zip -X -q -9 "$2" -@)
}

# Runs a command as a user without rights, if this one is root, in a folder of its own and with an empty environment.
as_another_user() { # FOLDER COMMAND...
    local folder=$1 as=()
    shift
    [ "$(id -u)" != 0 ] || as=(runuser -u nobody --)
    (cd "$folder" && "${as[@]}" env -i HOME="$folder" PATH=/usr/bin:/bin WINEDEBUG=-all timeout 120 "$@")
}

# Tests programs as another user: `agon` answers UGI, `arena` plays two short games with it, the others say their version.
# START starts a program of another system; ENGINE is the command with which arena then starts agon, if not by itself.
play() { # FOLDER VERSION [START [ENGINE]]
    local folder=$1 version=$2 start=() engine=${4:-} suffix='' empty said players program
    read -ra start <<<"${3:-}"
    [ ! -e "$folder/agon.exe" ] || suffix=.exe
    empty=$(mktemp -d)
    [ "$(id -u)" != 0 ] || chown nobody "$empty"
    for program in "${programs[@]}"; do
        said=$(as_another_user "$empty" "${start[@]}" "$folder/$program$suffix" --version | tr -d '\r')
        [ "$said" = "$program $version" ] || { echo "$folder: $program says the version: $said" >&2; return 1; }
    done
    said=$(printf 'ugi\nisready\nposition startpos\ngo depth 2\n' | as_another_user "$empty" "${start[@]}" "$folder/agon$suffix")
    grep -q '^ugiok' <<<"$said" && grep -q '^bestmove ' <<<"$said" || { echo "$folder: agon answers: $said" >&2; return 1; }
    players=(--engine agon:alphabeta --engine agon:mcts)
    [ -z "$engine" ] || players=(--engine "name=one cmd=\"$engine\"" --engine "name=two cmd=\"$engine\"")
    said=$(as_another_user "$empty" "${start[@]}" "$folder/arena$suffix" run --game snorkels "${players[@]}" --games 2 --nodes 50 \
        --store played.arena --quiet 2>&1) || { echo "$folder: arena run: $said" >&2; return 1; }
    grep -q '2 of 2' <<<"$said" || { echo "$folder: arena run: $said" >&2; return 1; }
    rm -rf "$empty"
}

# The command of a row of the README's table of ways to install.
install_command() { # NAME
    local command
    command=$(sed -n "/^## Install$/,/^## / s/^| $1 | \`\(.*\)\` |\$/\1/p" README.md)
    [ -n "$command" ] || { echo "$0: README.md has no row \`$1\` in its table of ways to install" >&2; return 1; }
    echo "$command"
}
