import type { Command } from 'commander'
import type { ReplayReport } from '../../core/document/generation/replay-document.ts'
import { AppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'

/**
 * `svcctl doc replay <id>`: writes a document again from what is stored of it; exit 65 when it
 * comes out otherwise.
 */
export function docReplayCommand(deps: CliDeps): Command {
  const { terminal, settings, signal } = deps
  return defineCommand(
    'replay',
    'write a stored document again from its stored inputs and compare, byte by byte',
    ['doc replay 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11'],
  )
    .argument('<document>', 'its id')
    .action(async (id: string, _options: unknown, command: Command) => {
      await using documents = await deps.openDocuments(settingFlags(command, settings))
      const line = terminal.progress('writing')
      const report = await documents
        .replay(id, {
          signal,
          onProgress: (done, total) => line.update(done / total, `${done} of ${total} fields`),
        })
        .finally(() => line.end())
      terminal.result(report, () => describe(deps, report))
      if (!report.identical)
        throw new AppError(
          'rejected',
          'replay_differs',
          'The document on record is not what its model writes from its stored inputs.',
        )
    })
}

/** Names of fields, never what stands in them. */
function describe({ terminal }: CliDeps, report: ReplayReport): string {
  const { style } = terminal
  const { source, template, productVersion, differences, recipe } = report
  const settings = Object.entries(recipe).map(([name, value]) => `${name} ${value ?? 'none'}`)
  const facts = [
    ['generator', `${source.generator}  ${source.model ?? ''}`.trimEnd()],
    ['version', source.version],
    ['template', `${template.id}  version ${template.version}`],
    ['release', `${productVersion.written}, now ${productVersion.now}`],
    ['recipe', settings.join(', ') || '–'],
  ].map(([name = '', value]) => `${style.dim(name.padEnd(9))}  ${value}`)
  return [
    `${style.bold(report.documentId)}  ${report.identical ? 'identical' : style.red('DIFFERS')}`,
    ...facts,
    ...differences.map(({ path, kind }) => `${kind.padEnd(7)}  ${path.join(' / ')}`),
  ].join('\n')
}
