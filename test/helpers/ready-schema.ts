/**
 * A database file with today's schema and nothing in it, to begin from: taking all steps costs two
 * tenths of a second of processor time, hundreds of tests need it, and the steps have tests of
 * their own. It is made once for these sources, and kept among the temporary files.
 */
import { createHash, randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../models/database/database.ts'

const MODELS = fileURLToPath(new URL('../../models', import.meta.url))

/** @param path where a database file is to be; there is none yet */
export async function placeReadySchema(path: string): Promise<void> {
  const ready = join(tmpdir(), `svc-test-schema-${sourcesDigest()}.sqlite`)
  if (!existsSync(ready)) await make(ready)
  copyFileSync(ready, path)
}

/** Several test files may come here at once: each makes its own, and any will do. */
async function make(ready: string): Promise<void> {
  const making = join(tmpdir(), `svc-test-schema-${randomUUID()}.sqlite`)
  const database = await openDatabase({ url: `sqlite:${making}` })
  await database.migrate()
  // The last one out puts everything into the one file.
  await database.close()
  renameSync(making, ready)
}

let digest: string | undefined
function sourcesDigest(): string {
  if (digest) return digest
  const hash = createHash('sha256')
  for (const folder of [MODELS, join(MODELS, 'migrations')])
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts')))
      hash.update(readFileSync(join(folder, file)))
  digest = hash.digest('hex').slice(0, 16)
  return digest
}
