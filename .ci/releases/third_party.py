"""Prints the libraries in the programs for a target with the texts of their licences: third_party.py TARGET FEATURES -p PACKAGE...

Each text is printed once, with the libraries that come with it. A library without a text in its package is an error, unless its licence is one
whose text another library brings."""

import json
import re
import subprocess
import sys
from pathlib import Path


def cargo(*arguments):
    return subprocess.run(["cargo", *arguments], check=True, capture_output=True, text=True).stdout


target, features, *packages = sys.argv[1:]
tree = cargo("tree", "--locked", "--target", target, "--edges", "normal", "--prefix", "none", "--no-dedupe",
             "--features", features, "--format", "{p}|{l}", *packages)
metadata = json.loads(cargo("metadata", "--locked", "--all-features", "--format-version", "1", "--filter-platform", target))
folders = {(package["name"], package["version"]): Path(package["manifest_path"]).parent for package in metadata["packages"]}
own = {package["name"] for package in metadata["packages"] if package["source"] is None}

print("The programs contain these libraries, besides Rust's standard library (MIT or Apache-2.0), on Linux musl (MIT),")
print("and SQLite (public domain).\n")
texts = {}
for line in sorted(set(tree.splitlines())):
    if not line:
        continue
    package, licence = line.split("|")
    name, version = package.split()[:2]
    version = version.removeprefix("v")
    if name in own:
        continue
    print(f"{name} {version}: {licence}")
    folder = folders[name, version]
    files = sorted(file for file in folder.iterdir() if re.match(r"(?i)(licen[cs]e|copying|notice|unlicense)", file.name) and file.is_file())
    for file in files:
        texts.setdefault(file.read_text(errors="replace").strip(), []).append(f"{name} {version}")
    if not files and not re.search(r"\b(MIT|Apache-2.0)\b", licence):
        sys.exit(f"{name} {version}: no text of the licence {licence} in its package")
for text, libraries in texts.items():
    print(f"\n{'-' * 80}\n{', '.join(libraries)}\n\n{text}")
