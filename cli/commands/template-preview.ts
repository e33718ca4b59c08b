import type { Command } from 'commander'
import type { PreviewField, TemplatePreview } from '../../core/templates/preview-template.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'
import {
  findVersion,
  isFile,
  ORG,
  type OrgOption,
  readTemplateFile,
  withTemplates,
} from '../template-refs.ts'

interface Options extends OrgOption {
  case?: string
  transcript?: string
}

const MAX_TRANSCRIPT_BYTES = 1024 * 1024

/**
 * `svcctl template preview <file>`: what a model makes of an invented consultation, before it is
 * installed.
 */
export function templatePreviewCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('preview', 'write a sample document with a model, without installing it', [
    'template preview visita.json',
    'template preview visita.json --transcript conversa.txt --generator rules',
    'template preview soap --case cardiologia-01',
  ])
    .argument('<file>', 'a file, or the id or slug of an installed model')
    .option('--case <name>', 'an invented consultation of config/evaluation (anamnese-01)')
    .option('--transcript <file>', 'a conversation of your own, a turn a line: "Médico: …"')
    .option(...ORG)
    .action(async (ref: string, options: Options, command: Command) => {
      const template = isFile(ref)
        ? await readTemplateFile(deps, ref)
        : await withTemplates(deps, command, options, (templates, within) =>
            findVersion(templates, within, ref),
          )
      const { case: caseId = null, transcript: path } = options
      const transcript = path ? await deps.readTextFile(path, MAX_TRANSCRIPT_BYTES) : null
      const previewer = await deps.openPreview(settingFlags(command, settings))
      const progress = terminal.progress('writing')
      const preview = await previewer
        .run(template, {
          caseId,
          transcript,
          onField: (done, of) => progress.update(done / of, `${done} of ${of} fields`),
        })
        .finally(() => progress.end())
      terminal.result(preview, () => text(deps, preview))
    })
}

function text({ terminal: { style } }: CliDeps, preview: TemplatePreview): string {
  const { generator, markdown, fields, template } = preview
  const filled = fields.filter(({ value }) => value !== null)
  const empty = fields.filter(({ value }) => value === null)
  return [
    markdown || style.dim('(an empty document)'),
    style.bold('WHERE IT COMES FROM'),
    ...filled.map((field) => `${mark(field)} ${field.name}\n${quotes(field)}`),
    ...(empty.length > 0 ? ['', style.bold('STAYS EMPTY')] : []),
    ...empty.map(({ name, empty: why }) => `- ${name}: ${why}`),
    '',
    style.dim(
      `${template.filled} of ${template.fields} fields, by ${generator.kind}${generator.model ? ` (${generator.model})` : ''}. An invented consultation: nothing was stored.`,
    ),
  ].join('\n')
}

function mark({ verdict }: PreviewField): string {
  return verdict === 'supported' ? '+' : '?'
}

function quotes({ sources, verdict }: PreviewField): string {
  if (sources.length === 0) return verdict === 'unsupported' ? '    not found in what was said' : ''
  return sources
    .map(({ quote, startMs, span }) => {
      const at =
        startMs === null
          ? span
          : `${String(Math.floor(startMs / 60_000)).padStart(2, '0')}m ${String(Math.floor(startMs / 1000) % 60).padStart(2, '0')}s`
      return quote === null ? '    computed' : `    ${at}  “${quote}”`
    })
    .join('\n')
}
