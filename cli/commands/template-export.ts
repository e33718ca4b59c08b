import type { Command } from 'commander'
import type { Template } from '../../core/document/models/ports.ts'
import { slugOf } from '../../core/templates/model-identity.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { plainJson } from '../json.ts'
import { findVersion, ORG, type OrgOption, withTemplates } from '../template-refs.ts'

/** `svcctl template export <template>[@version]` */
export function templateExportCommand(deps: CliDeps): Command {
  return defineCommand('export', 'print a document model as a file', [
    'template export anamnesis > anamnesis.json',
    'template export visita-domiciliar@2 > visita-2.json',
  ])
    .argument('<template>', 'its id or slug, with @ and a number for one of its versions')
    .option(...ORG)
    .action(async (ref: string, options: OrgOption, command: Command) => {
      const template = await withTemplates(deps, command, options, (templates, organizationId) =>
        findVersion(templates, organizationId, ref),
      )
      await writeFile(deps, template)
    })
}

interface NewOptions extends OrgOption {
  from: string
  name: string
}

/** `svcctl template new --from <template> --name <name>`: a file to start from. */
export function templateNewCommand(deps: CliDeps): Command {
  return defineCommand('new', 'print the file of a new document model to start from', [
    'template new --from anamnesis --name "Visita domiciliar" > visita.json',
  ])
    .option('--from <template>', 'the model to begin with', 'anamnesis')
    .option('--name <name>', 'what doctors will find it by', 'Meu modelo')
    .option(...ORG)
    .action(async ({ from, name, ...options }: NewOptions, command: Command) => {
      const template = await withTemplates(deps, command, options, (templates, organizationId) =>
        findVersion(templates, organizationId, from),
      )
      const { fingerprint: _, ...start } = { ...template }
      await writeFile(deps, { ...start, name, slug: slugOf(name), version: 1 })
    })
}

/** The file's own format, not a report about it: the same with and without --json. */
async function writeFile({ terminal }: CliDeps, template: Template) {
  const { fileOf } = await import('../../core/templates/template-file.ts')
  terminal.raw(`${plainJson(fileOf(template), 2)}\n`)
}
