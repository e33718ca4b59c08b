import { prepareRules } from '../core/fhir/profile/prepare-rules.ts'
import { withTeleconsultation } from '../core/fhir/rules/amend.ts'
import { shippedRules } from '../core/fhir/rules/rnds.ts'
import type { FindProfiles, ProfilesInForce } from '../core/rnds/ports.ts'
import {
  inForce,
  layered,
  nameOf,
  type ProfileShelf,
  packageId,
} from '../core/rnds/profile-package.ts'
import { definitionsFolder } from './rnds-definitions.ts'

interface Known {
  stamp: string
  shelf: ProfileShelf
  /** By what they are layered of: a day and a type most often share theirs with the others. */
  prepared: Map<string, ProfilesInForce['rules']>
}

/**
 * What every record and check goes by: the shipped rules, and over them the packages that are in
 * force on the day. An import is noticed without a restart. Our bundles name a teleconsultation
 * only where the profile of the establishment says so, so the shipped rules let it pass.
 */
export function profilesInForce(dataDir: string, now: () => Date): FindProfiles {
  const folder = definitionsFolder(dataDir, now)
  let known: Known | undefined

  async function current(): Promise<Known> {
    const stamp = await folder.stamp()
    if (known?.stamp === stamp) return known
    const read = { stamp, shelf: await folder.find(), prepared: new Map() }
    known = read
    return read
  }

  return async (type, day) => {
    const { shelf, prepared } = await current()
    const found = inForce(shelf, type, day)
    const key = found.layers.map(packageId).join(' ')
    const rules =
      prepared.get(key) ?? prepareRules(layered(withTeleconsultation(shippedRules()), found))
    prepared.set(key, rules)
    return { rules, name: nameOf(type, found) }
  }
}
