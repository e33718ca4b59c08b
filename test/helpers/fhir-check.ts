/**
 * Checking bundles in tests: rules prepared once, every large code system complete but for `ZZZ`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefinitionFile } from '../../core/fhir/profile/load-definitions.ts'
import { prepareRules } from '../../core/fhir/profile/prepare-rules.ts'
import { type CheckOptions, checkBundle } from '../../core/fhir/rules/check-bundle.ts'
import { shippedRules } from '../../core/fhir/rules/rnds.ts'
import type { ProfileFinding } from '../../core/fhir/types.ts'
import { hasShared, sharedPath } from './shared-files.ts'

export const TODAY = '2026-03-16'
export const EXAMPLES = 'rnds/examples'
const DEFINITIONS = 'rnds/definitions'
export const hasDefinitions = hasShared(DEFINITIONS)

/** @returns a check with the shipped rules, unless other ones are given */
export function checker(defaults: Partial<CheckOptions> = {}) {
  const profiles = defaults.profiles ?? prepareRules(shippedRules())
  const knows = (_system: string, code: string) => code !== 'ZZZ'
  return (bundle: unknown, options: Partial<CheckOptions> = {}): ProfileFinding[] =>
    checkBundle(bundle, { profiles, knows, today: TODAY, ...defaults, ...options })
}

export const errorsOf = (findings: readonly ProfileFinding[]) =>
  findings.filter(({ severity }) => severity === 'error')

/** `ERR793 Bundle.entry[1].resource.period` */
export const brief = (findings: readonly ProfileFinding[]) =>
  findings.map(({ code, path }) => `${code} ${path}`)

/** The official files, as the shipped rules are made of them. */
export function definitionFiles(): DefinitionFile[] {
  return ['rac', 'rel', 'terminology'].flatMap((folder) => {
    const path = sharedPath(join(DEFINITIONS, folder))
    return readdirSync(path)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => ({ name, text: readFileSync(join(path, name), 'utf8') }))
  })
}
