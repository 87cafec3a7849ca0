# Makes a machine in a folder: this one's files with changes of its own, its own processes, and a network of its own.
set -eu
folder=$1
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/changes,workdir=$folder/work" "$folder/root"
mount -t tmpfs tmpfs "$folder/root/tmp"
mount --rbind /dev "$folder/root/dev"
mount -t proc proc "$folder/root/proc"
mount --bind "$folder/shared" "$folder/root/mnt"
mkdir -p "$folder/root/srv/project"
mount --bind "$2" "$folder/root/srv/project"
install -m 0755 "$2/test/support/machine/systemctl.sh" "$folder/root/usr/local/bin/systemctl"
ip link set lo up
echo ready
# Bash as the first process reaps those that have ended.
exec chroot "$folder/root" bash -c 'while sleep 1; do :; done'
