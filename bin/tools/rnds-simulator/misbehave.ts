/** What the simulator does to an answer, and to its callers, beyond judging documents. */
import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayPage, outcome, type Reply } from './answers.ts'
import type { Fault } from './faults.ts'

/** `silence`: nobody answers. `cut`: the connection ends. */
export function faulty({ name, code = 'ERR793' }: Fault, work: () => Reply) {
  if (name === 'reset' || name === 'certificate-reset') return 'cut'
  if (name === 'silent' || name === 'cut') {
    work()
    return name === 'cut' ? 'cut' : 'silence'
  }
  if (name === 'token-expired') return tokenRefused()
  if (name === 'certificate-refused') return certificateRefused
  if (name === 'gateway') return { status: 502, body: gatewayPage }
  if (name === 'unavailable') return { status: 503, body: gatewayPage }
  if (name === 'html') return { status: 200, body: gatewayPage }
  if (name === 'redirect')
    return { status: 302, headers: { location: 'https://elsewhere.example/api/fhir/r4/Bundle/x' } }
  if (name === 'empty') return { status: 422 }
  return outcome(422, [{ code, text: 'Recusa simulada.' }])
}

/**
 * No source has an answer to a certificate that passed TLS and is not the credential's: 401 is
 * what a client could meet, with nothing that it could read.
 */
const certificateRefused: Reply = { status: 401, body: gatewayPage }

/** In the words of the published sample. @param expired when it ended, and the network's now */
export function tokenRefused(expired?: { at: Date; now: Date }): Reply {
  const text = 'O token de certificado usado para autorizar o acesso não é válido.'
  const iso = (date: Date) => `${date.toISOString().slice(0, 19)}Z`
  const why = expired
    ? ` JWT expired at ${iso(expired.at)}. Current time: ${iso(expired.now)}, a difference of ${expired.now.getTime() - expired.at.getTime()} milliseconds.  Allowed clock skew: 0 milliseconds.`
    : ''
  return outcome(401, [{ code: 'ERR882', text: `${text}${why}` }])
}

/** Resolves for one caller after the other, evenly. */
export function turns(perSecond = Number.POSITIVE_INFINITY): () => Promise<void> {
  let nextMs = 0
  return async () => {
    const nowMs = performance.now()
    const mineMs = Math.max(nowMs, nextMs)
    nextMs = mineMs + 1000 / perSecond
    if (mineMs > nowMs) await sleep(mineMs - nowMs)
  }
}
