#!/usr/bin/env bash
# Installs the package on a fresh Debian root file system with one command, `byname setup`, up to a name that viem resolves over
# https with a certificate of Pebble; prints the seconds, bytes and questions. A namespace of its own has the network.
#
# usage, as root, after `npm ci` and `npm run release`: deploy/try-setup.sh [folder]
# Needs debootstrap, pebble and unshare. The folder keeps the base, so that the next run is faster.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(realpath -m "${1:-/var/tmp/byname-setup}")
mkdir -p "$work"

if [ ! -e "$work/base.done" ]; then
  rm -rf "$work/base"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/base" > "$work/debootstrap.log"
  # Debian bookworm has Node 18 and no npm of its age; the operator installs a later one.
  cp node_modules/node/bin/node "$work/base/usr/local/bin/node"
  npm install --silent --no-save --prefix "$work/npm" npm@11.21.2
  mkdir -p "$work/base/usr/local/lib/node_modules"
  cp -r "$work/npm/node_modules/npm" "$work/base/usr/local/lib/node_modules/"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
  ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$work/base/usr/local/bin/npx"
  touch "$work/base.done"
fi
# What this machine trusts and how it reaches the registry, for npm.
cp -L /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/ca-certificates.crt"
cp -L /etc/resolv.conf "$work/base/etc/resolv.conf"
cp release/byname-*.tgz "$work/base/root/"
for file in "$HOME/.npmrc" /etc/npmrc; do [ ! -e "$file" ] || cp "$file" "$work/base/root/.npmrc"; done

exec unshare --mount --fork --kill-child bash -euc '
  mount --make-rprivate /
  disk=$1/disk tree=$1/disk/tree
  mkdir -p "$disk"
  mount -t tmpfs -o size=4g tmpfs "$disk"
  mkdir "$disk/upper" "$disk/work" "$tree"
  mount -t overlay overlay -o "lowerdir=$1/base,upperdir=$disk/upper,workdir=$disk/work" "$tree"
  mount -t proc proc "$tree/proc"
  mount --rbind /dev "$tree/dev"
  install -m 755 server/test/support/setup/stand-in.sh "$tree/usr/local/bin/systemctl"
  mkdir -p "$tree/run/systemd/system"
  # The registry is reached before the network is one of its own.
  started=$(date +%s%N)
  package=$(cd "$tree/root" && ls byname-[0-9]*.tgz)
  chroot "$tree" env HOME=/root NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt npx --yes "./root/$package" --version
  fetched=$((($(date +%s%N) - started) / 1000000))
  printf "127.0.0.1 localhost\n127.0.0.1 names.acme-club.com\n" > "$disk/hosts"
  cp "$disk/hosts" "$tree/etc/hosts"
  mount --bind "$disk/hosts" /etc/hosts
  exec unshare --net bash -euc "
    ip link set lo up
    echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start
    exec node_modules/node/bin/node server/scripts/try-setup.ts \"\$@\"
  " - "$tree" "$package" "$fetched"
' - "$work"
