#!/bin/bash
# Boots this machine's systemd, with no unit but those of a service, in ROOT: `boot-systemd.sh ROOT`, as the first process of namespaces
# of its own (`unshare --mount --pid --fork --uts --ipc --cgroup`). Devices are the harmless ones.
set -eu
root=$1
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
else
  mkdir "$root/sys/fs/cgroup/systemd"
  mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
fi
# What the system itself starts is none of the service's.
rm -rf "$root"/etc/systemd/system/*.wants
mkdir -p "$root/etc/systemd/system" "$root/old"
printf '[Unit]\nDescription=nothing but the service\n' >"$root/etc/systemd/system/alone.target"
cd "$root"
pivot_root . old
umount -l /old
exec env -i container=other PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --system --unit=alone.target </dev/null >/dev/null 2>&1
