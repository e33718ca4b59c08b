import type { RndsDefinitionsFacts } from '../../core/doctor/check.ts'
import { isAppError } from '../../core/errors.ts'
import { brasiliaDate } from '../../core/fhir/bundle/brasilia-time.ts'
import { BUILT_IN, inForce, nameOf, packageId } from '../../core/rnds/profile-package.ts'
import { shelfWarnings } from '../../core/rnds/profile-shelf.ts'
import { definitionsFolder } from '../rnds-definitions.ts'

/** The network's profiles as they lie in the data folder. */
export async function rndsDefinitions(
  dataDir: string,
  now: () => Date,
): Promise<RndsDefinitionsFacts> {
  const nothing = { inForce: '', ahead: [], unused: [] }
  try {
    const shelf = await definitionsFolder(dataDir, now).find()
    const { ahead, unused } = shelfWarnings(shelf, now())
    return {
      issue: null,
      inForce: nameOf('RAC', inForce(shelf, 'RAC', brasiliaDate(now()))),
      ahead: ahead.map(({ name, version, from }) => ({
        id: version === null ? BUILT_IN : packageId({ name, version }),
        from,
      })),
      unused: unused.map(({ newest, inUse }) => ({ newest: packageId(newest), inUse })),
    }
  } catch (error) {
    if (isAppError(error)) return { issue: error.code, ...nothing }
    throw error
  }
}
