/**
 * What follows an attempt (SPEC-GAPS 1.10): a 2xx is delivery, 410 ends the endpoint, everything
 * else is tried again: at once, after 1 min, 5 min and 30 min, then every 2 h for three days, each
 * wait up to a fifth longer so that what failed together does not come back together. An EHR that
 * is away over a weekend misses nothing, and is told at most 2 h 24 min after it is back.
 */
import type { SendOutcome, WebhookIssue } from './message.ts'

const MINUTE_MS = 60_000

const LONG_WAIT_MS = 120 * MINUTE_MS
const LONG_WAITS = 36

export const WAITS_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...Array<number>(LONG_WAITS).fill(LONG_WAIT_MS),
]
export const ATTEMPTS = WAITS_MS.length + 1
const JITTER = 0.2
/** A receiver may ask for patience, but not for more than the longest wait. */
export const LONGEST_WAIT_MS = LONG_WAIT_MS * (1 + JITTER)

export type Verdict =
  | { state: 'delivered' }
  | { state: 'pending'; waitMs: number; issue: WebhookIssue }
  | { state: 'failed'; issue: WebhookIssue; endpointGone: boolean }

/**
 * @param attempt the one that ended, from 1
 * @param random from 0 to 1
 */
export function judge(outcome: SendOutcome, attempt: number, random: number): Verdict {
  const issue = issueOf(outcome)
  if (issue === null) return { state: 'delivered' }
  const wait = WAITS_MS[attempt - 1]
  if (issue === 'gone' || wait === undefined)
    return { state: 'failed', issue, endpointGone: issue === 'gone' }
  const waitMs = Math.max(wait * (1 + JITTER * random), askedWaitMs(outcome))
  return { state: 'pending', waitMs: Math.round(Math.min(waitMs, LONGEST_WAIT_MS)), issue }
}

/** Null for what counts as delivered. */
function issueOf(outcome: SendOutcome): WebhookIssue | null {
  if (outcome.kind === 'failed') return outcome.issue
  const { status } = outcome
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'refused_by_receiver'
}

/** Only who says "too many" or "not now" may ask for a pause. */
function askedWaitMs(outcome: SendOutcome): number {
  if (outcome.kind === 'failed' || (outcome.status !== 429 && outcome.status !== 503)) return 0
  return (outcome.retryAfterS ?? 0) * 1000
}
