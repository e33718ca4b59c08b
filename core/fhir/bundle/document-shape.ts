/**
 * Where bundles follow the profiles that are in force instead of those that the product was made
 * with: what prescriptions are called, and whether a teleconsultation is named.
 */
import type { NetworkDocumentType } from '../clinical-record.ts'
import type { PreparedProfile, PreparedRules, RuleNode } from '../profile/prepare-rules.ts'
import { PROFILES, SYSTEMS } from '../terms.ts'
import { type CodeableConcept, concept } from './parts.ts'

export interface DocumentShape {
  /** `Encounter.type` of a teleconsultation; null where the profile has no place for it. */
  telehealth: CodeableConcept | null
  /** Of a document of its own, or of the one that a RAC nests. */
  prescription: PrescriptionShape
}

export interface PrescriptionShape {
  /** Of the Composition. */
  profile: string
  type: 'RPM' | 'REPM'
  title: string
  /** Of each MedicationRequest. */
  request: string
  /** Of each Medication. */
  medication: string
}

const TELECONSULTATION = 'teleconsulta'

const RPM: PrescriptionShape = {
  profile: PROFILES.prescriptionRecord,
  type: 'RPM',
  title: 'Registro de Prescrição de Medicamento',
  request: PROFILES.prescribedMedication,
  medication: PROFILES.medication,
}

const REPM: PrescriptionShape = {
  ...RPM,
  profile: PROFILES.electronicPrescriptionRecord,
  type: 'REPM',
  title: 'Registro Eletrônico de Prescrição de Medicamentos',
}

/** @param rules null: as the built-in profiles have it */
export function shapeOf(type: NetworkDocumentType, rules?: PreparedRules): DocumentShape {
  if (!rules) return { telehealth: telehealthOf(SYSTEMS.telehealth), prescription: usual(type) }
  const encounter = rules.profiles.get(PROFILES.encounter)
  return {
    telehealth: encounter ? namedTelehealth(encounter) : null,
    prescription: prescriptionOf(type, rules),
  }
}

const usual = (type: NetworkDocumentType) => (type === 'REPM' ? REPM : RPM)
const telehealthOf = (system: string) => concept(system, TELECONSULTATION)

/** In the spelling that its list has; the standard one where that is among them. */
function namedTelehealth({ root }: PreparedProfile): CodeableConcept | null {
  const node = root.children.get('type')
  if (node?.max === 0) return null
  const spelled = [...(node?.binding?.systems ?? [])].flatMap(([system, codes]) =>
    codes === 'all' || codes.has(TELECONSULTATION) ? [system] : [],
  )
  const [first = SYSTEMS.telehealth] = spelled
  return telehealthOf(spelled.includes(SYSTEMS.telehealth) ? SYSTEMS.telehealth : first)
}

/** A RAC nests what its section leads to. */
function prescriptionOf(type: NetworkDocumentType, rules: PreparedRules): PrescriptionShape {
  const nested = type === 'RAC' ? nestedPrescription(rules) : undefined
  const shape = nested === REPM.profile ? REPM : usual(type)
  const profile = rules.profiles.get(shape.profile)
  if (!profile) return shape
  const entry = profile.root.children.get('section')?.children.get('entry')
  const request = targetOfType(rules, [entry], 'MedicationRequest') ?? shape.request
  const drug = rules.profiles.get(request)?.root.children.get('medication')
  return {
    ...shape,
    title: textOf(profile.root.children.get('title')) ?? shape.title,
    request,
    medication: targetOfType(rules, [drug, ...slicesOf(drug)], 'Medication') ?? shape.medication,
  }
}

function nestedPrescription(rules: PreparedRules): string | undefined {
  const sections = rules.profiles
    .get(PROFILES.clinicalEncounterRecord)
    ?.root.children.get('section')
  const entries = slicesOf(sections).map((slice) => slice.children.get('entry'))
  return targetOfType(rules, entries, 'Composition')
}

const slicesOf = (node: RuleNode | undefined) => (node?.slices ?? []).map((slice) => slice.node)

/** The first profile of that type that references in these places lead to. */
function targetOfType(
  { profiles }: PreparedRules,
  nodes: readonly (RuleNode | undefined)[],
  type: string,
): string | undefined {
  return nodes
    .flatMap((node) => [
      ...(node?.types?.get('Reference')?.targets ?? []),
      ...slicesOf(node).flatMap((slice) => slice.types?.get('Reference')?.targets ?? []),
    ])
    .map((target) => target.split('|')[0] ?? target)
    .find((target) => profiles.get(target)?.type === type)
}

function textOf(node: RuleNode | undefined): string | undefined {
  const { fixed, pattern } = node?.rule ?? {}
  if (typeof fixed === 'string') return fixed
  return typeof pattern === 'string' ? pattern : undefined
}
