/**
 * Certificates for tests. Making some costs most of a second of processor time and any will do, so
 * they are made once a day for all tests, and kept among the temporary files: who needs some of
 * another day makes them.
 */
import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  makeIdentity,
  type SimulatorIdentity,
} from '../../bin/tools/rnds-simulator/certificates.ts'

/** Two that know nothing of each other, and one whose year is over. */
export type Whose = 'own' | 'stranger' | 'expired'

const known = new Map<Whose, Promise<SimulatorIdentity>>()

export function testIdentity(whose: Whose = 'own'): Promise<SimulatorIdentity> {
  const identity = known.get(whose) ?? find(whose)
  known.set(whose, identity)
  return identity
}

async function find(whose: Whose): Promise<SimulatorIdentity> {
  const now = new Date()
  const path = join(tmpdir(), `svc-test-identity-${whose}-${now.toISOString().slice(0, 10)}.json`)
  const kept = await readFile(path, 'utf8').catch(() => null)
  if (kept === null)
    return make(path, whose === 'expired' ? new Date(now.getTime() - 3 * YEAR_MS) : now)
  const { clientPfx, ...texts } = JSON.parse(kept) as SimulatorIdentity & { clientPfx: string }
  return { ...texts, clientPfx: Buffer.from(clientPfx, 'base64') }
}

const YEAR_MS = 365 * 86_400_000

/** Several processes may come here at once: each has its own then, and one of them is kept. */
async function make(path: string, now: Date): Promise<SimulatorIdentity> {
  const identity = await makeIdentity(now)
  const making = join(tmpdir(), `svc-test-identity-${randomUUID()}.json`)
  const text = JSON.stringify({ ...identity, clientPfx: identity.clientPfx.toString('base64') })
  await writeFile(making, text, { mode: 0o600 })
  await rename(making, path)
  return identity
}
