/** Packages of profiles, and what differs between them, in lines for the terminal. */
import type { ProfilePackage } from '../core/rnds/profile-package.ts'
import { packageId, typesOf } from '../core/rnds/profile-package.ts'
import type { PackageComparison, ShelfReport, TypeReport } from '../core/rnds/profile-report.ts'
import { moment } from './format.ts'
import type { Style } from './style.ts'
import type { Terminal } from './terminal.ts'

/** What a package is, before it is taken. */
export function packageLines(found: ProfilePackage, style: Style): string[] {
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

export function reportLines(
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

export function comparisonLines(compared: PackageComparison, style: Style): string[] {
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
