/**
 * The pre-flight check of a document bundle: what the network would refuse is found before anything
 * is sent (spec §1.5). Pure and offline; a full RAC takes about a millisecond once the rules are
 * prepared.
 */

import { checkResources, checkStructure } from '../profile/check-structure.ts'
import { asObject, type JsonObject } from '../profile/json.ts'
import type { PreparedRules } from '../profile/prepare-rules.ts'
import { type KnowsCode, type Run, startRun } from '../profile/run.ts'
import { only, STANDARD_SPELLINGS, type TakenSpellings } from '../spellings.ts'
import type { ProfileFinding } from '../types.ts'
import { checkLifetime, checkOnePatient, checkToday, type PatientFacts } from './date-rules.ts'
import { checkEncounters } from './encounter-rules.ts'
import { checkLaboratory, checkPrescriptions } from './prescription-rules.ts'

export interface CheckOptions {
  /** Of `prepareRules`, done once per process. */
  profiles: PreparedRules
  /** Large code systems (CID-10, SIGTAP, CBO ...); what it does not know is a warning at most. */
  knows?: KnowsCode
  /** The date in Brasília when the bundle is to be sent: `2026-03-16`. */
  today: string
  /** What is known of the patient (ERR798 to ERR801). */
  patient?: PatientFacts
  /** False checks profiles and structure only. */
  businessRules?: boolean
  /**
   * How LOINC and UCUM may be written; without it as the profiles do, and in no other way (RNDS.md
   * §5.5).
   */
  spellings?: TakenSpellings
}

/**
 * @returns errors first, each in the order of the bundle's parts; empty when nothing speaks against
 * sending
 */
export function checkBundle(bundle: unknown, options: CheckOptions): ProfileFinding[] {
  const { profiles: rules, knows = () => undefined, today, patient } = options
  const { spellings = only(STANDARD_SPELLINGS) } = options
  const content = asObject(bundle)
  if (content?.resourceType !== 'Bundle')
    return [
      {
        severity: 'error',
        code: 'type',
        path: 'Bundle',
        message: 'Documento da RNDS: não é um Bundle do FHIR.',
      },
    ]

  const run = startRun(content, { rules, knows, spellings })
  checkStructure(run, content)
  checkResources(run)
  checkSpellings(run, content)
  checkToday(run, content, today)
  if (options.businessRules ?? true) {
    checkEncounters(run)
    checkPrescriptions(run)
    checkLaboratory(run)
    checkOnePatient(run)
    if (patient) checkLifetime(run, patient)
  }
  return inOrder(run.findings)
}

/** Where the network has a code of its own for a fault, the general one is left out. */
function inOrder(findings: readonly ProfileFinding[]): ProfileFinding[] {
  const isOwn = ({ code }: ProfileFinding) => /^(ERR|MSG)\d/.test(code)
  const owned = new Set(findings.filter(isOwn).map(({ path }) => path))
  const kept = findings.filter((finding) => isOwn(finding) || !owned.has(finding.path))
  return [
    ...kept.filter(({ severity }) => severity === 'error'),
    ...kept.filter(({ severity }) => severity === 'warning'),
  ]
}

/**
 * LOINC and UCUM as the establishment's setting writes them, wherever they stand (RNDS.md §5.5):
 * the profiles bind the codes of measurements, but leave the system of their units open.
 */
function checkSpellings(run: Run, bundle: JsonObject): void {
  for (const { system, path } of systemsIn(bundle, 'Bundle')) {
    const correction = run.spellings.correction(system)
    if (correction !== undefined && !run.hasError(path))
      run.report(
        'spelling',
        path,
        `a grafia da tabela de códigos não é a configurada; use ${correction}`,
      )
  }
}

function* systemsIn(value: unknown, path: string): Generator<{ system: string; path: string }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* systemsIn(item, `${path}[${index}]`)
    return
  }
  for (const [key, inner] of Object.entries(asObject(value) ?? {})) {
    const inside = `${path}.${key}`
    if (key === 'system' && typeof inner === 'string') yield { system: inner, path: inside }
    else yield* systemsIn(inner, inside)
  }
}
