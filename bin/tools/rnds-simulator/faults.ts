import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayPage, outcome, type Reply } from './answers.ts'

/**
 * What the simulator does wrong on demand: each fault for a number of calls or until it is cleared,
 * for one operation or for all.
 */
export const FAULTS = [
  /** 401 ERR882, whatever the token. */
  'token-expired',
  /** 422 with `code`. */
  'reject',
  /** 502 with a page of a gateway. */
  'gateway',
  /** 503 with such a page. */
  'unavailable',
  /** 200 with a page instead of an answer. */
  'html',
  /** 422 that breaks off in its body. */
  'truncated',
  /** 422 with nothing in it. */
  'empty',
  /** An answer that does not end. */
  'huge',
  /** 302 to another host. */
  'redirect',
  /** The connection is cut before anything is done. */
  'reset',
  /** It is done, and never answered. */
  'silent',
  /** It is done, and the connection is cut. */
  'cut',
  /** The call for a token is refused, after TLS took the certificate. */
  'certificate-refused',
  /** The same without a word: the connection ends once the call for a token was read. */
  'certificate-reset',
  /** Connections are refused before they are encrypted. */
  'down',
] as const

export type FaultName = (typeof FAULTS)[number]

export const OPERATIONS: readonly string[] = [
  'token',
  'submit',
  'remove',
  'identifier',
  'document',
  'patient',
  'practitioner',
  'role',
  'organization',
  'lookup',
  'metadata',
]

export interface Fault {
  name: FaultName
  /** Of `reject`: `ERR793`. */
  code?: string
  /** undefined: whatever is asked but the token; of `certificate-`, the token alone. */
  operation?: string
  /** undefined: until it is cleared. */
  times?: number
}

export interface Faults {
  add(fault: Fault): void
  clear(): void
  list(): Fault[]
  /** The fault that this call meets, used up by one. */
  take(operation: string): Fault | undefined
  isDown(): boolean
}

export function faults(): Faults {
  let present: Fault[] = []

  function use(fault: Fault): Fault {
    if (fault.times !== undefined) {
      fault.times -= 1
      if (fault.times <= 0) present = present.filter((other) => other !== fault)
    }
    return fault
  }

  return {
    add: (fault) => void present.push({ ...fault }),
    clear() {
      present = []
    },
    list: () => present.map((fault) => ({ ...fault })),
    take(operation) {
      const fault = present.find((one) => {
        if (one.name === 'down') return false
        const isOfToken = operation === 'token'
        if (one.name.startsWith('certificate-')) return isOfToken
        return one.operation === undefined ? !isOfToken : one.operation === operation
      })
      return fault && use(fault)
    },
    isDown() {
      const fault = present.find(({ name }) => name === 'down')
      return fault !== undefined && use(fault) === fault
    },
  }
}

/**
 * `reject:ERR793` or `gateway`, as a flag of the command line says it. undefined: no such fault.
 */
export function readFault(text: string): Fault | undefined {
  const [word, code, ...rest] = text.split(':')
  const name = FAULTS.find((known) => known === word)
  if (!name || rest.length > 0) return undefined
  return { name, ...(code && { code }) }
}

/**
 * What the simulator does to an answer, and to its callers, beyond judging documents.
 *
 * `silence`: nobody answers. `cut`: the connection ends.
 */
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
