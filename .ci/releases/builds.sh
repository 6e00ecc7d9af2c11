# Builds of the programs for a target, into a folder of their own; sourced after common.sh.
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
    if [ "${CI:-}" = true ]; then rustup target add "$plain_target" "$arm_target" "$windows_target"; fi
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
