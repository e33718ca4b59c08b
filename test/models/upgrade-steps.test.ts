/**
 * A return to an older program rests on what models/migrations/additive.ts says of steps: here each
 * is made to prove it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { openDatabase } from '../../models/database/database.ts'
import { additiveMigrations } from '../../models/migrations/additive.ts'
import { migrations } from '../../models/migrations/index.ts'
import { masterKey } from './rows.ts'

/** Statements that leave every row, and every column that was there, as they were. */
const ADDS =
  /^(BEGIN|COMMIT|SELECT|PRAGMA|VACUUM|CREATE (TABLE|INDEX|UNIQUE INDEX|TRIGGER)|ALTER TABLE `?\w+`? ADD\b(?!.*NOT NULL(?!.*DEFAULT))|INSERT INTO `?migrations`?)/i
/**
 * A reference that would keep the program before, which knows nothing of it, from removing what it
 * points to.
 */
const HOLDS = /REFERENCES (?!(?:(?!REFERENCES).)*ON DELETE (CASCADE|SET NULL))/i

async function statementsOf(name: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-steps-'))
  const seen: string[] = []
  let isWatched = false
  const database = await openDatabase({
    url: `sqlite:${join(folder, 'svc.sqlite')}`,
    onStatement: (sql) => isWatched && seen.push(sql.replace(/^Executing \([^)]*\): /, '')),
  })
  try {
    const before = migrations[migrations.findIndex((step) => step.name === name) - 1]
    if (before) await database.migrate({ to: before.name, sealer: masterKey })
    isWatched = true
    await database.migrate({ to: name, sealer: masterKey })
    return seen
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

for (const name of additiveMigrations)
  test(`${name} only adds, so the program before it reads what it leaves`, async (t) => {
    t.true(
      migrations.some((step) => step.name === name),
      'it is a step',
    )
    const statements = await statementsOf(name)
    t.true(statements.some((sql) => /^(CREATE|ALTER)/.test(sql)))
    t.deepEqual(
      statements.filter((sql) => !ADDS.test(sql) || HOLDS.test(sql)),
      [],
    )
  })

test('a step that rewrites what was there would be noticed', async (t) => {
  const statements = await statementsOf('0020-sealed-consultations')
  t.true(statements.some((sql) => !ADDS.test(sql)))
})
