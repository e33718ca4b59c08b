import { rm } from 'node:fs/promises'
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
import { simulatorFolder } from './folder.ts'
import { documentsFile, identityFolder } from './identity-folder.ts'
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
