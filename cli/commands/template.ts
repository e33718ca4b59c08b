import type { Command } from 'commander'
import type { Template } from '../../core/document/ports.ts'
import type { TemplateCatalogue } from '../../core/document/template-catalogue.ts'
import { AppError } from '../../core/errors.ts'
import { defineCommand, defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization } from '../find-ref.ts'
import { withAdmin } from '../with-admin.ts'

/** `svcctl template list|show|install|remove|export`: document models, built in and an organization's own. */
export function templateCommand(deps: CliDeps): Command {
  return defineNoun('template', 'templates', 'document models')
    .addCommand(listCommand(deps))
    .addCommand(showCommand(deps))
    .addCommand(installCommand(deps))
    .addCommand(removeCommand(deps))
    .addCommand(exportCommand(deps))
}

interface OrgOption {
  org?: string
}

const ORG = ['--org <organization>', 'needed where there are several'] as const

function listCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('list', 'list document models', ['template list'])
    .option(...ORG)
    .action(async ({ org }: OrgOption, command: Command) => {
      const list = await withTemplates(deps, command, org, (templates, organizationId) =>
        templates.list(organizationId),
      )
      terminal.result({ templates: list.map(summary) }, () =>
        terminal.table(list, [
          { header: 'ID', cell: ({ id }) => id },
          { header: 'NAME', cell: ({ name }) => name, shrinks: true },
          { header: 'KIND', cell: ({ group }) => (group === 'own' ? 'own' : 'built in') },
          { header: 'FIELDS', cell: ({ fields }) => String(fields.length), align: 'right' },
          {
            header: 'REVIEW',
            cell: ({ pendingClinicalReview }) => (pendingClinicalReview ? 'pending' : ''),
            paint: (text) => terminal.style.yellow(text),
          },
          { header: 'PURPOSE', cell: ({ purpose }) => purpose, shrinks: true },
        ]),
      )
    })
}

function showCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('show', 'show the fields of a document model', ['template show anamnesis'])
    .argument('<template>', 'its id or slug')
    .option(...ORG)
    .action(async (ref: string, { org }: OrgOption, command: Command) => {
      const template = await withTemplates(deps, command, org, (templates, organizationId) =>
        find(templates, organizationId, ref),
      )
      terminal.result({ ...summary(template), fields: template.fields }, () =>
        [
          `${terminal.style.bold(template.name)}  ${template.id}  (${template.slug})`,
          template.purpose,
          '',
          terminal.table(template.fields, [
            { header: 'FIELD', cell: ({ name }) => name },
            { header: 'TYPE', cell: ({ type }) => type },
            { header: 'KEYS', cell: ({ keys }) => keys?.join(', ') ?? '', shrinks: true },
          ]),
        ].join('\n'),
      )
    })
}

function installCommand(deps: CliDeps): Command {
  const { terminal, readTextFile } = deps
  return defineCommand('install', 'install a document model from a file', [
    'template export anamnesis > own.json   # change slug, name and fields',
    'template install own.json',
  ])
    .argument('<file>', 'JSON, as "template export" writes it')
    .option(...ORG)
    .action(async (path: string, { org }: OrgOption, command: Command) => {
      const file = parse(await readTextFile(path), path)
      const template = await withTemplates(deps, command, org, (templates, organizationId) =>
        templates.install(organizationId, file),
      )
      terminal.result(summary(template), () => `${template.name} is installed as ${template.id}.`)
    })
}

function removeCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('remove', 'remove an organization’s own document model', [
    'template remove meu-modelo --yes',
  ])
    .argument('<template>', 'its id or slug')
    .option(...ORG)
    .action(async (ref: string, { org }: OrgOption, command: Command) => {
      const removed = await withTemplates(deps, command, org, async (templates, organizationId) => {
        const template = await find(templates, organizationId, ref)
        if (template.group !== 'own')
          throw new AppError(
            'forbidden',
            'template_built_in',
            'Built-in document models cannot be removed.',
          )
        await terminal.confirm(`Remove "${template.name}"? Documents written with it stay.`)
        await templates.remove(organizationId, template.id)
        return template
      })
      terminal.result(summary(removed), () => `${removed.name} is removed.`)
    })
}

function exportCommand(deps: CliDeps): Command {
  return defineCommand('export', 'print a document model as a file', [
    'template export anamnesis > anamnesis.json',
  ])
    .argument('<template>', 'its id or slug')
    .option(...ORG)
    .action(async (ref: string, { org }: OrgOption, command: Command) => {
      const file = await withTemplates(deps, command, org, async (templates, organizationId) => {
        const { id } = await find(templates, organizationId, ref)
        return templates.export(organizationId, id)
      })
      // The file's own format, not a report about it: the same with and without --json.
      deps.terminal.raw(`${JSON.stringify(file, null, 2)}\n`)
    })
}

async function withTemplates<Result>(
  deps: CliDeps,
  command: Command,
  org: string | undefined,
  work: (templates: TemplateCatalogue, organizationId: string) => Promise<Result>,
): Promise<Result> {
  return withAdmin(deps, command, async ({ access, templates }) => {
    const { id } = chooseOrganization(await access.listOrganizations(), org)
    return work(templates, id)
  })
}

async function find(templates: TemplateCatalogue, organizationId: string, ref: string) {
  const list = await templates.list(organizationId)
  const found = list.find(({ id, slug }) => id === ref || slug === ref)
  if (found) return found
  throw new AppError(
    'not-found',
    'template_not_found',
    `No document model is called "${ref}". See: svcctl template list`,
  )
}

function summary({ fields, ...template }: Template) {
  return { ...template, fieldCount: fields.length }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid', 'file_not_json', `${path} is not JSON.`, { cause })
  }
}
