"""Writes what libraries the programs for a target contain, into two files of a folder:
    third_party.py FOLDER NAME TARGET FLAGS...        FLAGS choose packages and features, as for `cargo tree`

THIRD-PARTY.txt has the texts of their licences, each once, with the libraries that come with it. THIRD-PARTY.spdx.json is a list in the
format SPDX 2.3.

Each library must come with the texts of one alternative of its licence. A text that is missing in its package must come from another library
or be one of this repository; otherwise it is an error. Texts are known by phrases."""

import json
import os
import re
import subprocess
import sys
import tomllib
from datetime import datetime, timezone
from pathlib import Path

# Regular expressions for texts without capitals, marks of comments and repeated spaces.
PHRASES = {
    "Apache-2.0": r"apache license version 2\.0, january 2004",
    "BSD-2-Clause": r"redistribution and use in source and binary forms(?!.* neither the name)",
    "BSD-3-Clause": r"redistribution and use in source and binary forms.* neither the name",
    "BSL-1.0": r"boost software license - version 1\.0",
    "ISC": r"with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies",
    "MIT": r"permission is hereby granted, free of charge, .* the above copyright notice and this permission notice",
    "MPL-2.0": r"mozilla public license version 2\.0",
    "Unicode-3.0": r"unicode license v3",
    "Zlib": r"this software is provided 'as-is', without any express or implied warranty",
}
FILES = re.compile(r"(?i)(licen[cs]e|copying|copyright|notice|unlicense)")


def cargo(*arguments):
    return subprocess.run(["cargo", *arguments], check=True, capture_output=True, text=True).stdout


def licences(text):
    """The licences whose text is in a text."""
    text = " ".join(text.lower().replace("//", " ").split())
    return {name for name, phrase in PHRASES.items() if re.search(phrase, text)}


def alternatives(expression):
    """The sets of licences of which one is enough."""
    return [set(re.split(r"\s+AND\s+", part.strip(" ()"))) for part in re.split(r"\s+OR\s+|/", expression)]


folder, name, target, *flags = sys.argv[1:]
folder = Path(folder)
manifest = [flag for at, flag in enumerate(flags) if "--manifest-path" in flags[max(at - 1, 0) : at + 1]]
tree = cargo("tree", "--locked", "--target", target, "--edges", "normal,no-proc-macro", "--prefix", "none", "--no-dedupe",
             "--format", "{p}|{l}", *flags)
metadata = json.loads(cargo("metadata", "--locked", "--all-features", "--format-version", "1", "--filter-platform", target, *manifest))
packages = {(package["name"], package["version"]): package for package in metadata["packages"]}
lock = tomllib.loads((Path(metadata["workspace_root"]) / "Cargo.lock").read_text())
sums = {(package["name"], package["version"]): package.get("checksum") for package in lock["package"]}

libraries = []
for line in sorted(set(tree.splitlines()) - {""}):
    package = packages[line.split()[0], line.split()[1].removeprefix("v").split("|")[0]]
    if package["source"] is not None and package not in libraries:
        libraries.append(package)

texts, complete, known = {}, {}, {}
for path in (Path("LICENSE-MIT"), Path("LICENSE-APACHE")):
    for licence in licences(path.read_text()):
        known.setdefault(licence, path.name)
for library in libraries:
    label = f"{library['name']} {library['version']}"
    own = set()
    source = Path(library["manifest_path"]).parent
    for file in sorted([*source.iterdir(), *source.glob("c_src/**/LICENSE")]):
        if FILES.match(file.name) and file.is_file():
            text = file.read_text(errors="replace").strip()
            labels = texts.setdefault(text, [])
            if label not in labels:
                labels.append(label)
            own |= licences(text)
    complete[label] = own
    for licence in own:
        known.setdefault(licence, label)

besides = ["Rust's standard library (MIT or Apache-2.0)"]
besides += ["musl (MIT)"] if target.endswith("musl") else []
besides += ["SQLite (public domain)"] if "libsqlite3-sys" in {library["name"] for library in libraries} else []
lines = [f"The programs contain these libraries, besides {' and '.join(besides)}.", ""]
for library in libraries:
    label, expression = f"{library['name']} {library['version']}", library["license"]
    missing = min((chosen - complete[label] for chosen in alternatives(expression)), key=len)
    lines.append(f"{label}: {expression}")
    if unknown := missing - known.keys():
        sys.exit(f"{label}: no text of the licence {', '.join(sorted(unknown))} is in its package, nor in another one")
    if missing:
        others = ", ".join(f"{licence} as with {known[licence]}" for licence in sorted(missing))
        lines.append(f"    by {', '.join(library['authors'])}; its package has no text: {others}")
for text, labels in texts.items():
    lines += ["", "-" * 80, ", ".join(labels), "", text]
(folder / "THIRD-PARTY.txt").write_text("\n".join(lines) + "\n")


def spdx(package):
    key = package["name"], package["version"]
    return {
        "SPDXID": f"SPDXRef-{'-'.join(key).replace('_', '.').replace('+', '.')}",
        "name": key[0],
        "versionInfo": key[1],
        "downloadLocation": f"https://crates.io/api/v1/crates/{key[0]}/{key[1]}/download",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": package["license"].replace("/", " OR "),
        "copyrightText": "NOASSERTION",
        "checksums": [{"algorithm": "SHA256", "checksumValue": sums[key]}],
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": f"pkg:cargo/{key[0]}@{key[1]}"}],
    }


whole = {
    "SPDXID": "SPDXRef-whole", "name": name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
    "licenseConcluded": "NOASSERTION", "licenseDeclared": "MIT OR Apache-2.0", "copyrightText": "NOASSERTION",
}
parts = [spdx(library) for library in libraries]
relations = [("SPDXRef-DOCUMENT", "DESCRIBES", whole["SPDXID"])] + [(whole["SPDXID"], "CONTAINS", part["SPDXID"]) for part in parts]
created = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
document = {
    "SPDXID": "SPDXRef-DOCUMENT",
    "spdxVersion": "SPDX-2.3",
    "dataLicense": "CC0-1.0",
    "name": name,
    "documentNamespace": f"https://agon.invalid/spdx/{name}",
    "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: third_party.py"]},
    "packages": [whole, *parts],
    "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
}
(folder / "THIRD-PARTY.spdx.json").write_text(json.dumps(document, indent=1) + "\n")
