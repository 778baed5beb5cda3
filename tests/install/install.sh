#!/bin/sh
# Runs a script in a throw-away root: an overlay over this machine's root in memory. $1 is the
# script, $2 an empty folder, $3 the repository to install from.
set -eu
mount -t tmpfs tmpfs "$2"
mkdir "$2/upper" "$2/work" "$2/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$2/upper,workdir=$2/work" "$2/root"
root=$2/root
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
cp /etc/resolv.conf "$root/run/resolv.conf"
cp "$(dirname "$0")/systemctl.sh" "$root/usr/local/bin/systemctl"
# Packages only have to exist; the log of a unit is a file.
printf '#!/bin/sh\n[ "$1" = update ] || apt-cache show %s > /dev/null\n' 'git npm caddy curl' > "$root/usr/local/bin/apt-get"
printf '#!/bin/sh\ncat "/var/log/$2.log"\n' > "$root/usr/local/bin/journalctl"
chmod +x "$root/usr/local/bin/systemctl" "$root/usr/local/bin/apt-get" "$root/usr/local/bin/journalctl"
mkdir -p "$root/etc/caddy"
rm -rf "$root/opt/flipside" "$root/etc/flipside" "$root/var/lib/flipside" "$root/srv/flipside.git"
git clone --quiet --bare --no-tags "$3" "$root/srv/flipside.git"
cp "$1" "$root/run/script.sh"
# Not chroot: paths in /proc would be those outside.
mkdir "$root/.outside"
cd "$root"
pivot_root . .outside
umount -l /.outside
exec /bin/sh -eux /run/script.sh
