#!/bin/sh
# Runs a command where the machine has no network but its loopback, and leaves what the kernel counted in a file:
#   unshare --net --mount sh no-route.sh COUNTS COMMAND [ARGUMENT…]
# Whatever wants to leave finds no route, and the kernel counts it (OutNoRoutes), name look-ups included: they ask a
# server that is elsewhere, instead of a daemon of this machine that would ask for them.
set -eu
counts=$1
shift

# Loopback is down in a new namespace. Perl, because `ip` is not on every machine.
perl -e '
  socket(S, 2, 2, 0) or die "socket: $!";
  my $request = pack("a16 s x14", "lo", 0);
  ioctl(S, 0x8913, $request) or die "reading the flags of lo: $!";
  $request = pack("a16 s x14", "lo", (unpack("a16 s", $request))[1] | 1);
  ioctl(S, 0x8914, $request) or die "lo up: $!";
'
# A card that leads nowhere, where `ip` can make one: a browser without any calls itself offline, and pages act accordingly.
if ip link add nowhere type veth peer name nobody 2>/dev/null; then
  for card in nowhere nobody; do
    echo 1 >"/proc/sys/net/ipv6/conf/$card/disable_ipv6" 2>/dev/null || true
    ip link set "$card" up
  done
  ip address add 198.51.100.1/32 dev nowhere
fi
printf 'nameserver 192.0.2.1\noptions timeout:1 attempts:1\n' >"$counts.resolv"
printf 'hosts: files dns\n' >"$counts.nss"
mount --bind "$counts.resolv" "$(readlink -f /etc/resolv.conf)"
mount --bind "$counts.nss" /etc/nsswitch.conf

code=0
"$@" || code=$?
# Without IPv6 there is no second file.
cat /proc/net/snmp /proc/net/snmp6 >"$counts" 2>/dev/null || [ -s "$counts" ]
exit "$code"
