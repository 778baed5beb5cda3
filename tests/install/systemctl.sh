#!/bin/sh
# Stands in for systemctl in a root without systemd: runs the units of /etc/systemd/system as their
# user, with their settings and folders, no privilege, and every other file system read-only.
set -eu
list() { sed -n "s/^$2=//p" "/etc/systemd/system/$1.service"; }

start() {
  user=$(list "$1" User)
  folders="$(list "$1" ReadWritePaths)"
  for name in $(list "$1" StateDirectory); do folders="$folders /var/lib/$name"; done
  for name in $(list "$1" CacheDirectory); do folders="$folders /var/cache/$name"; done
  for folder in $folders; do
    case $folder in /var/lib/*|/var/cache/*) install -d -o "$user" -g "$user" -m 0700 "$folder" ;; esac
  done
  cd "$(list "$1" WorkingDirectory)"
  list "$1" ExecStart > "/run/$1.commands"
  while read -r command; do
    env -i PATH=/usr/local/bin:/usr/bin:/bin $(cat "$(list "$1" EnvironmentFile)") $(list "$1" Environment) \
      unshare --mount sh -euc '
        for folder in $1; do mount --bind "$folder" "$folder"; done
        mount -t tmpfs tmpfs /tmp
        mount -o remount,bind,ro /
        shift
        exec setpriv --reuid "$1" --regid "$1" --clear-groups --no-new-privs --bounding-set -all \
          sh -c "umask 0077; exec $2"' - "$folders" "$user" "$command" >> "/var/log/$1.log" 2>&1 &
    echo $! > "/run/$1.pid"
    # A server goes on; each command of a oneshot ends.
    if [ "$(list "$1" Type)" = oneshot ]; then wait $!; fi
  done < "/run/$1.commands"
}

stop() {
  pid=$(cat "/run/$1.pid")
  kill -TERM "$pid"
  while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
}

verb=$1
shift
for unit in "$@"; do
  unit=${unit%.service}
  case "$verb $unit" in
    *' --now' | *.timer | *' caddy') ;;
    'start '* | 'enable '*) start "$unit" ;;
    'stop '*) stop "$unit" ;;
    *) echo "systemctl $verb $unit is not implemented" >&2; exit 1 ;;
  esac
done
