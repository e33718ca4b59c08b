import type { Answer } from './installation.ts'

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
