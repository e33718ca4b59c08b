import type { Command } from 'commander'
import type { Template } from '../../core/document/models/ports.ts'
import { AppError } from '../../core/errors.ts'
import type { CheckedTemplate } from '../../core/templates/check-template.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { sameName } from '../find-ref.ts'
import {
  checkedText,
  findTemplate,
  ORG,
  type OrgOption,
  summary,
  withTemplates,
} from '../template-refs.ts'
import { tellWarnings } from './template-check.ts'

/**
 * `svcctl template install <file>`: the next version of the model of that slug, in use from the
 * next document on.
 */
export function templateInstallCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('install', 'install a document model from a file', [
    'template new --from anamnesis --name "Visita domiciliar" > visita.json   # edit it',
    'template install visita.json',
  ])
    .argument('<file>', 'JSON, as "template new" and "template export" write it')
    .option(...ORG)
    .action(async (path: string, options: OrgOption, command: Command) => {
      const { text, checked } = await checkedText(deps, path)
      tellWarnings(deps, path, checked)
      const { template, unchanged } = await withTemplates(
        deps,
        command,
        options,
        async (templates, organizationId) => {
          refuseSameName(await templates.listShared(organizationId), checked)
          return templates.install(organizationId, text)
        },
      )
      const { name, slug, id, version } = template
      terminal.result({ ...summary(template), unchanged }, () =>
        unchanged
          ? `${name} is installed already, as version ${version}: nothing has changed.`
          : `${name} is installed as ${slug} (${id}), version ${version}. Doctors see it the next time they choose a model; no restart.`,
      )
    })
}

/** Doctors choose by the name, and see nothing else of a model. */
function refuseSameName(there: readonly Template[], { template }: CheckedTemplate): void {
  if (!template) return
  const same = there.find(
    ({ slug, name }) => slug !== template.slug && sameName(name, template.name),
  )
  if (!same) return
  throw new AppError(
    'conflict',
    'template_name_taken',
    `Doctors choose a model by its name, and ${same.slug} is called "${same.name}" already. Give this one another "name". If it is to be the next version of that one, give it the same "slug".`,
  )
}

interface RollbackOptions extends OrgOption {
  to?: string
}

/** `svcctl template rollback <template> [--to <version>]` */
export function templateRollbackCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('rollback', 'make an earlier version of a document model current again', [
    'template rollback visita-domiciliar',
    'template rollback visita-domiciliar --to 1',
  ])
    .argument('<template>', 'its id or slug; also of one that was removed')
    .option('--to <version>', 'that version, instead of the one before')
    .option(...ORG)
    .action(async (ref: string, options: RollbackOptions, command: Command) => {
      const template = await withTemplates(deps, command, options, async (templates, within) => {
        const [known] = await templates.versions(within, ref)
        const to = options.to === undefined ? undefined : Number(options.to)
        const { id } = known?.template ?? (await findTemplate(templates, within, ref))
        return templates.rollBack(within, id, to)
      })
      const { name, version } = template
      terminal.result(
        summary(template),
        () =>
          `${name} is version ${version} again. Documents keep the version they were written with.`,
      )
    })
}
