import type { Command } from 'commander'
import type { CheckedTemplate } from '../../core/templates/check-template.ts'
import { refuseFaults } from '../../core/templates/check-template.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { checkedText } from '../template-refs.ts'

/**
 * `svcctl template check <file>`: what `install` would say, without a data folder. Exit 65 when it
 * would refuse.
 */
export function templateCheckCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('check', 'check the file of a document model, without installing it', [
    'template check visita.json',
  ])
    .argument('<file>')
    .action(async (path: string) => {
      const { checked } = await checkedText(deps, path)
      const { name, slug, fields } = refuseFaults(checked)
      tellWarnings(deps, path, checked)
      const { warnings } = checked
      terminal.result({ file: path, name, slug, fields: fields.length, warnings }, () => {
        const also = warnings.length > 0 ? `, ${warnings.length} to look at` : ''
        return `${path}: "${name}" (${slug}) with ${fields.length} fields can be installed${also}.`
      })
    })
}

export function tellWarnings({ terminal }: CliDeps, path: string, { warnings }: CheckedTemplate) {
  for (const { line, column, problem, fix } of warnings)
    terminal.say(
      terminal.style.yellow(`${path}:${line}:${column}  ${problem}${fix ? `: ${fix}` : ''}`),
    )
}
