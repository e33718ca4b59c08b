/**
 * From an answer to what is certain about the document (RNDS.md §4.1, §6.2). The code decides
 * before the status, since most codes come with no documented status; where neither says that the
 * document was refused, it may have been kept.
 */
import { classOfCode, isTokenCode } from '../../core/rnds/error-catalogue.ts'
import type {
  DeleteAnswer,
  NetworkIssue,
  NetworkTrouble,
  SubmitAnswer,
} from '../../core/rnds/network.ts'
import { existingNetworkId, networkIdOf, readOutcome } from '../../core/rnds/outcome.ts'
import type { Exchanged } from './exchange.ts'

export type NetworkAnswer = Extract<Exchanged, { kind: 'answer' }>

/** The token was refused, whoever uses it: worth one try with a new one. */
export function isTokenRefusal({ status, body }: NetworkAnswer): boolean {
  const issues = readOutcome(body)
  const coded = issues.filter(({ code }) => classOfCode(code) !== undefined)
  return coded.length > 0 ? coded.some(({ code }) => isTokenCode(code)) : status === 401
}

export function classifySubmit(answer: NetworkAnswer): SubmitAnswer {
  const { status, header } = answer
  if (status === 200 || status === 201) {
    const networkId = networkIdOf(header('location')) ?? networkIdOf(header('content-location'))
    if (networkId) return { kind: 'accepted', networkId, headers: keptHeaders(header) }
    return { kind: 'unknown', trouble: trouble('gateway', status, 'accepted without an id') }
  }
  const issues = readOutcome(answer.body)
  if (issues.some(({ code }) => classOfCode(code) === 'duplicate'))
    return { kind: 'duplicate', networkId: existingNetworkId(issues), issues }
  return classifyRefusal(answer, issues)
}

/**
 * What homologation wants to see of an acceptance, and whoever looks for it in the network's own
 * logs. Never a cookie, nor anything that is not named here.
 */
const KEPT_HEADERS = [
  'date',
  'location',
  'content-location',
  'content-type',
  'etag',
  'last-modified',
  'server',
  'via',
  'x-request-id',
  'x-correlation-id',
  'x-powered-by',
  'x-kong-request-id',
  'x-kong-upstream-latency',
  'x-kong-proxy-latency',
]
const LONGEST_HEADER = 500

function keptHeaders(header: NetworkAnswer['header']): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = header(name)
      return value === undefined ? [] : [[name, value.slice(0, LONGEST_HEADER)]]
    }),
  )
}

export function classifyDelete(answer: NetworkAnswer): DeleteAnswer {
  const { status, body } = answer
  if (status === 200 || status === 204) return { kind: 'deleted' }
  const issues = readOutcome(body)
  if (status === 410 || isNotFound(answer, issues)) return { kind: 'gone' }
  return classifyRefusal(answer, issues)
}

/** A page that says 404 is a gateway's or a wrong address, not the network's word. */
function isNotFound({ status }: NetworkAnswer, issues: readonly NetworkIssue[]): boolean {
  if (issues.some(({ code }) => code === 'ERR827' || classOfCode(code) === 'not-found')) return true
  return status === 404 && issues.length > 0
}

function classifyRefusal(
  answer: NetworkAnswer,
  issues: NetworkIssue[],
):
  | Extract<SubmitAnswer, { kind: 'rejected' }>
  | Extract<SubmitAnswer, { kind: 'unsent' }>
  | Extract<SubmitAnswer, { kind: 'unknown' }> {
  const { status, complete } = answer
  const classes = issues.map(({ code }) => classOfCode(code))
  const isJudged = classes.some((name) => name !== undefined && name !== 'transient')
  // Refused at the door: nothing was looked at.
  if (isTokenRefusal(answer))
    return { kind: 'unsent', trouble: trouble('token', status, 'the network refuses the token') }
  if (isJudged) return { kind: 'rejected', httpStatus: status, issues }
  if (classes.includes('transient'))
    return { kind: 'unknown', trouble: trouble('transient', status, codesOf(issues)) }
  if (status === 408 || status === 425 || status === 429)
    return { kind: 'unknown', trouble: trouble('transient', status, 'try again later') }
  const isTheirs = issues.length > 0 || REFUSALS.has(status)
  if (status >= 400 && status < 500 && complete && isTheirs)
    return {
      kind: 'rejected',
      httpStatus: status,
      issues: issues.length > 0 ? issues : [unexplained(status)],
    }
  return { kind: 'unknown', trouble: trouble('gateway', status, 'no answer of the network itself') }
}

/**
 * Refusals of what was sent, even without a word. Any other status without one is a gateway's or a
 * wrong address: mended, not edited.
 */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422])

/** A refusal whose body says nothing that could be read. */
function unexplained(status: number): NetworkIssue {
  return {
    severity: 'error',
    code: 'unknown',
    diagnostics: `A RNDS recusou o envio sem explicação (HTTP ${status}).`,
  }
}

/** No personal data: codes only, never what an issue says. */
export function codesOf(issues: readonly NetworkIssue[]): string {
  return [...new Set(issues.map(({ code }) => code))].join(', ')
}

export function trouble(code: string, httpStatus: number | null, message: string): NetworkTrouble {
  return { code, httpStatus, message }
}
