/**
 * Whether a proof is for this request and for now (RFC 9449 §4.3). Which ones were seen is
 * remembered in memory: after a restart one may come again, and buys nothing that its token would
 * not.
 */
import { AppError } from '../errors.ts'
import type { Proof } from './ports.ts'

export interface ProofAddress {
  method: string
  /** The path that the address must end with, whatever a proxy puts before it. */
  path: string
  /** By which names the box is asked: its public one, and the request's own. */
  hosts: readonly (string | undefined)[]
}

/** Clocks of browsers are wrong by minutes; the answer tells ours. */
const MOST_APART_S = 300

/** @throws {AppError} `invalid_proof` */
export function proofChecks(now: () => Date) {
  const seen = new Map<string, number>()

  function isNew({ thumbprint, id }: Proof, nowS: number): boolean {
    for (const [known, untilS] of seen) {
      if (untilS > nowS) break
      seen.delete(known)
    }
    const key = `${thumbprint} ${id}`
    if (seen.has(key)) return false
    seen.set(key, nowS + 2 * MOST_APART_S)
    return true
  }

  return (proof: Proof, address: ProofAddress): void => {
    const nowS = Math.floor(now().getTime() / 1000)
    const fault =
      proof.method !== address.method || !leadsTo(proof.address, address)
        ? 'address'
        : Math.abs(proof.issuedAtS - nowS) > MOST_APART_S
          ? 'iat'
          : isNew(proof, nowS)
            ? null
            : 'jti'
    if (fault) throw invalidProof(fault, nowS)
  }
}

function leadsTo(address: string, { path, hosts }: ProofAddress): boolean {
  if (!URL.canParse(address)) return false
  const { host, pathname } = new URL(address)
  return pathname.endsWith(path) && hosts.includes(host)
}

/** @param nowS the box's clock, so that a device can set itself right */
export function invalidProof(field: string, nowS?: number, cause?: unknown): AppError {
  const message = 'A prova do dispositivo não vale para este pedido.'
  const detail = { field, issue: 'invalid' }
  const details = [nowS === undefined ? detail : { ...detail, server_time: nowS }]
  return new AppError('unauthenticated', 'invalid_proof', message, { details, cause })
}
