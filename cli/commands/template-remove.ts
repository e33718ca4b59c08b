import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findTemplate, ORG, type OrgOption, summary, withTemplates } from '../template-refs.ts'

/** `svcctl template remove <template>`: out of the list; documents and kept versions stay. */
export function templateRemoveCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('remove', 'remove an organization’s own document model', [
    'template remove meu-modelo --yes',
  ])
    .argument('<template>', 'its id or slug')
    .option(...ORG)
    .action(async (ref: string, options: OrgOption, command: Command) => {
      const removed = await withTemplates(
        deps,
        command,
        options,
        async (templates, organizationId) => {
          const template = await findTemplate(templates, organizationId, ref)
          if (template.group !== 'own')
            throw new AppError(
              'forbidden',
              'template_built_in',
              'Built-in document models cannot be removed.',
            )
          const documents = await templates.countDocuments(organizationId, template.id)
          await terminal.confirm(`Remove "${template.name}"? ${staying(documents)}`)
          await templates.remove(organizationId, template.id)
          return { ...summary(template), documents }
        },
      )
      const { name, slug, documents } = removed
      terminal.result(
        removed,
        () =>
          `${name} is removed. ${staying(documents)} To bring it back: svcctl template rollback ${slug}`,
      )
    })
}

function staying(documents: number): string {
  if (documents === 0) return 'No document was written with it.'
  const count = documents === 1 ? '1 document was' : `${documents} documents were`
  return `${count} written with it: they stay as they are, readable and editable, with the version they were written with.`
}
