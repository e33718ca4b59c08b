export interface Item {
  /** Section of the specification. */
  section: string
  says: string
  /** @throws {Departure} in words */
  check(at: Installation, visit: TestVisit): Promise<void>
}

/** What nobody sees without a browser, a doctor or the network itself. */
export const NOT_FROM_OUTSIDE: readonly { section: string; says: string }[] = [
  { section: '3.2, 3.3', says: 'lifecycle and recording: in a browser (svcctl host test)' },
  { section: '4.3, 6', says: 'the plugin’s calls and events: in a browser (svcctl host test)' },
  { section: '5.3', says: 'renewal by getToken: in a browser (svcctl host test)' },
  {
    section: '4.3',
    says: 'ids given as numbers, a key given to init, resetRecording: in a browser (svcctl host test)',
  },
  {
    section: '4.4',
    says: 'startRecording from the host, names of notifications: in a browser (docs/spec-coverage.md)',
  },
  { section: '8', says: 'exchanges a minute and key: asked, they would keep the hospital out' },
  { section: '5.4', says: 'revocation: needs the administrator (svcctl key revoke)' },
  {
    section: '3.1, 4.2',
    says: 'what the network accepts: svcctl rnds check, svcctl rnds simulator',
  },
]

export interface TestVisit {
  /** A backend's session token. */
  session: string
  /** A token of this consultation only. */
  bearer: string
  ids: { consultation_id: string; doctor_id: string; patient_id: string }
  ehrId: string
  /** The first answer was 201. */
  wasCreated: boolean
  isIdempotent: boolean
}

/** What all items share: tokens, and one invented visit that stays behind, named as what it is. */
export async function openVisit(at: Installation, now: Date): Promise<TestVisit> {
  const name = `conformance-${now.getTime()}`
  const ids = { consultation_id: name, doctor_id: 'conformance', patient_id: name }
  const issued = await at.exchange('/integration/session-token/', { expiration: 1800 })
  expectStatus(issued, 200)
  const session: string = issued.body.access
  const identified = await at.exchange('/integration/identify/', { ...ids, expiration: 1800 })
  expectStatus(identified, 200)
  const open = () =>
    at.ask('/api/v1/ehrs/by-external-id', { method: 'PUT', token: session, body: ids })
  const first = await open()
  const second = await open()
  return {
    session,
    bearer: identified.body.token,
    ids,
    ehrId: first.body.id ?? '',
    wasCreated: first.status === 201,
    isIdempotent: second.status === 200 && second.body.id === first.body.id,
  }
}

/** What an item found that is not as the specification says. */
export class Departure extends Error {}

export function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Departure(otherwise)
}

export function expectStatus({ status, body }: Answer, wanted: number) {
  const code = typeof body.error === 'string' ? ` ${body.error}` : ''
  expect(status === wanted, `expected ${wanted}, got ${status}${code}`)
}

/** Spec §7: `error` and `message`, as texts. */
export function expectError(answer: Answer, status: number, ...codes: string[]) {
  expectStatus(answer, status)
  const { error, message } = answer.body
  expect(typeof error === 'string' && typeof message === 'string', 'no error and message')
  expect(
    codes.length === 0 || codes.includes(error),
    `expected ${codes.join(' or ')}, got ${error}`,
  )
}

export function expectField(answer: Answer, field: string, issue: string) {
  const { details } = answer.body
  const found =
    Array.isArray(details) &&
    details.some((one) => one.field === field && (issue === '' || one.issue === issue))
  expect(found, `details do not name ${field} ${issue}`.trim())
}

/** The claims of a JWT, unchecked. */
export function claimsOf(token: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  } catch {
    throw new Departure('no JWT')
  }
}

/**
 * An installation as a host's backend reaches it: over HTTP, with a key, and nothing else. Whoever
 * is told to wait waits once.
 */
const TIMEOUT_MS = 30_000
const LONGEST_WAIT_S = 65

interface Answer {
  status: number
  headers: Headers
  text: string
  /** Body of a JSON answer; else an empty object. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are what is looked at
  body: any
}

interface Question {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  /** A bearer. */
  token?: string
  /** Take a 429 for an answer. */
  impatient?: boolean
}

export interface Installation {
  key: string
  ask(path: string, question?: Question): Promise<Answer>
  /** With the key. */
  exchange(path: string, body: unknown): Promise<Answer>
}

/** `base` without a slash at its end. */
export function installation(base: string, key: string): Installation {
  async function once(path: string, { method = 'GET', headers, body, token }: Question) {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }

  async function ask(path: string, question: Question = {}): Promise<Answer> {
    const answer = await once(path, question)
    if (answer.status !== 429 || question.impatient) return answer
    const waitS = Math.min(Number(answer.headers.get('retry-after')) || 1, LONGEST_WAIT_S)
    await new Promise((resolve) => setTimeout(resolve, waitS * 1000))
    return once(path, question)
  }

  return {
    key,
    ask,
    exchange: (path, body) => ask(path, { method: 'POST', headers: { 'x-svc-token': key }, body }),
  }
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
