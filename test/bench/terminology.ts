/**
 * Search and look-up of CID-10 codes over the database, as the service does it: with the official
 * table where it lies beside the checkout (`../shared/terminology`), else with the common codes,
 * which says less.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { composeTableImport, composeTerminology } from '../../bin/compose/terminology.ts'
import { tableFiles } from '../../bin/table-files.ts'
import { openDatabase } from '../../models/database/database.ts'

const OFFICIAL = fileURLToPath(new URL('../../../shared/terminology', import.meta.url))
const ROUNDS = 40
const MiB = 2 ** 20
/** What doctors type: abbreviations, beginnings, words, errors, codes, long phrases. */
const TYPED = `
HAS|DM2|ITU|IVAS|DPOC|pneumo|pneumonia|pneumomia|lombalgia|lombalgai|hipertenção|dor|dor de cabeça|infecção urinária
infecção aguda das vias aéreas superiores|superiores aereas vias infeccao|diabetes tipo 2 com complicações renais
fratura do colo do fêmur|neoplasia maligna da próstata|hepatite a|otite media supurativa|rinite|ansiedede|exaqueca
insuficiencia cardiaca congestiva|j06|j06.9|e11|doença de chagas com comprometimento cardíaco|xyzwq|outros transtornos especificados
`
  .trim()
  .split(/[|\n]/)

export async function benchTerminology() {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-terminology-'))
  const database = await openDatabase({ url: `sqlite:${join(folder, 'svc.sqlite')}` })
  try {
    await database.migrate()
    const isOfficial = existsSync(OFFICIAL)
    const { sequelize } = database
    const importMs = await timed(async () => {
      if (!isOfficial) return
      const tables = composeTableImport(sequelize, tableFiles, () => new Date())
      await tables.apply(await tables.plan([OFFICIAL]))
    })

    const terminology = composeTerminology(sequelize)
    const before = heapUsed()
    const indexMs = await timed(() => terminology.find('CID10', 'J069'))
    const indexBytes = heapUsed() - before

    const searches: number[] = []
    const finds: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      for (const text of TYPED) {
        searches.push(await timed(() => terminology.search('CID10', text)))
        finds.push(await timed(() => terminology.find('CID10', 'j06.9')))
      }
    const [table] = await terminology.tables()
    return {
      codes: table?.concepts,
      table: table?.origin,
      importMs: Math.round(importMs),
      index: { buildMs: Math.round(indexMs), memoryMiB: round(indexBytes / MiB) },
      search: percentiles(searches),
      find: percentiles(finds),
      goal: 'search p95 < 10 ms',
    }
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Without what nobody holds any more, where the collector can be asked (`--expose-gc`). */
function heapUsed(): number {
  ;(globalThis as { gc?: () => void }).gc?.()
  const { heapUsed: heap, arrayBuffers } = process.memoryUsage()
  return heap + arrayBuffers
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function percentiles(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
