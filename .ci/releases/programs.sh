# Builds programs for a target, into a folder of their own, and makes the folders of archives of them; sourced after common.sh.
# shellcheck shell=bash

plain_target=x86_64-unknown-linux-musl
export CC_x86_64_unknown_linux_musl=musl-gcc
arm_target=aarch64-unknown-linux-musl
export CC_aarch64_unknown_linux_musl=aarch64-linux-gnu-gcc CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=aarch64-linux-gnu-gcc
windows_target=x86_64-pc-windows-gnu

# Fails unless the programs that build for all targets are installed.
need_compilers() {
    need musl-tools musl-gcc
    need gcc-aarch64-linux-gnu aarch64-linux-gnu-gcc
    need 'musl-dev:arm64 (after dpkg --add-architecture arm64)' /usr/include/aarch64-linux-musl/stdlib.h
    need gcc-mingw-w64-x86-64-posix x86_64-w64-mingw32-gcc
    need_targets "$plain_target" "$arm_target" "$windows_target"
    # A compiler for glibc with the headers of musl.
    CFLAGS_aarch64_unknown_linux_musl="-nostdinc -isystem /usr/include/aarch64-linux-musl -isystem $(aarch64-linux-gnu-gcc -print-file-name=include)"
    export CFLAGS_aarch64_unknown_linux_musl
}

build() { # NAME TARGET PACKAGES FEATURES FLAG...
    local name=$1 target=$2 packages=$3 features=$4 flags started=$SECONDS
    shift 4
    flags=(-Cstrip=symbols "${path_flags[@]}" "$@")
    # shellcheck disable=SC2086 # PACKAGES are words
    CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && echo "${flags[*]}") \
        cargo build --release --locked --quiet --target "$target" --target-dir "$builds/$name" $packages --features "$features"
    echo "built $name: $((SECONDS - started)) s"
}

# The folder of the programs that were built.
built() { echo "$builds/$1/$2/release"; } # NAME TARGET

# Makes the folder of an archive. Manual pages and scripts are those of the programs in DOCS, which run on this machine.
fill() { # FOLDER VERSION TARGET DOCS PROGRAM...
    local folder=$1 version=$2 target=$3 docs=$4 program
    shift 4
    rm -rf "$folder"
    mkdir -p "$folder/man/man1" "$folder/completions"
    cp "$@" "$folder"
    for program in "${programs[@]}"; do
        if [ "$program" = snorkels-check ]; then continue; fi # it has no flags
        (
            run() { env -i "$docs/$program" "$@"; }
            run man "$folder/man/man1"
            cd "$folder/completions"
            run completions bash >"$program.bash"
            run completions zsh >"_$program"
            run completions fish >"$program.fish"
            run completions elvish >"$program.elv"
            run completions powershell >"_$program.ps1"
        )
    done
    cp crates/snorkels-solver/snorkels-check.1 "$folder/man/man1"
    sed "s/VERSION/$version/" .ci/releases/archive-readme.md >"$folder/README.md"
    cp LICENSE-MIT LICENSE-APACHE CHANGELOG.md "$folder"
    python3 .ci/releases/third_party.py "$folder" "$(basename "$folder")" "$target" --features "$features" "${packages[@]}"
    chmod -R u=rwX,go=rX "$folder"
}
