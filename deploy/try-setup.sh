#!/usr/bin/env bash
# Installs the package on a fresh Debian with systemd by one command, `byname setup`, up to a name that viem resolves over https
# with a certificate of Pebble; prints the seconds, bytes and questions. The machine is a root file system in namespaces.
#
# usage, as root, after `npm ci` and `npm run release`: deploy/try-setup.sh [folder]
# Needs debootstrap, pebble, unshare, nsenter and ip. The folder keeps the base, so that the next run is faster.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(realpath -m "${1:-/var/tmp/byname-machines}")
deploy/try-base.sh "$work"
exec node_modules/node/bin/node server/scripts/try-setup.ts "$work"
