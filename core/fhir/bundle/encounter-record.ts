import type { EncounterRecord } from '../clinical-record.ts'
import { PROFILES } from '../terms.ts'
import { allergy } from './allergy.ts'
import { carePlan } from './care-plan.ts'
import { composition } from './composition.ts'
import type { DocumentShape } from './document-shape.ts'
import { encounter } from './encounter.ts'
import { location } from './location.ts'
import { measurement } from './measurement.ts'
import { addCertificate } from './medical-certificate.ts'
import { addPrescription } from './prescription.ts'
import { problem } from './problem.ts'
import { procedure } from './procedure.ts'
import { reason } from './reason.ts'
import type { EntryReference, TransientEntries } from './transient-entries.ts'

/**
 * A RAC (RNDS.md §7). Entries stand in the order of the ministry's sample of 2026, sections in the
 * order of the profile's slices, one section per entry:
 *
 *   entry                             profile                           named by
 *   Composition                       BRRegistroAtendimentoClinico      (root)
 *   Encounter                         BRContatoAssistencial-1.0         section
 *   Condition, 1..*                   BRProblemaDiagnostico             section, Encounter.diagnosis
 *   Procedure, 1..*                   BRProcedimentoRealizado-1.0       section, Encounter.diagnosis
 *   Observation, 0..1                 BRObservacaoDescritiva-1.0        Encounter.reasonReference
 *   Location, 0..1                    BRLocalAtendimento-1.0            Encounter.location
 *   Observation, 0..*                 BRMedidaObservada                 section
 *   AllergyIntolerance, 0..*          BRAlergiaReacaoAdversa-1.0        section
 *   Composition, 0..1                 BRRegistroPrescricaoMedicamento   section
 *     MedicationRequest, 1..*         BRPrescricaoMedicamento             its section
 *       Medication, 0..1              BRMedicamento                         medicationReference
 *   CarePlan, 0..1                    BRPlanoCuidados-1.0               section
 *   CarePlan, 0..1                    BRAtestado                        section
 *     Condition, 0..1                 BRCID10Avaliado-1.0                 addresses
 */
export function addEncounterRecord(
  entries: TransientEntries,
  record: EncounterRecord,
  shape: DocumentShape,
): void {
  const root = entries.reserve()
  const contact = entries.reserve()
  const { reason: words, locationName, modality } = record.encounter

  const conditions = record.diagnoses.map((one) => entries.add(problem(record, one)))
  const procedures = record.procedures.map((one) => entries.add(procedure(record, one)))
  const reasonEntry = words === null ? null : entries.add(reason(record, words))
  const locationEntry = locationName === null ? null : entries.add(location(locationName))
  contact.fill(
    encounter(record, shape, {
      conditions,
      procedures,
      reason: reasonEntry,
      location: locationEntry,
    }),
  )
  const named: EntryReference[] = [contact, ...conditions, ...procedures]
  for (const one of record.measurements) named.push(entries.add(measurement(record, one)))
  for (const one of record.allergies) named.push(entries.add(allergy(record, one)))
  if (record.prescription.length > 0)
    named.push(addPrescription(entries, record, shape.prescription, null))
  if (record.carePlan !== null) named.push(entries.add(carePlan(record, record.carePlan)))
  if (record.certificate !== null) named.push(addCertificate(entries, record, record.certificate))

  root.fill(
    composition(record, {
      profile: PROFILES.clinicalEncounterRecord,
      type: 'RAC',
      title: 'Registro de Atendimento Clínico',
      modality,
      sections: named.map((entry) => [entry]),
      replaces: record.replaces,
    }),
  )
}
