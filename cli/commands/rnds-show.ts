import type { Command } from 'commander'
import type { OutgoingHold } from '../../core/outgoing/hold.ts'
import type { Attempt, Submission } from '../../core/rnds/submission.ts'
import { toldIssues } from '../../core/rnds/submission-errors.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findRecord } from '../find-ref.ts'
import { moment } from '../format.ts'
import { WAITING_CAUSES, waitsBecause } from '../rnds-caller.ts'

/** `svcctl rnds show`: one record's way, call by call. */
export function rndsShowCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('show', 'show one record and every call that was made for it', [
    'rnds show rnds_3f2a',
  ])
    .argument('<record>', 'its id, or the beginning of it')
    .action(async (ref: string, _options: unknown, command: Command) => {
      const { record, attempts, held } = await withAdmin(deps, command, async (admin) => {
        const { submissions } = admin
        const record = await findRecord(submissions.store, ref)
        const attempts = await submissions.store.listAttempts(record.id)
        return { record, attempts, held: admin.outgoing.find() }
      })
      terminal.result({ ...present(record, attempts), held }, () =>
        describe(deps, { record, attempts, held }),
      )
    })
}

/** Without the bundle and without people: those are the business of `rnds bundle`. */
function present(record: Submission, attempts: readonly Attempt[]) {
  const {
    bundle: _clinical,
    patient: _patient,
    practitionerCns: _cns,
    digest: _d,
    ...rest
  } = record
  const { deletion, lease, version: _version, ...facts } = rest
  return {
    ...facts,
    issues: toldIssues(record.issues),
    deletion: deletion && {
      requestedAt: deletion.requestedAt,
      inDoubtSince: deletion.inDoubtSince,
    },
    isLeased: lease !== null,
    attempts: attempts.map(({ submissionId: _id, ...attempt }) => attempt),
  }
}

interface Shown {
  record: Submission
  attempts: readonly Attempt[]
  held: OutgoingHold | null
}

function describe({ terminal }: CliDeps, { record, attempts, held }: Shown): string {
  const { style } = terminal
  const facts = [
    ['consultation', record.consultationId],
    ['local id', record.localId],
    ['network id', record.networkId ?? 'none yet'],
    ['CNES', record.cnes],
    ...(record.occupation ? [['occupation', occupationLine(record.occupation)]] : []),
    ['profiles', record.profiles ?? 'not kept'],
    ...(record.replaces ? [['replaces', record.replaces.id]] : []),
  ].map(([name = '', value]) => `${style.dim(name.padEnd(12))}  ${value}`)
  const issues = toldIssues(record.issues).flatMap(({ severity, code, diagnostics, advice }) => [
    `${severity}  ${style.bold(code)}  ${diagnostics}`,
    ...(advice === undefined ? [] : [`${' '.repeat(severity.length)}  ${advice}`]),
  ])
  return [
    `${style.bold(record.id)}  ${record.documentType}  ${record.state}`,
    ...facts,
    '',
    ...timeline(record, attempts).map(([at, text]) => `${style.dim(clock(at))}  ${text}`),
    ...(record.dueAt
      ? [held ? waitsBecause(held) : `${style.dim(clock(record.dueAt))}  next try`]
      : []),
    ...(record.waiting
      ? [
          `waits for ${style.bold(record.waiting.cause)} since ${clock(record.waiting.since)}: ${WAITING_CAUSES[record.waiting.cause]}`,
        ]
      : []),
    ...answered(record.answerHeaders),
    ...(issues.length > 0 ? ['', ...issues] : []),
  ].join('\n')
}

const ORIGINS: Record<NonNullable<Submission['occupation']>['from'], string> = {
  call: 'the call that sent it said so',
  visit: 'said of the visit, by the host or the doctor',
  record: 'as in the record of the visit before',
  user: 'svcctl user set --cbo',
  network: 'the only one the network knows',
  profile: 'svcctl rnds profile set --cbo',
}

function occupationLine({
  code,
  from,
  isConfirmed,
}: NonNullable<Submission['occupation']>): string {
  const network = isConfirmed ? '' : '; the network did not answer'
  return `${code} (${ORIGINS[from]}${network})`
}

/** What homologation asks to see. */
function answered(headers: Submission['answerHeaders']): string[] {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `  ${name}: ${value}`)
  return lines.length > 0 ? ['', 'The answer that took it:', ...lines] : []
}

function timeline(record: Submission, attempts: readonly Attempt[]): [Date, string][] {
  const { submittedAt, updatedAt, state, deletion, inDoubtSince } = record
  return [
    [submittedAt, 'stored'] as [Date, string],
    ...attempts.map((attempt): [Date, string] => [attempt.startedAt, said(attempt)]),
    ...(state === 'pending' ? [] : [[updatedAt, state] as [Date, string]]),
    ...(inDoubtSince ? [[inDoubtSince, 'sent; the answer is not known'] as [Date, string]] : []),
    ...(deletion?.inDoubtSince
      ? [[deletion.inDoubtSince, 'deletion asked for; the answer is not known'] as [Date, string]]
      : []),
  ].sort(([one], [other]) => one.getTime() - other.getTime())
}

function said({ action, outcome, startedAt, endedAt, httpStatus, codes }: Attempt): string {
  const tookMs = endedAt ? endedAt.getTime() - startedAt.getTime() : null
  const how = [
    httpStatus === null ? '' : `HTTP ${httpStatus}`,
    codes.join(' '),
    tookMs === null ? '' : `${tookMs} ms`,
  ].filter((part) => part !== '')
  return `${action.padEnd(6)}  ${outcome ?? 'no end was written'}  ${how.join(', ')}`.trimEnd()
}

/**
 * In the machine's own time zone as in `rnds list`, to the second: attempts follow each other
 * closely.
 */
function clock(at: Date): string {
  return `${moment(at)}:${String(at.getSeconds()).padStart(2, '0')}`
}
