#!/usr/bin/env bash
# Makes the Debian of try-setup.sh and try-year.sh in the folder: minimal, with systemd, and with what an operator has installed
# before, which is a Node of today with npm. It is kept for the next run.
#
# usage, as root: deploy/try-base.sh <folder>
set -euo pipefail
cd "$(dirname "$0")/.."
work=$1
base=$work/base
mkdir -p "$work"

if [ ! -e "$work/base.done" ]; then
  rm -rf "$base"
  packages=ca-certificates,curl,dbus,iproute2,openssh-client,openssh-server,systemd,systemd-sysv,tmux
  debootstrap --variant=minbase --include="$packages" bookworm "$base" > "$work/debootstrap.log"
  # Debian bookworm has Node 18 and no npm of its age; the operator installs a later one.
  cp node_modules/node/bin/node "$base/usr/local/bin/node"
  npm install --silent --no-save --prefix "$work/npm" npm@11.21.2
  mkdir -p "$base/usr/local/lib/node_modules"
  cp -r "$work/npm/node_modules/npm" "$base/usr/local/lib/node_modules/"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$base/usr/local/bin/npm"
  ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$base/usr/local/bin/npx"
  # It shares the kernel with this machine: it sets nothing there, and has no terminals.
  for unit in systemd-sysctl systemd-modules-load console-getty getty@tty1 ssh; do
    ln -sf /dev/null "$base/etc/systemd/system/$unit.service"
  done
  # One machine is like the other.
  rm -f "$base/etc/machine-id" && touch "$base/etc/machine-id"
  apt-get clean -o Dir="$base"
  touch "$work/base.done"
fi
# What this machine trusts and how it reaches the registry, for npm.
cp -L /etc/ssl/certs/ca-certificates.crt "$base/etc/ssl/certs/ca-certificates.crt"
for file in "$HOME/.npmrc" /etc/npmrc; do [ ! -e "$file" ] || cp "$file" "$base/root/.npmrc"; done
