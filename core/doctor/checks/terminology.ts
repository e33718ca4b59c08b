import { systems } from '../../terminology/systems.ts'
import type { Check } from '../check.ts'

/** The tables that doctors choose from, and a file of the ministry with each. */
const FILES = {
  CID10: 'CID-10-CATEGORIAS.CSV CID-10-SUBCATEGORIAS.CSV',
  SIGTAP: 'tb_procedimento.txt',
} as const
const CHOSEN_FROM = ['CID10', 'SIGTAP'] as const

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
    if (lacking.length === 0) return { severity: 'ok', what: 'the official ones are imported' }
    const isUsed = (await host.rnds()).some(({ establishment }) => establishment !== null)
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
