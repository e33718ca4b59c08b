import type { Command } from 'commander'
import { diffTemplates, type TemplateChange } from '../../core/templates/diff-templates.ts'
import { offering } from '../completion/offers.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import {
  findVersion,
  isFile,
  ORG,
  type OrgOption,
  readTemplateFile,
  withTemplates,
} from '../template-refs.ts'

/** `svcctl template diff <a> <b>` */
export function templateDiffCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('diff', 'compare two document models, or versions of one', [
    'template diff visita-domiciliar visita.json',
    'template diff visita-domiciliar@1 visita-domiciliar@2',
  ])
    .addArgument(
      offering(
        '<before>',
        'a file, or a model’s id or slug, with @ and a number for a version',
        'files',
      ),
    )
    .addArgument(offering('<after>', '', 'files'))
    .option(...ORG)
    .action(async (before: string, after: string, options: OrgOption, command: Command) => {
      const read = (ref: string) =>
        isFile(ref)
          ? readTemplateFile(deps, ref)
          : withTemplates(deps, command, options, (templates, within) =>
              findVersion(templates, within, ref),
            )
      const changes = diffTemplates(await read(before), await read(after))
      terminal.result({ before, after, changes }, () =>
        changes.length === 0 ? 'They say the same.' : changes.map(line(deps)).join('\n'),
      )
      if (changes.some(({ breaksHosts }) => breaksHosts))
        terminal.say(
          terminal.style.yellow(
            'Fields marked with ! are removed or have another shape: hosts that map them by name must be told.',
          ),
        )
    })
}

function line({ terminal: { style } }: CliDeps) {
  return ({ kind, field, what, before, after, breaksHosts }: TemplateChange): string => {
    const mark = breaksHosts ? '!' : ' '
    const at = field ?? '(model)'
    if (kind === 'added') return style.green(`${mark} + ${at}`)
    if (kind === 'removed') return style.red(`${mark} - ${at}`)
    if (kind === 'moved') return `${mark} ~ ${at}  moved`
    return `${mark} ~ ${at}  ${what}: ${before ?? '(none)'} → ${after ?? '(none)'}`
  }
}
