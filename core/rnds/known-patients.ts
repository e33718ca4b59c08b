import type { PatientNumbers } from '../fhir/clinical-record.ts'
import type { PatientFacts } from '../fhir/rules/date-rules.ts'
import type { NetworkPatient } from './network.ts'

/**
 * Dates of patients who were looked up here today, so that a record can be checked against them
 * (RNDS ERR798 to ERR801) without asking the network again. In memory only, and no more of them
 * than the dates: what a record says never depends on it.
 */
export interface KnownPatients {
  remember(organizationId: string, patient: NetworkPatient): void
  /** undefined: nobody with these numbers was looked up lately. */
  find(organizationId: string, numbers: PatientNumbers): PatientFacts | undefined
}

const KEPT_MS = 12 * 3_600_000
const MOST = 2000

export function knownPatients({ now }: { now: () => Date }): KnownPatients {
  /** By organization and number; the oldest first. */
  const known = new Map<string, { facts: PatientFacts; until: number }>()

  return {
    remember(organizationId, { cpf, cns, ...dates }) {
      const facts = { birthDate: fullDate(dates.birthDate), deathDate: fullDate(dates.deathDate) }
      const until = now().getTime() + KEPT_MS
      for (const number of [cpf, cns]) {
        if (!number) continue
        const key = `${organizationId} ${number}`
        known.delete(key)
        known.set(key, { facts, until })
      }
      for (const key of known.keys()) {
        if (known.size <= MOST) break
        known.delete(key)
      }
    },

    find(organizationId, { cpf, cns }) {
      for (const number of [cns, cpf]) {
        const found = number ? known.get(`${organizationId} ${number}`) : undefined
        if (found && found.until > now().getTime()) return found.facts
      }
      return undefined
    },
  }
}

/** A year, or a month, cannot be compared with a day. */
function fullDate(date: string | null): string | null {
  return date && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null
}
