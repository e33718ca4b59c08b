import type { TableInfo } from '../../terminology/ports.ts'
import { systems } from '../../terminology/systems.ts'
import type { Check } from '../check.ts'

/** The tables that doctors choose from, and a file of the ministry with each. */
const FILES = {
  CID10: 'CID-10-CATEGORIAS.CSV CID-10-SUBCATEGORIAS.CSV',
  SIGTAP: 'tb_procedimento.txt',
} as const
const CHOSEN_FROM = ['CID10', 'SIGTAP'] as const

/** Tables that change, with the ministry's file of each, and the age at which one is old. */
const CHANGING = {
  SIGTAP: { file: FILES.SIGTAP, oldAfterMonths: 3 },
  CBO: { file: 'CodeSystem-BRCBO.json', oldAfterMonths: 12 },
} as const

export const terminologyTables: Check = {
  id: 'terminology.tables',
  title: 'tables of codes',
  async run(host) {
    const facts = await host.database()
    if (!facts || facts.failure !== null || facts.pending.length > 0)
      return { severity: 'info', what: 'Not looked at: no database that is up to date.' }
    const tables = await host.terminology()
    const lacking = CHOSEN_FROM.filter(
      (system) => !tables.some((one) => one.system === system && one.origin === 'imported'),
    )
    const isUsed = (await host.rnds()).some(({ establishment }) => establishment !== null)
    const editions = tables.flatMap((table) => editionOf(table, host.now()) ?? [])
    const old = editions.filter(({ isOld }) => isOld)
    if (lacking.length === 0 && old.length > 0)
      return {
        severity: isUsed ? 'warning' : 'info',
        what: `Old tables of codes: ${old.map(({ words }) => words).join('; ')}.`,
        why: 'The network refuses a code that the table of its own month does not have (ERR802).',
        fix: `svcctl terminology import ${old.map(({ file }) => file).join(' ')}   # the ministry’s newest`,
      }
    if (lacking.length === 0) {
      const months = editions.map(({ words }) => words).join('; ')
      return { severity: 'ok', what: `the official ones are imported${months && ` (${months})`}` }
    }
    const files = lacking.map((system) => FILES[system]).join(' ')
    const names = lacking.map((system) => systems[system].title).join('; ')
    return {
      severity: isUsed ? 'warning' : 'info',
      what: `Only common codes are installed, not the official table: ${names}.`,
      why: 'Doctors cannot choose a code that is not there.',
      fix: `svcctl terminology import ${files}   # the ministry’s files`,
    }
  },
}

/** Undefined for a table that does not change, or of which no month is known. */
function editionOf({ system, origin, version, importedAt }: TableInfo, now: Date) {
  if (origin !== 'imported' || !(system === 'SIGTAP' || system === 'CBO')) return undefined
  // SIGTAP's own files name their month so; others may say a year, or a version of their own.
  const [, year, month] = /^(20\d\d)-?(0[1-9]|1[0-2])\b/.exec(version ?? '') ?? []
  const since = year ? new Date(Date.UTC(Number(year), Number(month) - 1)) : importedAt
  if (!since) return undefined
  const { file, oldAfterMonths } = CHANGING[system]
  const words = `${system} ${year ? 'of' : 'imported in'} ${since.toISOString().slice(0, 7)}`
  return { file, words, isOld: monthsOf(now) - monthsOf(since) >= oldAfterMonths }
}

function monthsOf(day: Date): number {
  return day.getUTCFullYear() * 12 + day.getUTCMonth()
}
