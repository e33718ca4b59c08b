/**
 * Reads what the network says of a refusal (RNDS.md §6.1). Gateways answer with pages, cut answers
 * and nothing at all: reading never fails.
 */
import { classOfCode } from './error-catalogue.ts'
import type { NetworkIssue } from './network.ts'

/** Of one answer; a broken server must not fill our database. */
const MOST_ISSUES = 50
const LONGEST_TEXT = 2000

/** `(EHR-ERR793) text`, `(EDS-MSG009) text`: the prefix is the service that refused. */
const CODE = /\(E[A-Z]{1,4}-((?:ERR|MSG)\d{3,4}|[A-Z]+(?:_[A-Z]+)+)\)\s*/

/** The issues of an OperationOutcome, in its order; none where the text is no such thing. */
export function readOutcome(text: string): NetworkIssue[] {
  const outcome = parse(text)
  if (!isObject(outcome) || outcome.resourceType !== 'OperationOutcome') return []
  if (!Array.isArray(outcome.issue)) return []
  return outcome.issue.filter(isObject).slice(0, MOST_ISSUES).map(readIssue)
}

function readIssue(issue: Record<string, unknown>): NetworkIssue {
  const said = textOf(issue.diagnostics) ?? detailsOf(issue.details) ?? ''
  const code = CODE.exec(said)
  return {
    severity: textOf(issue.severity) ?? 'error',
    code: code?.[1] ?? issueType(issue.code) ?? 'unknown',
    diagnostics: (code ? said.replace(CODE, '') : said).trim().slice(0, LONGEST_TEXT),
  }
}

/** FHIR's own codes are lower-case words; anything else is no code, and codes are logged. */
function issueType(code: unknown): string | undefined {
  return typeof code === 'string' && /^[a-z-]{1,40}$/.test(code) ? code : undefined
}

/** FHIR's other place for words; the samples do not use it. */
function detailsOf(details: unknown): string | undefined {
  return isObject(details) ? textOf(details.text) : undefined
}

/**
 * The id that the network names as the document that exists already: "O id existente é …" of
 * ERR866. null when the text names none.
 */
export function existingNetworkId(issues: readonly NetworkIssue[]): string | null {
  for (const { code, diagnostics } of issues) {
    if (classOfCode(code) !== 'duplicate') continue
    const [id] =
      /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9a-z]{4}\b/i.exec(diagnostics) ?? []
    if (id) return id
  }
  return null
}

/**
 * The id at the end of `Location`: hosts and versions in it are never used (RNDS.md §2, §4.1).
 * null when there is none, or when it is not shaped like an id.
 */
export function networkIdOf(location: string | undefined): string | null {
  const path = location
    ?.replace(/[?#].*/s, '')
    .replace(/^\w+:\/\/[^/]*/, '')
    .replace(/\/_history\/[^/]*\/?$/, '')
  const id = path?.split('/').at(-1) ?? ''
  return /^[A-Za-z0-9.-]{1,64}$/.test(id) ? id : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
