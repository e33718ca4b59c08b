import test from 'ava'
import { egressTrace } from '../helpers/egress-trace.ts'

/** As strace 6.1 writes them. */
const TRACE = `10<node> execve("/usr/bin/node", [...], 0x7ffd /* 9 vars */) = 0
10<node> clone(child_stack=0x7f, flags=CLONE_VM|CLONE_THREAD, tls=0x7f) = 11
10<node> clone3({flags=CLONE_VM|CLONE_VFORK}, 88 <unfinished ...>
10<node> <... clone3 resumed>)                = 12
12<node> execve("/opt/runtime/whisper-server", [...], 0x7ffd /* 9 vars */ <unfinished ...>
10<node> connect(22<TCP:[4404508]>, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("127.0.0.1")}, 16 <unfinished ...>
10<node> <... connect resumed>)      = -1 EINPROGRESS (Operation now in progress)
10<node> connect(22<TCPv6:[4404508]>, {sa_family=AF_INET6, sin6_port=htons(8080), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::1", &sin6_addr), sin6_scope_id=0}, 28) = 0
11<libuv-worker> sendto(20<NETLINK:[ROUTE:18939]>, ..., 20, 0, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 20
11<libuv-worker> connect(20<UNIX-STREAM:[4404510]>, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT (No such file or directory)
`

const found = (more: string) => {
  const trace = egressTrace()
  for (const line of (TRACE + more).split('\n')) trace.line(line)
  return trace.result()
}

test('connections within the machine are no departure', (t) => {
  t.deepEqual(found(''), { destinations: 2, outside: [] })
})

const departures: [what: string, line: string, expected: object][] = [
  [
    'a connection over IPv4, of a thread',
    '11<libuv-worker> connect(22<TCP:[44]>, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("192.0.2.7")}, 16 <unfinished ...>',
    { program: '/usr/bin/node', protocol: 'TCP', address: '192.0.2.7', port: 443 },
  ],
  [
    'a connection over IPv6, of a child',
    '12<whisper-server> connect(21<TCPv6:[44]>, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::7", &sin6_addr), sin6_scope_id=0}, 28) = -1 ENETUNREACH (Network is unreachable)',
    {
      program: '/opt/runtime/whisper-server',
      protocol: 'TCPv6',
      address: '2001:db8::7',
      port: 443,
    },
  ],
  [
    'a datagram',
    '10<node> sendto(19<UDP:[0.0.0.0:4807]>, ..., 6, 0, {sa_family=AF_INET, sin_port=htons(514), sin_addr=inet_addr("192.0.2.7")}, 16) = 6',
    { program: '/usr/bin/node', protocol: 'UDP', address: '192.0.2.7', port: 514 },
  ],
  [
    'a look-up of a name, even at this machine',
    '11<libuv-worker> connect(20<UDP:[44]>, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 0',
    { program: '/usr/bin/node', protocol: 'UDP', address: '127.0.0.53', port: 53 },
  ],
  [
    'a look-up by a daemon',
    '11<libuv-worker> connect(20<UNIX-STREAM:[44]>, {sa_family=AF_UNIX, sun_path="/run/systemd/resolve/io.systemd.Resolve"}, 42) = 0',
    {
      program: '/usr/bin/node',
      protocol: 'UNIX-STREAM',
      address: '/run/systemd/resolve/io.systemd.Resolve',
      port: 0,
    },
  ],
]
for (const [what, line, expected] of departures)
  test(`${what} is found, with who it was and how often`, (t) => {
    t.deepEqual(found(`${line}\n${line}`).outside, [{ ...expected, times: 2 }] as never)
  })
