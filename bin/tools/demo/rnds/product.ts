/**
 * The sample EHR's way to the product: over HTTP, as any host's backend goes (spec §4.1, §4.2). The
 * key stays here; for each consultation it buys a token that opens this one only, so an `ehr_id` of
 * another patient finds nothing.
 */
import type { Socket } from 'node:net'
import { isObject } from '../../../../core/rnds/outcome.ts'

export interface Visit {
  consultationId: string
  patientId: string
  doctorId: string
}

export interface ProductAnswer {
  status: number
  body: Record<string, unknown>
}

export interface Product {
  /** @param path below `/v1` */
  call(
    visit: Visit,
    request: { method: string; path: string; body?: object },
  ): Promise<ProductAnswer>
}

interface Deps {
  /** `http://127.0.0.1:8080` */
  url: string
  apiKey: string
  now: () => Date
}

/** The shortest that the endpoint gives. */
const TOKEN_LIFE_S = 1800
/** Renewed before it ends, so that none ends under way. */
const RENEW_S = 60
const MOST_TOKENS = 100

export function productClient({ url, apiKey, now }: Deps): Product {
  const tokens = new Map<string, { token: string; goodUntil: number }>()

  async function tokenOf(visit: Visit): Promise<ProductAnswer | string> {
    const { consultationId, patientId, doctorId } = visit
    const name = nameOf(visit)
    const known = tokens.get(name)
    if (known && known.goodUntil > now().getTime()) return known.token
    // A backend's token, which never goes to the page: those of pages may not delete at the
    // network.
    const answer = await send('/integration/session-token/', {
      method: 'POST',
      headers: { 'x-svc-token': apiKey },
      body: {
        consultation_id: consultationId,
        patient_id: patientId,
        doctor_id: doctorId,
        expiration: TOKEN_LIFE_S,
        holder: 'backend',
      },
    })
    const { access: token } = answer.body
    if (typeof token !== 'string') return answer
    if (tokens.size >= MOST_TOKENS) tokens.clear()
    const goodUntil = now().getTime() + (TOKEN_LIFE_S - RENEW_S) * 1000
    tokens.set(name, { token, goodUntil })
    return token
  }

  async function send(
    path: string,
    request: { method: string; headers: Record<string, string>; body?: object | undefined },
  ): Promise<ProductAnswer> {
    const { method, headers, body } = request
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json().catch(() => null)
    return { status: response.status, body: isObject(answer) ? answer : {} }
  }

  return {
    async call(visit, { method, path, body }) {
      const token = await tokenOf(visit)
      if (typeof token !== 'string') return token
      const headers = { authorization: `Bearer ${token}` }
      const answer = await send(`/v1${path}`, { method, headers, body })
      if (answer.status === 401) tokens.delete(nameOf(visit))
      return answer
    },
  }
}

/**
 * Where this very server listens: the address that the page's own request came to, before any
 * reverse proxy.
 */
export function ownAddress({ localAddress = '127.0.0.1', localPort }: Socket): string {
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  return `http://${host}:${localPort}`
}

/** A token is good for all three together. */
function nameOf({ consultationId, patientId, doctorId }: Visit): string {
  return JSON.stringify([consultationId, patientId, doctorId])
}
