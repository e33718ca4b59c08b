import type { CodedMedication } from '../clinical-record.ts'
import { SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import { concept, resource } from './parts.ts'

const CODE_SYSTEMS: Record<CodedMedication['system'], string> = {
  CATMAT: SYSTEMS.catmat,
  VMP: SYSTEMS.vmp,
  AMPP: SYSTEMS.ampp,
  ANVISA: SYSTEMS.anvisa,
  EAN: SYSTEMS.ean,
}

/** BRMedicamento (RNDS.md §8.4). */
export function medication({ system, code, form }: CodedMedication, profile: string): Resource {
  return {
    ...resource('Medication', profile),
    code: concept(CODE_SYSTEMS[system], code),
    form: concept(SYSTEMS.unit, form),
  }
}
