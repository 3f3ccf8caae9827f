#!/usr/bin/env bash
# Builds the image without a container engine or an image registry, and runs it as compose.yaml does: read-only, as user
# 1000, with no capabilities and a network of its own. Debian's and npm's packages stand in for the two base images.
#
# usage, as root, after `npm ci`: deploy/try-image.sh [folder]
# Needs buildah and debootstrap. The folder keeps the base and the images, so that the next run is faster.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(realpath -m "${1:-/var/tmp/byname-image}")
mkdir -p "$work"
export BUILDAH_ISOLATION=chroot
image() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
step() { printf '\n== %s\n' "$*"; }

step 'A base: Debian bookworm, the pinned Node, npm'
if [ ! -e "$work/base.done" ]; then
  rm -rf "$work/base"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/base" > "$work/debootstrap.log"
  rm -rf "$work/base/var/cache/apt/archives" "$work/base/var/lib/apt/lists"
  # What this machine trusts, for npm.
  cp -L /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/ca-certificates.crt"
  cp node_modules/node/bin/node "$work/base/usr/local/bin/node"
  npm install --silent --no-save --prefix "$work/npm" npm@11.21.2
  mkdir -p "$work/base/usr/local/lib/node_modules"
  cp -r "$work/npm/node_modules/npm" "$work/base/usr/local/lib/node_modules/"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
  base=$(image from scratch)
  image add --quiet "$base" "$work/base" / > /dev/null
  image config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt --env PATH=/usr/local/bin:/usr/bin:/bin "$base"
  image commit --quiet --rm "$base" localhost/node > /dev/null
  touch "$work/base.done"
fi

step 'The image'
sed -E 's/^FROM node:[^ ]+/FROM localhost\/node/' Dockerfile > "$work/Dockerfile"
image build --quiet --pull=never --network host --format docker -f "$work/Dockerfile" -t localhost/byname .
container=$(image from --pull=never localhost/byname)
trap 'image rm "$container" > /dev/null' EXIT
root=$(image mount "$container")
du -sh --apparent-size "$root/app" "$root/app/node_modules" "$root/app/server" "$root/app/web" | sed "s|$root||"

node server/scripts/try-image.js "$root" "$(image inspect --type image localhost/byname | base64 -w0)"
