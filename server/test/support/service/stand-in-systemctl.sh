#!/usr/bin/env bash
# Stands in for systemctl on the machines of try-year.sh, where no systemd can run: starts what the units in /etc/systemd/system
# say, as their user and with their environment, holds their sockets, and restarts it. It confines nothing, and no timer waits for
# the night. SYSTEMD_ROOT: a folder in the place of /, for tests; a unit without User= runs as the user of this script.
set -euo pipefail
root=${SYSTEMD_ROOT-}
mkdir -p "$root/run" "$root/var/log"

setting() { sed -n "s/^$2=//p" "$root/etc/systemd/system/$1"; }

# Becomes the command of the unit, in its environment and as its user, after its folders are made.
become() {
  local unit=$1 setting name user
  user=$(setting "$unit" User)
  [ -z "$user" ] || for name in $(setting "$unit" StateDirectory); do install -d -m 700 -o "$user" -g "$user" "/var/lib/$name"; done
  for setting in $(setting "$unit" Environment); do export "${setting?}"; done
  while IFS= read -r setting; do export "${setting?}"; done < "$(setting "$unit" EnvironmentFile)"
  cd "$(setting "$unit" WorkingDirectory)"
  umask 077
  if [ -n "$(setting "$unit" Sockets)" ] && [ -e "$root/run/sockets.names" ]; then
    LISTEN_FDNAMES=$(cat "$root/run/sockets.names")
    LISTEN_FDS=$(tr -cd : <<< "$LISTEN_FDNAMES:" | wc -c)
    export LISTEN_FDNAMES LISTEN_FDS LISTEN_PID=$BASHPID
  fi
  eval "exec ${user:+setpriv --reuid=$user --regid=$user --init-groups} $(setting "$unit" ExecStart | sed 's/%%/%/g; s/\$\$/$/g')"
}

# Until another supervisor, or none, is wanted.
supervise() {
  local state=$root/run/$1
  echo $$ > "$state.wanted"
  while [ "$(cat "$state.wanted" 2> /dev/null)" = $$ ]; do
    become "$1" >> "$root/var/log/$1.log" 2>&1 &
    echo $! > "$state.pid"
    wait $! || true
    [ "$(cat "$state.wanted" 2> /dev/null)" = $$ ] || break
    sleep "$(setting "$1" RestartSec)"
  done
}

# Opens the sockets of all socket units as descriptors from 3 on, and becomes the process that starts the services which take them.
listen() {
  local unit names='' addresses=()
  for unit in "$root"/etc/systemd/system/*.socket; do
    unit=$(basename "$unit")
    names+=${names:+:}$(setting "$unit" FileDescriptorName)
    addresses+=("$(setting "$unit" ListenStream)")
  done
  mkfifo "$root/run/sockets.fifo"
  echo "$names" > "$root/run/sockets.names"
  exec perl -MSocket -e '
    my ($self, @addresses) = @ARGV;
    my @held;
    $^F = 99;
    for (@addresses) {
      my ($host, $port) = /^(?:(.*):)?(\d+)$/;
      socket(my $socket, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
      setsockopt($socket, SOL_SOCKET, SO_REUSEADDR, 1);
      bind($socket, sockaddr_in($port, inet_aton($host // "0.0.0.0"))) or die "bind $_: $!";
      listen($socket, 4096) or die "listen: $!";
      push @held, $socket;
    }
    exec "bash", $self, "hold"' "$0" "${addresses[@]}"
}

hold() {
  local unit
  exec 9<> "$root/run/sockets.fifo"
  while read -r unit <&9 && [ "$unit" != end ]; do "$0" supervise "$unit" 9<&- & done
}

# Of a unit with Type=notify: until it listens; fails when its first process ends before.
await_listening() {
  local log=$root/var/log/$1.log pid
  pid=$(cat "$root/run/$1.pid")
  until tail -c "+$2" "$log" | grep -q 'listens on http'; do
    kill -0 "$pid" 2> /dev/null || { echo "Job for $1 failed." >&2; return 1; }
    sleep 0.05
  done
}

start() {
  local type from
  if [[ $1 == *.socket ]]; then
    [ -e "$root/run/sockets.fifo" ] || setsid "$0" listen < /dev/null > /dev/null 2>> "$root/var/log/sockets.log" &
    until [ -p "$root/run/sockets.fifo" ]; do sleep 0.01; done
    return
  fi
  type=$(setting "$1" Type)
  case $type in
    oneshot) (become "$1") ;;
    exec | notify)
      ! [ -e "$root/run/$1.wanted" ] || return 0
      rm -f "$root/run/$1.pid"
      touch "$root/var/log/$1.log"
      from=$(($(stat -c %s "$root/var/log/$1.log") + 1))
      if [ -n "$(setting "$1" Sockets)" ] && [ -p "$root/run/sockets.fifo" ]; then
        echo "$1" > "$root/run/sockets.fifo"
      else
        setsid "$0" supervise "$1" < /dev/null > /dev/null 2>&1 &
      fi
      until [ -s "$root/run/$1.pid" ]; do sleep 0.01; done
      [ "$type" = exec ] || await_listening "$1" "$from"
      ;;
  esac
}

# Until its process has exited, or for TimeoutStopSec.
stop() {
  local state=$root/run/$1 pid
  rm -f "$state.wanted"
  pid=$(cat "$state.pid" 2> /dev/null) || return 0
  kill -TERM "$pid" 2> /dev/null || return 0
  timeout "$(setting "$1" TimeoutStopSec)" tail --pid="$pid" -f /dev/null || kill -KILL "$pid"
}

verb=$1
shift
case $verb in listen | hold) "$verb"; exit ;; esac
isNow=no
if [ "${1-}" = --now ]; then
  isNow=yes
  shift
fi
for name; do
  [[ $name == *.* ]] || name+=.service
  case $verb in
    supervise) supervise "$name" ;;
    start) start "$name" ;;
    stop) stop "$name" ;;
    restart) stop "$name"; start "$name" ;;
    enable) [ $isNow = no ] || start "$name" ;;
    disable) [ $isNow = no ] || stop "$name" ;;
    *) echo "systemctl $verb is not played here." >&2; exit 1 ;;
  esac
done
