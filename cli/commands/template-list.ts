import type { Command } from 'commander'
import type { ListedVersion } from '../../core/templates/template-catalogue.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { ORG, type OrgOption, summary, withTemplates } from '../template-refs.ts'

interface Options extends OrgOption {
  versions?: boolean
}

/** `svcctl template list [--versions]` */
export function templateListCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('list', 'list document models', [
    'template list',
    'template list --versions   # every version of your own, also of removed ones',
  ])
    .option('--versions', 'every version that was ever installed, with its fingerprint')
    .option(...ORG)
    .action(async (options: Options, command: Command) => {
      if (options.versions) return listVersions(deps, options, command)
      const list = await withTemplates(deps, command, options, (templates, organizationId) =>
        templates.list(organizationId),
      )
      terminal.result({ templates: list.map(summary) }, () =>
        terminal.table(list, [
          { header: 'MODEL', cell: ({ slug }) => slug },
          { header: 'NAME', cell: ({ name }) => name, shrinks: true },
          { header: 'KIND', cell: ({ group }) => (group === 'own' ? 'own' : 'built in') },
          { header: 'VERSION', cell: ({ version }) => String(version), align: 'right' },
          { header: 'FIELDS', cell: ({ fields }) => String(fields.length), align: 'right' },
          {
            header: 'REVIEW',
            cell: ({ pendingClinicalReview }) => (pendingClinicalReview ? 'pending' : ''),
            paint: (text) => terminal.style.yellow(text),
          },
          { header: 'ID', cell: ({ id }) => id, below: true },
          { header: 'PURPOSE', cell: ({ purpose }) => purpose, below: true },
        ]),
      )
    })
}

async function listVersions(deps: CliDeps, options: Options, command: Command) {
  const { terminal } = deps
  const list = await withTemplates(deps, command, options, (templates, organizationId) =>
    templates.versions(organizationId),
  )
  terminal.result({ versions: list.map(present) }, () =>
    list.length === 0
      ? 'No document model of your own was ever installed.'
      : terminal.table(list, [
          { header: 'MODEL', cell: ({ template }) => template.slug },
          { header: 'VERSION', cell: ({ template }) => String(template.version), align: 'right' },
          {
            header: 'STATE',
            cell: ({ isCurrent, isRemoved }) =>
              isCurrent ? 'current' : isRemoved ? 'removed' : 'kept',
            paint: (text, { isCurrent }) => (isCurrent ? terminal.style.green(text) : text),
          },
          { header: 'INSTALLED', cell: ({ createdAt }) => createdAt.toISOString().slice(0, 16) },
          {
            header: 'FIELDS',
            cell: ({ template }) => String(template.fields.length),
            align: 'right',
          },
          {
            header: 'FINGERPRINT',
            cell: ({ template }) => template.fingerprint ?? '',
            shrinks: true,
          },
        ]),
  )
}

function present({ template, createdAt, isCurrent, isRemoved }: ListedVersion) {
  return { ...summary(template), createdAt, isCurrent, isRemoved }
}
