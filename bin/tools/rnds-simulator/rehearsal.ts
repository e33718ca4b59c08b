import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../config/settings.ts'
import { brasiliaDate } from '../../../core/fhir/bundle/brasilia-time.ts'
import type { NetworkDocumentType } from '../../../core/fhir/clinical-record.ts'
import type { PreparedRules } from '../../../core/fhir/profile/prepare-rules.ts'
import { checkBundle } from '../../../core/fhir/rules/check-bundle.ts'
import { PUBLISHED_SPELLINGS } from '../../../core/fhir/spellings.ts'
import { RECORD_TYPES, typeOfBundle } from '../../../core/rnds/profile-package.ts'
import type { Platform } from '../../platform.ts'
import { profilesInForce } from '../../rnds-profiles.ts'
import { makeIdentity, type SimulatorIdentity } from './certificates.ts'
import type { KeptDocument } from './documents.ts'
import { simulatorFolder } from './folder.ts'
import { type SimulatorOptions, startSimulator } from './simulator.ts'

interface Choices
  extends Omit<SimulatorOptions, 'identity' | 'now' | 'saved' | 'check' | 'beforeCall'> {
  /**
   * Where its documents rest in the folder: one file for each program that may run at the same
   * time.
   */
  documents: string
  /** Forgets what an earlier run left. */
  fresh?: boolean
}

/**
 * The simulator of one data folder: its certificates and documents rest there, and it checks as the
 * product does.
 */
export async function openRehearsal(
  { dataDir }: Pick<Config, 'dataDir'>,
  { now }: Pick<Platform, 'now'>,
  { documents, fresh = false, ...options }: Choices,
) {
  const folder = simulatorFolder(dataDir)
  const identity = await identityFolder(folder, now())
  const path = join(folder, documents)
  if (fresh) await rm(path, { force: true })
  const saved = await documentsFile(path)
  const profiles = profilesInForce(dataDir, now)
  const types = [...RECORD_TYPES, null]
  const rules = new Map<NetworkDocumentType | null, PreparedRules>()
  async function readRules() {
    for (const type of types) rules.set(type, (await profiles(type, brasiliaDate(now()))).rules)
  }
  await readRules()
  const simulator = await startSimulator({
    ...options,
    identity,
    now,
    saved,
    beforeCall: readRules,
    check: (bundle) =>
      checkBundle(bundle, {
        profiles: rules.get(typeOfBundle(bundle))!,
        today: brasiliaDate(now()),
        // Which one the network takes is not known: any that was published.
        spellings: PUBLISHED_SPELLINGS,
      }),
  })
  return {
    simulator,
    identity,
    folder,
    async close() {
      await simulator.close()
      await saved.saved()
    },
  }
}

const MONTH_MS = 30 * 86_400_000

/**
 * The simulator's files, made on first use and again when they are about to end: `ca.pem`,
 * `client.pfx` to be imported, and what it needs itself. A client that imported an older
 * `client.pfx` has to import the new one.
 */
export async function identityFolder(folder: string, now: Date): Promise<SimulatorIdentity> {
  const held = await readIdentity(folder).catch(() => null)
  if (
    held &&
    new Date(new X509Certificate(held.caPem).validTo).getTime() > now.getTime() + MONTH_MS
  )
    return held
  const made = await makeIdentity(now)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [key, name] of Object.entries(FILES))
    await writeFile(join(folder, name), made[key as keyof SimulatorIdentity], { mode: 0o600 })
  return made
}

const FILES: Record<keyof SimulatorIdentity, string> = {
  caPem: 'ca.pem',
  caKeyPem: 'ca-key.pem',
  serverPem: 'server.pem',
  serverKeyPem: 'server-key.pem',
  clientPfx: 'client.pfx',
}

async function readIdentity(folder: string): Promise<SimulatorIdentity> {
  const text = (key: keyof SimulatorIdentity) => readFile(join(folder, FILES[key]), 'utf8')
  return {
    caPem: await text('caPem'),
    caKeyPem: await text('caKeyPem'),
    serverPem: await text('serverPem'),
    serverKeyPem: await text('serverKeyPem'),
    clientPfx: await readFile(join(folder, FILES.clientPfx)),
  }
}

/** Documents that outlive the simulator's process; a file that cannot be read counts as none. */
async function documentsFile(path: string) {
  const parsed: unknown = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => null)
  let writing = Promise.resolve()
  return {
    documents: (Array.isArray(parsed) ? parsed : []) as KeptDocument[],
    /** One after the other: the last one wins. */
    save(documents: KeptDocument[]) {
      const next = JSON.stringify(documents)
      writing = writing.then(() => writeFile(path, next, { mode: 0o600 })).catch(() => {})
    },
    saved: () => writing,
  }
}
