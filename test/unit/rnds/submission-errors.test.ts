// Own process: replaces setTimeout.
/** Refusals of the clinical-network endpoints: status, code and body (spec §7, SPEC-GAPS 1.4). */
import test from 'ava'
import { statusOf } from '../../../api/status.ts'
import { adviceForCode } from '../../../core/rnds/error-catalogue.ts'
import type { Permission } from '../../../core/rnds/state.ts'
import { inTime } from '../../../core/rnds/submission-desk.ts'
import {
  notConfigured,
  refusal,
  rejected,
  removalRejected,
  sentForOthers,
  unreachable,
} from '../../../core/rnds/submission-errors.ts'

const REFUSALS: [Exclude<Permission, 'go' | 'same'>, number][] = [
  ['not_found', 404],
  ['no_previous_submission', 400],
  ['submission_in_progress', 409],
  ['already_submitted', 409],
]
for (const [code, status] of REFUSALS)
  test(`${code} is ${status}`, (t) => {
    const error = refusal(code)
    t.is(error.code, code)
    t.is(statusOf(error), status)
  })

const ISSUES = ['ERR795', 'ERR803'].map((code) => ({
  severity: 'error' as const,
  code,
  diagnostics: `(EHR-${code}) recusado`,
}))

test('a rejection is 422 with every reason, as the network told them', (t) => {
  for (const error of [rejected(ISSUES), removalRejected(ISSUES)]) {
    t.is(error.code, 'rnds_rejected')
    t.is(statusOf(error), 422)
    t.deepEqual(error.details, ISSUES)
  }
})

test('a rejection says what to do, and names nobody', (t) => {
  const said = { severity: 'error', code: 'ERR983' }
  const [issue] =
    rejected([{ ...said, diagnostics: 'CPF 529.982.247-25 inexistente' }]).details ?? []
  t.like(issue, { ...said, diagnostics: 'CPF •••••••••••••• inexistente' })
  t.truthy(adviceForCode('ERR983'))
  t.is(issue?.advice, adviceForCode('ERR983'))
})

test('content that differs says which call corrects it', (t) => {
  const hints = [refusal('already_submitted'), sentForOthers()].map(({ details }) => details)
  t.deepEqual(hints, [
    [{ field: 'ehr_id', issue: 'already_submitted', hint: 'replace' }],
    [{ field: 'ehr_id', issue: 'already_submitted', hint: 'delete' }],
  ])
})

test('without a way to the network it is 503, and when to try again', (t) => {
  for (const error of [notConfigured(), unreachable('A RNDS não respondeu.')]) {
    t.is(error.code, 'rnds_unavailable')
    t.is(statusOf(error), 503)
    t.is(error.retryAfterS, 60)
  }
})

test.serial('a caller waits ten seconds for the network, unless told otherwise', async (t) => {
  const { setTimeout: real } = globalThis
  const delays: unknown[] = []
  globalThis.setTimeout = ((work: () => void, delayMs: number) => {
    delays.push(delayMs)
    return real(work, 0)
  }) as unknown as typeof globalThis.setTimeout
  t.teardown(() => {
    globalThis.setTimeout = real
  })
  const never = new Promise<never>(() => {})
  t.is(await inTime(never, {}), undefined)
  t.is(await inTime(never, { patienceMs: 5 }), undefined)
  t.deepEqual(delays, [10_000, 5])
})
