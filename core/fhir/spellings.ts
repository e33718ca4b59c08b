/**
 * How LOINC and UCUM are called. The profiles and the standard write one URL, samples and artefacts
 * of the ministry another, within one year even (RNDS.md §5.5): what the network takes is a setting
 * of the establishment, the profiles' spelling where none is made.
 */
import type { SystemSpellings } from './clinical-record.ts'
import { SYSTEMS } from './terms.ts'

/** What a check takes for each system; the first is named where something else stands. */
export type TakenSpellings = Readonly<Record<keyof SystemSpellings, readonly string[]>>

export const STANDARD_SPELLINGS: Readonly<SystemSpellings> = {
  loinc: SYSTEMS.loinc,
  ucum: SYSTEMS.ucum,
}

/** All that the ministry has published. */
export const PUBLISHED_SPELLINGS: TakenSpellings = {
  loinc: [SYSTEMS.loinc, 'https://loinc.org/'],
  ucum: [SYSTEMS.ucum, 'https://www.hl7.org/fhir/valueset-ucum-common.html'],
}

/** That one spelling and no other. */
export function only({ loinc, ucum }: SystemSpellings): TakenSpellings {
  return { loinc: [loinc], ucum: [ucum] }
}

/** One check's view of the two systems. */
export interface SpellingBook {
  /** The profiles' URL for what is written; a spelling that is not taken stands for nothing. */
  canonical(system: string): string
  /** What to write where the profiles say `system`. */
  written(system: string): string
  /** What a URL should have been, where it is a known spelling that is not taken. */
  correction(system: string): string | undefined
}

export function spellingBook(taken: TakenSpellings): SpellingBook {
  const canonical = new Map<string, string>()
  const written = new Map<string, string>()
  const corrections = new Map<string, string>()
  for (const name of ['loinc', 'ucum'] as const) {
    const [first = SYSTEMS[name]] = taken[name]
    written.set(SYSTEMS[name], first)
    for (const spelling of PUBLISHED_SPELLINGS[name]) corrections.set(spelling, first)
    for (const spelling of taken[name]) {
      canonical.set(spelling, SYSTEMS[name])
      corrections.delete(spelling)
    }
  }
  return {
    canonical: (system) => canonical.get(system) ?? (corrections.has(system) ? '' : system),
    written: (system) => written.get(system) ?? system,
    correction: (system) => corrections.get(system),
  }
}
