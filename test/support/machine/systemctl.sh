#!/bin/bash
# Stands in for systemd, which needs a whole machine: starts the program of ringup.service as the unit says, as a user of its own,
# with the state folder as DynamicUser= has it (a link into /var/lib/private), and again 2 s after it has ended.
set -eu
unit=/etc/systemd/system/ringup.service
PATH=/usr/sbin:/usr/bin:/sbin:/bin
user=61184
run=/run/ringup.test
state=/var/lib/ringup private=/var/lib/private/ringup

main() {
  local words=()
  for word in "$@"; do [ "$word" = ringup ] || words+=("$word"); done
  case "${words[*]}" in
    daemon-reload) ;;
    start | 'enable --now') start ;;
    stop | 'disable --now') stop ;;
    restart) stop && start ;;
    *) echo "systemctl ${words[*]} is not known here" >&2 && exit 1 ;;
  esac
}

is_running() { [ -e $run ] && kill -0 "$(cat $run)" 2>/dev/null; }

start() {
  is_running && return 0
  mkdir -p /var/lib/private
  if [ -d $state ] && [ ! -L $state ]; then mv $state $private; fi
  mkdir -p $private && ln -sfn private/ringup $state
  chmod 711 /var/lib/private # in its own namespace the service reaches its folder alone
  chmod 700 $private
  # systemd leaves the files alone if the folder has the right owner.
  [ "$(stat -c %u $private)" = $user ] || chown -R $user:$user $private
  env -i "PATH=$PATH" setsid bash "$0" supervise </dev/null >>/var/log/ringup.log 2>&1 &
  echo $! >$run
}

stop() {
  is_running || return 0
  local pid
  pid=$(cat $run)
  rm $run
  pkill -TERM -P "$pid" || true
  # A proxy needs 10 s at most.
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
}

# Until the file that names this process is gone.
supervise() {
  until [ -e $run ]; do sleep 0.01; done
  while [ "$(cat $run 2>/dev/null)" = $$ ]; do
    (
      umask 077
      while IFS='=' read -r key value; do
        if [ "$key" = Environment ]; then export "${value//%S//var/lib}"; fi
      done <$unit
      while IFS= read -r line; do
        if [[ $line =~ ^[A-Z_]+= ]]; then export "$line"; fi
      done <"$(sed -n 's/^EnvironmentFile=//p' $unit)"
      cd /
      exec setpriv --reuid=$user --regid=$user --clear-groups --no-new-privs $(sed -n 's/^ExecStart=//p' $unit)
    ) || true
    if [ -e $run ]; then sleep 2; fi
  done
}

if [ "$1" = supervise ]; then supervise; else main "$@"; fi
