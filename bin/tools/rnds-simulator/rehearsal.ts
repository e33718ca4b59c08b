import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../config/settings.ts'
import { brasiliaDate } from '../../../core/fhir/bundle/brasilia-time.ts'
import { checkBundle } from '../../../core/fhir/rules/check-bundle.ts'
import { PUBLISHED_SPELLINGS } from '../../../core/fhir/spellings.ts'
import type { Platform } from '../../platform.ts'
import { rulesInForce } from '../../rnds-definitions.ts'
import { simulatorFolder } from './folder.ts'
import { documentsFile, identityFolder } from './identity-folder.ts'
import { type SimulatorOptions, startSimulator } from './simulator.ts'

interface Choices extends Omit<SimulatorOptions, 'identity' | 'now' | 'saved' | 'check'> {
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
  const profiles = await rulesInForce(dataDir, now)
  const simulator = await startSimulator({
    ...options,
    identity,
    now,
    saved,
    check: (bundle) =>
      checkBundle(bundle, {
        profiles,
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
