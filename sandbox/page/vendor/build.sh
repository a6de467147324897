#!/bin/sh
# Rebuilds the two bundles beside this file. Needs Node.js with npm and the npm registry; the page itself needs neither.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/*.entry.js "$work"
cd "$work"
npm init -y >/dev/null
npm install --no-audit --no-fund --save-exact \
  esbuild@0.28.2 @skyra/discord-components-core@4.0.2 lit@3.3.3 lit-html@3.3.3 lit-element@4.2.2 \
  @lit/context@1.1.6 @lit/reactive-element@2.1.2 discord-markdown-parser@1.3.1
for name in discord-components discord-markdown; do
  npx --no-install esbuild "$name.entry.js" --bundle --format=esm --target=es2022 --minify --legal-comments=inline \
    --outfile="$here/$name.js"
done
