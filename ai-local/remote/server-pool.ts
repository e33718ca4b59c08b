/**
 * Several servers that do the same work, at addresses of their own: a request goes to the one that
 * has the least of ours to do. One that failed rests, each time for longer; then a single request
 * tries it. Each of our own servers counts for itself, and among equals chance decides, so that not
 * all begin with the first.
 */
export interface PoolServer {
  /** Ends with a slash. */
  readonly base: URL
  /** Requests of ours. */
  busy: number
}

export interface ServerPool {
  readonly size: number
  /** @throws where every server is among `without` */
  choose(without: ReadonlySet<PoolServer>): PoolServer
  failed(server: PoolServer): void
  answered(server: PoolServer): void
}

const FIRST_REST_MS = 5000
const LONGEST_REST_MS = 60_000

interface Member extends PoolServer {
  restMs: number
  restsUntilMs: number
}

/** @param addresses one, or several with commas between them */
export function serverPool(
  addresses: string,
  { nowMs = () => performance.now(), random = Math.random } = {},
): ServerPool {
  const members: Member[] = addresses.split(',').map((address) => ({
    base: new URL(address.endsWith('/') ? address : `${address}/`),
    busy: 0,
    restMs: 0,
    restsUntilMs: 0,
  }))
  const memberOf = (server: PoolServer) => server as Member

  return {
    size: members.length,
    choose(without) {
      const atMs = nowMs()
      const left = members.filter((one) => !without.has(one))
      const awake = left.filter(({ restsUntilMs }) => restsUntilMs <= atMs)
      const [chosen] = (awake.length > 0 ? awake : left)
        .map((one) => ({
          one,
          order: awake.length > 0 ? one.busy + random() / 2 : one.restsUntilMs,
        }))
        .sort((a, b) => a.order - b.order)
      if (!chosen) throw new Error('no server is left')
      // Of one that comes back from a rest, only this request finds out how it is.
      if (chosen.one.restMs > 0) chosen.one.restsUntilMs = atMs + chosen.one.restMs
      return chosen.one
    },
    failed(server) {
      const member = memberOf(server)
      member.restMs = Math.min(LONGEST_REST_MS, member.restMs * 2 || FIRST_REST_MS)
      member.restsUntilMs = nowMs() + member.restMs
    },
    answered(server) {
      Object.assign(memberOf(server), { restMs: 0, restsUntilMs: 0 })
    },
  }
}
