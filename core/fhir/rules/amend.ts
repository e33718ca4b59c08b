/** What is known about the network's documents and not in its definition files. */
import type { ProfileSet } from '../profile/profile-rules.ts'
import { PROFILES, SYSTEMS } from '../terms.ts'

const VALUE_SETS = 'http://www.saude.gov.br/fhir/r4/ValueSet/'
const TELEHEALTH = `${VALUE_SETS}BRModalidadeTelessaude`
const PLAIN_RESULT = 'http://www.saude.gov.br/fhir/r4/CodeSystem/BRResultadoQualitativoExame'
/** The guide's own sample of 2026 writes the system so (RNDS.md §7.12). */
const TELEHEALTH_OF_SAMPLE = 'http://saude.gov.br/fhir/CodeSystem/BRModalidadeTelessaude'

/**
 * For the files of 2020 to 2025 that the shipped rules are made of; an administrator's newer ones
 * speak for themselves.
 */
export function amendShipped(set: ProfileSet): ProfileSet {
  const advisory = (name: string) => {
    const known = set.valueSets[VALUE_SETS + name]
    return known ? { [VALUE_SETS + name]: { ...known, advisory: true } } : {}
  }
  return {
    ...set,
    valueSets: {
      ...set.valueSets,
      // Exams and pathogens are added to every year (RNDS.md §9.6).
      ...advisory('BRNomeExame-2.0'),
      ...advisory('BRTerminologiaPatogeno'),
      // The files name two diseases, the guide of 2026 any (RNDS.md §9.3).
      [`${VALUE_SETS}BRTerminologiaSuspeitaDiagnostica`]: { include: [{ system: SYSTEMS.cid10 }] },
      // Bound to, and only in the files of 2020.
      [`${VALUE_SETS}BRResultadoQualitativoExame-1.0`]: {
        include: [{ system: PLAIN_RESULT }],
      },
    },
  }
}

/**
 * Lets `Encounter.type` name a teleconsultation, as the guide of 2026 does: only where the network
 * takes it already (RNDS.md §7.12).
 */
export function withTeleconsultation(set: ProfileSet): ProfileSet {
  const encounter = set.profiles[PROFILES.encounter]
  if (!encounter) return set
  const systems = [SYSTEMS.telehealth, TELEHEALTH_OF_SAMPLE]
  return {
    ...set,
    profiles: {
      ...set.profiles,
      [PROFILES.encounter]: {
        ...encounter,
        prohibited: encounter.prohibited.filter((key) => key !== 'type'),
        elements: {
          ...encounter.elements,
          type: { max: 1, binding: TELEHEALTH },
          'type.coding': { min: 1, max: 1 },
        },
      },
    },
    valueSets: {
      ...set.valueSets,
      [TELEHEALTH]: { include: systems.map((system) => ({ system, codes: ['teleconsulta'] })) },
    },
  }
}
