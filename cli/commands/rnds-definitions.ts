import { type Command, Option } from 'commander'
import { AppError } from '../../core/errors.ts'
import { brasiliaDate } from '../../core/fhir/bundle/brasilia-time.ts'
import {
  BUILT_IN,
  FOLDER,
  type ProfilePackage,
  packageId,
  typesOf,
} from '../../core/rnds/profile-package.ts'
import {
  comparePackages,
  type PackageComparison,
  type ShelfReport,
  shelfReport,
  type TypeReport,
} from '../../core/rnds/profile-report.ts'
import { offering } from '../completion/offers.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { moment } from '../format.ts'
import { settingFlags } from '../setting-flags.ts'
import type { Style } from '../style.ts'
import type { Terminal } from '../terminal.ts'

/**
 * `svcctl rnds definitions import|show|use|diff|remove`: the ministry's profiles as packages with a
 * version, each in force from a day on.
 */
export function rndsDefinitionsCommand(deps: CliDeps): Command {
  return defineCommand('definitions', 'the network’s profiles, by which records are made', [
    'rnds definitions show',
  ])
    .addCommand(importCommand(deps))
    .addCommand(showCommand(deps))
    .addCommand(useCommand(deps))
    .addCommand(diffCommand(deps))
    .addCommand(removeCommand(deps))
}

function importCommand(deps: CliDeps): Command {
  const { terminal, rnds, settings } = deps
  return defineCommand('import', 'take a package of profiles, to lie beside the others', [
    'rnds definitions import package.tgz',
    'rnds definitions import package.tgz --from 2026-12-01',
    'rnds definitions import ./folder',
  ])
    .addArgument(
      offering('<what>', 'a package as a guide publishes it, or a folder of JSON files', 'files'),
    )
    .addOption(new Option('--from <day>', 'use it from that day on, in Brasília'))
    .action(async (source: string, { from }: { from?: string }, command: Command) => {
      const day = from === undefined ? null : readDay(from)
      const store = rnds.definitions(settingFlags(command, settings))
      const { found, notes } = await store.lookAt(source)
      terminal.say(packageLines(found, terminal.style).join('\n'))
      for (const { file, message } of notes)
        terminal.say(`Note: ${file ? `${file}: ` : ''}${message}`)
      const isNew = await store.keep(found)
      const id = packageId(found)
      if (day !== null && found.name !== FOLDER) await store.use(id, day)
      const { set, versions: _versions, ...facts } = found
      const isUsed = day !== null || found.name === FOLDER
      terminal.result(
        {
          imported: isNew,
          ...facts,
          profiles: Object.keys(set.profiles).length,
          valueSets: Object.keys(set.valueSets).length,
          codeSystems: Object.keys(set.codeSystems).length,
          usedFrom: isUsed ? (day ?? brasiliaDate(deps.now())) : null,
          notes,
        },
        () => (isNew ? `${id} is imported.` : `${id} lies here already.`),
      )
      if (!isUsed) terminal.say(`It is not in force. svcctl rnds definitions use ${id} --from DAY`)
    })
}

function showCommand(deps: CliDeps): Command {
  const { terminal, rnds, settings, now } = deps
  return defineCommand('show', 'which profiles are in force, since when, and what lies here', [
    'rnds definitions show',
    'rnds definitions show --changes',
  ])
    .option('--changes', 'what differs from the profiles before them')
    .action(async ({ changes = false }: { changes?: boolean }, command: Command) => {
      const shelf = await rnds.definitions(settingFlags(command, settings)).find()
      const report = shelfReport(shelf, now())
      const compared = changes
        ? report.types.flatMap(({ type, id, before }) =>
            before === null ? [] : [{ type, ...comparePackages(shelf, before, id) }],
          )
        : []
      terminal.result({ ...report, ...(changes && { changes: compared }) }, () =>
        [
          ...reportLines(report, terminal),
          ...compared.flatMap((one) => ['', ...comparisonLines(one, terminal.style)]),
        ].join('\n'),
      )
    })
}

function useCommand(deps: CliDeps): Command {
  const { terminal, rnds, settings } = deps
  return defineCommand('use', 'the day from which a version is in force', [
    'rnds definitions use 1.0.0 --from 2026-12-01',
    'rnds definitions use br.gov.saude.rac#1.0.0',
    `rnds definitions use ${BUILT_IN}`,
  ])
    .argument('<version>', 'as `show` lists it, with or without the name of its package')
    .addOption(new Option('--from <day>', 'in Brasília, 2026-12-01; without it today'))
    .action(async (reference: string, { from }: { from?: string }, command: Command) => {
      const store = rnds.definitions(settingFlags(command, settings))
      const uses = await store.use(reference, from === undefined ? null : readDay(from))
      terminal.result({ uses }, () =>
        uses.length > 0
          ? uses
              .map(({ name, version, from: day }) =>
                version === null
                  ? `The built-in profiles in the place of ${name} from ${day} on.`
                  : `${packageId({ name, version })} is in force from ${day} on.`,
              )
              .join('\n')
          : 'The built-in profiles are in force as it is.',
      )
    })
}

function diffCommand(deps: CliDeps): Command {
  const { terminal, rnds, settings } = deps
  return defineCommand('diff', 'what differs between two packages', [
    'rnds definitions diff 1.0.0 1.1.0',
    `rnds definitions diff ${BUILT_IN} 1.0.0`,
  ])
    .argument('<before>', `a version, or ${BUILT_IN}`)
    .argument('<after>', `a version, or ${BUILT_IN}`)
    .action(async (before: string, after: string, _options: unknown, command: Command) => {
      const shelf = await rnds.definitions(settingFlags(command, settings)).find()
      const compared = comparePackages(shelf, before, after)
      terminal.result(compared, () => comparisonLines(compared, terminal.style).join('\n'))
    })
}

function removeCommand(deps: CliDeps): Command {
  const { terminal, rnds, settings } = deps
  return defineCommand('remove', 'remove a package, or all: then the built-in profiles hold', [
    'rnds definitions remove --yes',
    'rnds definitions remove 1.0.0 --yes',
  ])
    .argument('[version]', 'as `show` lists it; without it all of them')
    .action(async (reference: string | undefined, _options: unknown, command: Command) => {
      const store = rnds.definitions(settingFlags(command, settings))
      await terminal.confirm(
        reference === undefined ? 'Remove all imported definitions?' : `Remove ${reference}?`,
      )
      const removed = await store.remove(reference ?? null)
      terminal.result({ removed }, () =>
        removed ? 'The imported definitions are removed.' : 'None were imported.',
      )
    })
}

function readDay(text: string): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T12:00:00Z`) : null
  if (at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)) return text
  throw new AppError('invalid', 'usage', '--from is a day: 2026-12-01.')
}

/**
 * Packages of profiles, and what differs between them, in lines for the terminal.
 *
 * What a package is, before it is taken.
 */
function packageLines(found: ProfilePackage, style: Style): string[] {
  const { canonical, date, dependencies, fhirVersions, set } = found
  const types = typesOf(found)
  return [
    style.bold(packageId(found)),
    ...[
      ['canonical', canonical ?? 'none'],
      ['FHIR', fhirVersions.join(', ') || 'not said'],
      ['date', date ?? 'not said'],
      ['profiles', counted(set.profiles)],
      ['value sets', counted(set.valueSets)],
      ['records', types.join(', ') || 'none of RAC, RPM, REPM, REL'],
      ...(dependencies.length > 0 ? [['depends on', dependencies.join(', ')]] : []),
    ].map(([name = '', value]) => `${style.dim(name.padEnd(10))}  ${value}`),
  ]
}

const counted = (record: object) => String(Object.keys(record).length)

function reportLines(
  { types, packages, ahead, unused }: ShelfReport,
  { table, style }: Pick<Terminal, 'table' | 'style'>,
): string[] {
  return [
    table(types, [
      { header: 'RECORD', cell: ({ type }) => type },
      { header: 'PROFILES', cell: ({ id }) => id },
      { header: 'VERSION', cell: ({ profile }) => profile?.version ?? '' },
      { header: 'DATE', cell: ({ profile, date }) => profile?.date ?? date ?? '' },
      { header: 'IN FORCE', cell: since },
    ]),
    ...types.flatMap(({ type, source, remark }) => [
      ...(source === null ? [] : [`${type}: from ${source}`]),
      ...(remark === null ? [] : [`${type}: ${remark}`]),
    ]),
    ...(packages.length > 0
      ? [
          '',
          table(packages, [
            { header: 'PACKAGE', cell: ({ id }) => id },
            { header: 'DATE', cell: ({ date }) => date ?? '' },
            { header: 'IMPORTED', cell: ({ importedAt }) => moment(importedAt) },
            { header: 'RECORDS', cell: (one) => one.types.join(', ') },
            { header: 'FROM', cell: ({ from }) => from.join(', ') || 'not used' },
          ]),
        ]
      : []),
    ...ahead.map(({ name, version, from }) =>
      style.yellow(
        version === null
          ? `From ${from} on the built-in profiles hold in the place of ${name}.`
          : `From ${from} on ${name}#${version} is in force.`,
      ),
    ),
    ...unused.map(({ newest, inUse }) =>
      style.yellow(
        `${newest} lies here; in force is ${inUse}. svcctl rnds definitions use ${newest} --from DAY`,
      ),
    ),
  ]
}

function since({ id, since: day }: TypeReport): string {
  if (id === 'none') return ''
  return day === null ? 'with the product' : `since ${day}`
}

function comparisonLines(compared: PackageComparison, style: Style): string[] {
  const { before, after, added, removed, changed, lists } = compared
  const lines = [
    ...added.map((url) => `+ ${url}`),
    ...removed.map((url) => `- ${url}`),
    ...changed.flatMap(({ url, version, elements }) => [
      version ? `${url}  ${version.before ?? '?'} → ${version.after ?? '?'}` : url,
      ...elements.map(
        ({ path, what, before: old, after: now }) =>
          `    ${path}  ${what}  ${old ?? 'as in R4'} → ${now ?? 'as in R4'}`,
      ),
    ]),
    ...lists.flatMap((list) => [
      list.url,
      ...list.added.map((code) => `    + ${code}`),
      ...list.removed.map((code) => `    - ${code}`),
    ]),
  ]
  return [
    style.bold(`${before} → ${after}`),
    ...(lines.length > 0 ? lines : ['Nothing that is checked differs.']),
  ]
}
