#!/usr/bin/env bash
# Plays a year of operation with the commands of docs/operating, on machines that are Debian root file systems with a network of
# their own, while a client resolves names and Prometheus evaluates alerts.yaml; prints the table of docs/faults.md.
#
# usage, as root, after `npm ci`: deploy/try-year.sh [folder] [commit of the version that is upgraded]
# Needs debootstrap, nsenter, ip, openssl and prometheus. The folder keeps the base, so that the next run is faster.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(realpath -m "${1:-/var/tmp/byname-year}")
earlier=$(git rev-parse "${2:-b8ce81a2}")
mkdir -p "$work"

if [ ! -e "$work/base.done" ]; then
  rm -rf "$work/base"
  debootstrap --variant=minbase --include=ca-certificates,caddy,curl,git,nginx-light,openssh-client,openssh-server,openssl bookworm "$work/base" > "$work/debootstrap.log"
  # Debian bookworm has Node 18 and no npm of its age; the operator installs a later one.
  cp node_modules/node/bin/node "$work/base/usr/local/bin/node"
  npm install --silent --no-save --prefix "$work/npm" npm@11.21.2
  mkdir -p "$work/base/usr/local/lib/node_modules"
  cp -r "$work/npm/node_modules/npm" "$work/base/usr/local/lib/node_modules/"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
  touch "$work/base.done"
fi
# What this machine trusts and how it reaches the registry, for npm.
cp -L /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/ca-certificates.crt"
cp -L /etc/resolv.conf "$work/base/etc/resolv.conf"
install -m 755 deploy/try-year-systemctl.sh "$work/base/usr/local/bin/systemctl"

rm -rf "$work/base/srv/byname.git"
git init --quiet --bare "$work/base/srv/byname.git"
git -C "$work/base/srv/byname.git" fetch --quiet "$PWD" "$earlier:refs/tags/v0.1.0" "HEAD:refs/tags/v0.2.0"

exec node_modules/node/bin/node server/scripts/try-year.ts "$work"
