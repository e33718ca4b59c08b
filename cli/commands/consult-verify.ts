import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import type { NotUnderstoodSpeech, UnusedInput } from '../../core/vault/verify-content.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findConsultation } from '../find-consultation.ts'

/**
 * `svcctl consult verify`: opens everything that is sealed, and compares sound with its statement;
 * exit 65 when something fails.
 */
export function consultVerifyCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand(
    'verify',
    'prove that everything sealed opens, and that sound is what its statement said',
    ['consult verify', 'consult verify 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11'],
  )
    .argument('[consultations...]', 'their ids, or the beginnings of them; without any, all')
    .action(async (refs: string[], _options: unknown, command: Command) => {
      const line = terminal.progress('opening')
      const report = await withAdmin(deps, command, async (admin) => {
        const ids: string[] = []
        for (const ref of refs) ids.push(await findConsultation(admin, ref))
        return admin.consult.verify(ids.length > 0 ? ids : null, (done, total) =>
          line.update(done / total, `${done} of ${total} consultations`),
        )
      }).finally(() => line.end())
      const { consultations, values, files, channels, erased, faults } = report
      const { notUnderstood, unused } = report
      terminal.result(report, () =>
        [
          `${consultations} consultations: ${values} sealed values, ${files} files and ${channels} channels of sound open.`,
          ...(erased > 0
            ? [`${erased} channels of sound were erased by their age, as retention wants.`]
            : []),
          ...(notUnderstood.length > 0
            ? [
                '',
                terminal.table(notUnderstood, [
                  { header: 'CONSULTATION', cell: ({ consultationId }) => consultationId },
                  { header: 'NOTE', cell: notUnderstoodText },
                ]),
              ]
            : []),
          ...(unused.length > 0
            ? [
                '',
                terminal.table(unused, [
                  { header: 'CONSULTATION', cell: ({ consultationId }) => consultationId },
                  { header: 'INPUT', cell: ({ inputId }) => inputId },
                  { header: 'NOT USED', cell: unusedText },
                ]),
              ]
            : []),
          ...(faults.length > 0
            ? [
                '',
                terminal.table(faults, [
                  { header: 'CONSULTATION', cell: ({ consultationId }) => consultationId },
                  { header: 'WHAT', cell: ({ what }) => what },
                  { header: 'WHERE', cell: ({ where }) => where, shrinks: true },
                  { header: 'FAULT', cell: ({ fault }) => fault.replaceAll('_', ' ') },
                ]),
              ]
            : []),
        ].join('\n'),
      )
      if (faults.length > 0)
        throw new AppError(
          'rejected',
          'content_damaged',
          `${faults.length} of what is kept cannot be opened, or is not what it was. Restore a backup of the data folder with its keys.`,
        )
    })
}

/** No fault of what is kept: people may still write what was said. */
function notUnderstoodText({ segments, durationMs }: NotUnderstoodSpeech): string {
  const stretches = segments === 1 ? '1 stretch' : `${segments} stretches`
  return `${stretches} of speech not understood (${(durationMs / 1000).toFixed(1)} s)`
}

function unusedText({ code, parts }: UnusedInput): string {
  const words = code.replaceAll('_', ' ')
  return parts === 1 ? words : `${words} (${parts} times)`
}
