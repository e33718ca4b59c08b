/**
 * The access token, asked for once and shared (RNDS.md §3.1): calls at the same time wait for one
 * renewal, and the network asks that a token be used until shortly before it ends.
 */
import type { NetworkTrouble } from '../../core/rnds/network.ts'

export interface Token {
  value: string
  /** As the network says, in ms; it issues them for 30 minutes. */
  livesMs: number
}

export type TokenAnswer =
  | { kind: 'token'; token: Token }
  | { kind: 'trouble'; trouble: NetworkTrouble }

export interface TokenSource {
  /** @returns a token that will do for a call that begins now, or why there is none */
  get(): Promise<{ value: string } | { trouble: NetworkTrouble }>
  /** The network refused this one. Another that has come meanwhile is kept. */
  drop(value: string): void
}

/** A call may take its time before the token is looked at. */
const MARGIN_MS = 60_000

export function tokenSource(deps: {
  fetchToken: () => Promise<TokenAnswer>
  nowMs: () => number
}): TokenSource {
  let held: { value: string; goodUntilMs: number } | undefined
  let underWay: Promise<TokenAnswer> | undefined

  async function renew(): Promise<TokenAnswer> {
    const askedAtMs = deps.nowMs()
    const answer = await deps.fetchToken()
    if (answer.kind === 'token') {
      const { value, livesMs } = answer.token
      const margin = Math.min(MARGIN_MS, livesMs / 10)
      held = { value, goodUntilMs: askedAtMs + livesMs - margin }
    }
    return answer
  }

  return {
    async get() {
      if (held && deps.nowMs() < held.goodUntilMs) return { value: held.value }
      underWay ??= renew().finally(() => {
        underWay = undefined
      })
      const answer = await underWay
      return answer.kind === 'token' ? { value: answer.token.value } : { trouble: answer.trouble }
    },
    drop(value) {
      if (held?.value === value) held = undefined
    },
  }
}
