import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findVersion, ORG, type OrgOption, summary, withTemplates } from '../template-refs.ts'

const FILLED_BY = { measures: 'rules, measured', rules: 'rules or model', model: 'model only' }

/** `svcctl template show <template>[@version]` */
export function templateShowCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('show', 'show the fields of a document model, and who fills them', [
    'template show anamnesis',
    'template show visita-domiciliar@2',
  ])
    .argument('<template>', 'its id or slug, with @ and a number for one of its versions')
    .option(...ORG)
    .action(async (ref: string, options: OrgOption, command: Command) => {
      const template = await withTemplates(deps, command, options, (templates, organizationId) =>
        findVersion(templates, organizationId, ref),
      )
      const { whoFills } = await import('../../core/templates/check-template.ts')
      const { name, id, slug, version, purpose, instructions, style, fingerprint } = template
      const filled = (field: (typeof template.fields)[number]) => whoFills(field, template)
      const fields = template.fields.map((field) => ({ ...field, filledBy: filled(field) }))
      terminal.result({ ...summary(template), fields }, () =>
        [
          `${terminal.style.bold(name)}  ${id}  (${slug}, version ${version})`,
          terminal.sentence(purpose),
          ...(instructions ? [`instructions  ${instructions}`] : []),
          ...(style ? [`style         ${style}`] : []),
          `fingerprint   ${fingerprint ?? ''}`,
          '',
          terminal.table(template.fields, [
            { header: 'FIELD', cell: ({ name: field }) => field },
            { header: 'TYPE', cell: ({ type }) => type },
            { header: 'FILLED BY', cell: (field) => FILLED_BY[filled(field)] },
            { header: 'SECTION', cell: ({ section }) => section ?? '', shrinks: true },
            { header: 'KEYS', cell: ({ keys }) => keys?.join(', ') ?? '', shrinks: true },
          ]),
        ].join('\n'),
      )
    })
}
