/**
 * Who wanted to leave the machine, out of what strace wrote of a run (`TRACE` says how). A
 * destination is fine on the loopback, except for look-ups of names: a server of names on the
 * loopback would ask others.
 */

/**
 * The words before a command that has it traced into `file`. `sendmsg` is left out: browsers talk
 * to themselves by it all day.
 */
export const traceInto = (file: string): readonly string[] => [
  'strace',
  '-f',
  '-Y',
  '-yy',
  '-qq',
  '--seccomp-bpf',
  '-s',
  '0',
  '-e',
  'signal=none',
  '-e',
  'trace=connect,sendto,sendmmsg,execve,fork,vfork,clone,clone3',
  '-o',
  file,
]

export interface Departure {
  /** The program that the process runs, by its path. */
  program: string
  protocol: string
  address: string
  port: number
  /** How often. */
  times: number
}

const LINE = /^(\d+)<[^>]*>\s+(.*)$/
const STARTED = /(?:fork|vfork|clone3?)(?:\(| resumed>).*\)\s+= (\d+)/
const PROGRAM = /^execve\("([^"]+)"/
const CALL = /^(?:connect|sendto|sendmmsg)\(\d+<([A-Za-z0-9-]+)/
const DESTINATION =
  /sin6?_port=htons\((\d+)\)[^}]*?(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")/g
/** Daemons that would ask others for a name. */
const NAME_DAEMON = /sun_path="([^"]*(?:systemd\/resolve|avahi-daemon)[^"]*)"/
const NAME_PORTS = new Set([53, 5353, 5355])

/** Takes a trace line by line, since that of a whole test run is large. */
export function egressTrace() {
  const programs = new Map<string, string>()
  const outside = new Map<string, Departure>()
  let destinations = 0

  function note(departure: Omit<Departure, 'times'>) {
    const key = JSON.stringify(departure)
    const known = outside.get(key)
    if (known) known.times++
    else outside.set(key, { ...departure, times: 1 })
  }

  return {
    line(text: string): void {
      const [, pid = '', event = ''] = LINE.exec(text) ?? []
      const path = PROGRAM.exec(event)?.[1]
      if (path) programs.set(pid, path)
      const program = programs.get(pid) ?? '?'
      const child = STARTED.exec(event)?.[1]
      if (child && !programs.has(child)) programs.set(child, program)
      const protocol = CALL.exec(event)?.[1]
      if (!protocol) return
      const daemon = NAME_DAEMON.exec(event)?.[1]
      if (daemon) note({ program, protocol, address: daemon, port: 0 })
      for (const [, port, overIp4, overIp6] of event.matchAll(DESTINATION)) {
        destinations++
        const address = overIp4 ?? overIp6 ?? ''
        const departure = { program, protocol, address, port: Number(port) }
        if (!isLoopback(address) || NAME_PORTS.has(departure.port)) note(departure)
      }
    },
    /**
     * Calls that named an address of the internet protocols, and those of them that name one
     * elsewhere.
     */
    result: () => ({ destinations, outside: [...outside.values()] }),
  }
}

function isLoopback(address: string): boolean {
  return /^(127\.|0\.0\.0\.0$|::1$|::$|::ffff:127\.)/.test(address)
}
