import type { Command } from 'commander'
import type { ChainFinding, ChainReport, FindingKind } from '../../core/audit/verify-chain.ts'
import { AppError } from '../../core/errors.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'

const TAKES_NOTHING = /^(EROFS|ENOSPC|EDQUOT|SQLITE_(READONLY|FULL|IOERR|CANTOPEN))$/

/**
 * `svcctl audit verify`: every entry, seal and line anew. Exit 65 when anything is not what was
 * written.
 */
export function auditVerifyCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('verify', 'prove that nothing of the audit was altered, removed or added', [
    'audit verify',
    'audit verify --json | jq .first_bad_sequence',
  ]).action(async (_options: unknown, command: Command) => {
    const report = await withAdmin(deps, command, async ({ audit: { examine, record } }) => {
      const { verify } = await examine()
      const line = terminal.progress('verifying')
      const report = await verify((entries) => line.update(null, `${entries} entries`)).finally(
        () => line.end(),
      )
      const { entries, findings, more, firstBadSequence: firstBad } = report
      await record({
        action: 'audit.verified',
        outcome: findings.length === 0 ? 'success' : 'failed',
        facts: { entries, findings: findings.length + more, first_bad: firstBad },
      }).catch((error: unknown) => {
        // Nobody's data were read: a copy on a disk that takes nothing may be proven too.
        if (!TAKES_NOTHING.test(String((error as { code?: unknown }).code))) throw error
        terminal.say(
          'Note: that this was proven could not be put on record: the disk takes nothing.',
        )
      })
      return report
    })
    terminal.result({ whole: report.findings.length === 0, ...report }, () => sheet(deps, report))
    if (report.findings.length > 0)
      throw new AppError(
        'rejected',
        'audit_altered',
        report.firstBadSequence === null
          ? 'The audit is not what was written.'
          : `The audit is not what was written: trust it up to entry ${report.firstBadSequence - 1}.`,
      )
  })
}

function sheet({ terminal: { style } }: CliDeps, report: ChainReport): string {
  const { entries, lastSequence, sealedDays, resumed, findings, more } = report
  const facts = `${entries} entries up to number ${lastSequence}, ${sealedDays} days sealed.`
  const restored =
    resumed > 0
      ? [`${resumed} times a machine went on without its memory of the end: a restore, as a rule.`]
      : []
  if (findings.length === 0)
    return [style.green('The audit is whole.'), facts, ...restored].join('\n')
  return [
    facts,
    ...restored,
    ...findings.map((finding) => `${style.red('✗')} ${words(finding)}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n')
}

const WORDS: Record<FindingKind, string> = {
  entry_altered: 'was altered, or stands where another stood',
  entry_missing: 'is missing',
  tail_missing: 'and all behind it are missing: the chain was longer',
  head_altered: 'This machine’s memory of the chain’s end (audit/head.json) was altered.',
  head_missing: 'This machine’s memory of the chain’s end (audit/head.json) is missing.',
  seal_altered: 'was altered, or is not ours',
  seal_missing: 'is missing',
  seal_unknown: 'is not in the chain: the chain was cut or rebuilt since',
  seal_differs: 'is another than the chain tells',
  break_on_record: 'was the end of a chain that had been longer: what was behind it is lost',
  guard_missing: 'The database no longer refuses changes of the audit.',
  document_audit_altered: 'tells of a line of the documents’ audit that was altered',
  document_audit_missing: 'tells of a line of the documents’ audit that is missing',
  document_audit_unlinked: 'The documents’ audit has lines that the chain does not know.',
}

function words({ kind, sequence, day }: ChainFinding): string {
  if (sequence !== null) return `Entry ${sequence} ${WORDS[kind]}`
  return day === null ? WORDS[kind] : `The seal of ${day} ${WORDS[kind]}`
}
