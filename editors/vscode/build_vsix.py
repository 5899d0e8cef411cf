#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs the extension into a .vsix, without network and the same bytes each time.

usage: build_vsix.py [FILE.vsix]
"""
import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

HERE = pathlib.Path(__file__).resolve().parent
FILES = ["package.json", "extension.js", "server.js", "README.md"]
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension=".json" ContentType="application/json"/>
<Default Extension=".js" ContentType="application/javascript"/>
<Default Extension=".md" ContentType="text/markdown"/>
<Default Extension=".txt" ContentType="text/plain"/>
<Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
"""


def manifest(package):
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id={quoteattr(package['name'])} Version={quoteattr(package['version'])} Publisher={quoteattr(package['publisher'])}/>
<DisplayName>{escape(package['displayName'])}</DisplayName>
<Description xml:space="preserve">{escape(package['description'])}</Description>
<Tags>{escape(','.join(package['keywords']))}</Tags>
<Categories>{escape(','.join(package['categories']))}</Categories>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(package['engines']['vscode'])}/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
</Properties>
<License>extension/LICENSE.txt</License>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
</Assets>
</PackageManifest>
"""


def main():
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else f"{package['name']}-{package['version']}.vsix")
    parts = {"[Content_Types].xml": TYPES, "extension.vsixmanifest": manifest(package)}
    parts.update({f"extension/{name}": (HERE / name).read_text(encoding="utf-8") for name in FILES})
    parts["extension/LICENSE.txt"] = (HERE.parent.parent / "LICENSE").read_text(encoding="utf-8")
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
    print(f"{out}: {len(parts)} files, {out.stat().st_size} bytes; code --install-extension {out}")


if __name__ == "__main__":
    main()
