import { prepareRules } from '../../core/fhir/profile/prepare-rules.ts'
import { shippedRules } from '../../core/fhir/rules/rnds.ts'
import type { FindProfiles } from '../../core/rnds/ports.ts'

let rules: ReturnType<typeof prepareRules> | undefined

/** The profiles of the product, whatever the day. */
export const builtInProfiles: FindProfiles = async () => {
  rules ??= prepareRules(shippedRules())
  return { rules, name: 'built-in' }
}
