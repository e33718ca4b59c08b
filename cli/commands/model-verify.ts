import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { verifyModel } from '../../core/model-file/installed-model.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { transferProgress } from '../progress.ts'
import { settingFlags } from '../setting-flags.ts'

/**
 * `svcctl model verify [name]`: reads the files again; exit 65 when one is not what it should be.
 */
export function modelVerifyCommand(deps: CliDeps): Command {
  const { terminal, settings, now, signal } = deps
  return defineCommand('verify', 'compare installed models with their SHA-256', [
    'model verify',
    'model verify whisper-small-q5_1',
  ])
    .argument('[name]', 'only this one')
    .action(async (name: string | undefined, _options: unknown, command: Command) => {
      const store = await deps.openModels(settingFlags(command, settings))
      const verify = verifyModel({ store, now })
      const line = terminal.progress('verifying')
      const options = { signal, onProgress: transferProgress(line, () => now().getTime()) }
      const results = await (name === undefined
        ? verify.all(options)
        : verify.one(name, options).then((one) => [one])
      ).finally(() => line.end())
      terminal.result({ models: results }, () =>
        results.length > 0
          ? terminal.table(results, [
              { header: 'NAME', cell: (model) => model.name },
              {
                header: 'RESULT',
                cell: ({ result }) => WORDS[result],
                paint: (text, { result }) =>
                  result === 'changed' ? terminal.style.red(text) : text,
              },
              { header: 'SHA-256', cell: ({ sha256 }) => sha256, shrinks: true },
            ])
          : 'No model is installed.',
      )
      const damaged = results.filter(({ result }) => result === 'changed').map((one) => one.name)
      if (damaged.length > 0)
        throw new AppError(
          'rejected',
          'model_checksum_mismatch',
          `Damaged: ${damaged.join(', ')}. Remove and get again: svcctl model remove ${damaged[0]}`,
        )
    })
}

const WORDS = { ok: 'whole', changed: 'DAMAGED', unknown: 'not in the catalogue' } as const
