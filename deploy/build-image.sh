#!/usr/bin/env bash
# Builds the image localhost/portaria:VERSION with buildah. Usage: deploy/build-image.sh [BASE]
# BASE is an image of Debian 12 or later. 'debootstrap' creates one from Debian's mirror, if no registry is reachable.
set -euo pipefail
cd "$(dirname "$0")/.."
base=${1:-docker.io/library/debian:bookworm-slim}
version=$(node -p "require('./package.json').version")
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT

npm run --silent package -- "$context"
rm -r "$context/portaria-$version"
mv "$context"/portaria-*.tar.gz "$context/portaria.tar.gz"

if [ "$base" = debootstrap ]; then
  base=localhost/debian-base
  debootstrap --variant=minbase bookworm "$context/base"
  rm -rf "$context"/base/var/cache/apt/* "$context"/base/var/lib/apt/lists/*
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$context/base" / >/dev/null
  buildah commit --quiet --rm "$container" "$base" >/dev/null
  rm -rf "$context/base"
fi

buildah build --file deploy/Containerfile --build-arg "BASE=$base" --tag "localhost/portaria:$version" "$context"
buildah images --filter "reference=localhost/*"
