#!/usr/bin/env bash
# Plays a year of operation on machines that are fresh Debians with systemd: installed by `byname setup`, upgraded, broken and
# moved, while a client resolves names over https and a webhook notes each alert; prints the table of docs/faults.md.
#
# usage, as root, after `npm ci` and `npm run release`: deploy/try-year.sh [folder [disk]]
# Needs debootstrap, pebble, unshare, nsenter and ip. The folder keeps the base, so that the next run is faster.
# With `disk`, only the full disk is played, in some minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(realpath -m "${1:-/var/tmp/byname-machines}")
deploy/try-base.sh "$work"
exec node_modules/node/bin/node server/scripts/try-year.ts "$work" "${2:-}"
