# What the README says of installing; sourced by the parts that test it.
# shellcheck shell=bash

# The command of a row of the README's table of ways to install.
install_command() { # NAME
    local command
    command=$(sed -n "/^## Install$/,/^## / s/^| $1 | \`\(.*\)\` |\$/\1/p" README.md)
    [ -n "$command" ] || { echo "$0: README.md has no row \`$1\` in its table of ways to install" >&2; return 1; }
    echo "$command"
}
