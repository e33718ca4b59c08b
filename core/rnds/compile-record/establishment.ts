import type { SystemSpellings } from '../../fhir/clinical-record.ts'

/**
 * What the network has to know of an establishment, and what its records say where neither the
 * API's body nor the consultation does (`svcctl rnds profile`). Codes are those of RNDS.md §7.13;
 * null means that nothing was set.
 */
export interface Establishment {
  organizationId: string
  /** 7 digits; remembered from the first submission where it was not set before (spec §4.2). */
  cnes: string | null
  /**
   * Then nothing is remembered: each record names its own (SPEC-GAPS C15). Noticed by a second
   * number, or set.
   */
  severalEstablishments: boolean
  /** Lower case: `sp`. Chooses the production host. */
  uf: string | null
  environment: NetworkEnvironment
  /** `identificador do solicitante`, from the credentialing. */
  requesterId: string | null
  /** Replaces the environment's hosts: the simulator, or a proxy of the hospital. */
  authUrl: string | null
  ehrUrl: string | null
  /** Practitioner on whose behalf look-ups are made that name none (GET /v1/rnds/patient). */
  lookupCns: string | null
  defaults: EncounterDefaults
  /**
   * Stand-alone RPM is listed as inactive by the ministry: only where the network takes it (RNDS.md
   * §8.1).
   */
  rpmEnabled: boolean
  /** REL serves notifiable diseases only (RNDS.md §9). */
  relEnabled: boolean
  /** The URLs that bundles write for LOINC and UCUM; the standard's unless set (RNDS.md §5.5). */
  loincSystem: string
  ucumSystem: string
  /** `Encounter.type` for teleconsultations (RNDS.md §7.12). */
  teleconsultationType: boolean
  /**
   * Patients without a CPF (newborns, visitors from abroad) are sent by their CNS alone (SPEC-GAPS
   * C16).
   */
  patientByCnsAlone: boolean
}

/** What counts where a record does not name its own; null: it has to. */
export function rememberedCnes({
  cnes,
  severalEstablishments,
}: Pick<Establishment, 'cnes' | 'severalEstablishments'>): string | null {
  return severalEstablishments ? null : cnes
}

/** As what is sent writes them. */
export function spellingsOf({
  loincSystem,
  ucumSystem,
}: Pick<Establishment, 'loincSystem' | 'ucumSystem'>): SystemSpellings {
  return { loinc: loincSystem, ucum: ucumSystem }
}

export type NetworkEnvironment = 'homologation' | 'production' | 'simulator'

export interface EncounterDefaults {
  cbo: string | null
  modality: string | null
  priority: string | null
  admissionSource: string | null
  outcome: string | null
  financing: string | null
  /** Of the consultation itself: SIGTAP (10 digits) or TUSS (8). */
  procedure: string | null
  locationName: string | null
  /** INE. */
  team: number | null
}

/** Where establishments rest: one per organization. */
export interface EstablishmentStore {
  find(organizationId: string): Promise<Establishment | null>
  save(establishment: Establishment): Promise<void>
}
