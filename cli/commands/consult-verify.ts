import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import type { UnusedCode } from '../../core/input-use/unused-sentences.ts'
import type { NotUnderstoodSpeech, UnusedInput } from '../../core/vault/verify-content.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { withAdmin } from '../with-admin.ts'

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
    .argument('[consultations...]', 'their ids; without any, all of them')
    .action(async (ids: string[], _options: unknown, command: Command) => {
      const line = terminal.progress('opening')
      const report = await withAdmin(deps, command, ({ consult }) =>
        consult.verify(ids.length > 0 ? ids : null, (done, total) =>
          line.update(done / total, `${done} of ${total} consultations`),
        ),
      ).finally(() => line.end())
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

const UNUSED: Partial<Record<UnusedCode, string>> = {
  audio_truncated: 'the file ends before its end',
  page_without_text: 'no text could be read on a page',
  page_not_drawn: 'a page could not be drawn',
  recognition_off: 'a page is a picture, and recognition is off',
  recognition_left: 'pictures were left, as the time for the file was over',
  rows_unsure: 'rows were not read surely',
  numbers_unsure: 'numbers are unsure, and marked',
  attachments_left: 'attached files are not read',
  audio_gap: 'sound is missing in the file',
  sound_lost: 'sound never arrived',
  sound_not_captured: 'sound was never captured',
  channel_silent: 'a channel has no sound',
  no_speech: 'there is sound, and no speech was recognized',
  voice_too_soft: 'a voice was too soft to be recognized',
}

function unusedText({ code, parts }: UnusedInput): string {
  const words = UNUSED[code] ?? code.replaceAll('_', ' ')
  return parts === 1 ? words : `${words} (${parts} times)`
}
