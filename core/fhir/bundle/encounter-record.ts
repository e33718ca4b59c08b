import type {
  Allergy,
  CodedDiagnosis,
  EncounterRecord,
  Measurement,
  MedicalCertificate,
  PerformedProcedure,
} from '../clinical-record.ts'
import { EXTENSIONS, PROFILES, SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import type { DocumentShape } from './document-shape.ts'
import { encounter } from './encounter.ts'
import {
  composition,
  concept,
  type EntryReference,
  given,
  note,
  patientReference,
  resource,
  roleReference,
  type TransientEntries,
  to,
} from './parts.ts'
import { addPrescription } from './prescription.ts'

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

/**
 * BRAlergiaReacaoAdversa-1.0 (RNDS.md §7.7). How sure it is (`verificationStatus`) is sent only
 * where somebody doubted it. `clinicalStatus` must then stand there
 * (https://hl7.org/fhir/R4/allergyintolerance.html, ait-1).
 */
function allergy(record: EncounterRecord, known: Allergy): Resource {
  return {
    ...resource('AllergyIntolerance', PROFILES.allergy),
    clinicalStatus: concept(SYSTEMS.allergyClinical, 'active'),
    ...(known.verification && {
      verificationStatus: concept(SYSTEMS.allergyVerification, known.verification),
    }),
    category: [known.category],
    ...given('criticality', known.criticality),
    code: { ...concept(SYSTEMS.allergen, known.code), text: known.text },
    patient: patientReference(record),
    ...note(known.note),
  }
}

/** BRPlanoCuidados-1.0 (RNDS.md §7.9). */
function carePlan(record: EncounterRecord, description: string): Resource {
  return {
    ...resource('CarePlan', PROFILES.carePlan),
    status: 'active',
    intent: 'plan',
    description,
    subject: patientReference(record),
  }
}

/** BRLocalAtendimento-1.0 (RNDS.md §7.11). */
function location(name: string): Resource {
  return { ...resource('Location', PROFILES.location), status: 'active', name, mode: 'kind' }
}

/**
 * BRMedidaObservada (RNDS.md §7.6). When it was measured has no place: the profile takes no
 * `issued`.
 */
function measurement(record: EncounterRecord, measured: Measurement): Resource {
  return {
    ...resource('Observation', PROFILES.measurement),
    status: 'final',
    code: concept(record.spellings.loinc, measured.code),
    subject: patientReference(record),
    valueQuantity: { value: measured.value, system: record.spellings.ucum, code: measured.unit },
  }
}

/** BRProblemaDiagnostico (RNDS.md §7.3). */
function problem(record: EncounterRecord, diagnosis: CodedDiagnosis): Resource {
  const system = diagnosis.system === 'CID10' ? SYSTEMS.cid10 : SYSTEMS.ciap2
  return {
    ...resource('Condition', PROFILES.problem),
    clinicalStatus: concept(SYSTEMS.conditionClinical, 'active'),
    category: [concept(SYSTEMS.conditionCategory, 'encounter-diagnosis')],
    code: concept(system, diagnosis.code),
    subject: patientReference(record),
    ...note(diagnosis.note),
  }
}

/**
 * BRProcedimentoRealizado-1.0 (RNDS.md §7.5). Performed when the encounter began, as ERR794 wants
 * it.
 */
function procedure(record: EncounterRecord, performed: PerformedProcedure): Resource {
  const { cbo, team, start } = record.encounter
  const system = performed.system === 'SIGTAP' ? SYSTEMS.sigtap : SYSTEMS.tuss
  return {
    ...resource('Procedure', PROFILES.procedure),
    extension: [{ url: EXTENSIONS.quantity, valuePositiveInt: performed.quantity }],
    status: 'completed',
    code: concept(system, performed.code),
    subject: patientReference(record),
    performedDateTime: start,
    performer: [
      {
        ...(team === null ? {} : { extension: [{ url: EXTENSIONS.team, valueInteger: team }] }),
        function: concept(SYSTEMS.cbo, cbo),
        actor: roleReference(record),
      },
    ],
    ...note(performed.note),
  }
}

/** BRObservacaoDescritiva-1.0: why the patient came, in words (RNDS.md §7.4). */
function reason(record: EncounterRecord, words: string): Resource {
  return {
    ...resource('Observation', PROFILES.reason),
    status: 'final',
    code: concept(record.spellings.loinc, '48767-8'),
    subject: patientReference(record),
    issued: record.encounter.start,
    valueString: words,
  }
}

/** BRAtestado, followed by its diagnosis where the certificate shows one (RNDS.md §7.10). */
function addCertificate(
  entries: TransientEntries,
  record: EncounterRecord,
  issued: MedicalCertificate,
): EntryReference {
  const root = entries.reserve()
  const shown = issued.diagnosis === null ? null : entries.add(diagnosis(record, issued.diagnosis))
  root.fill(certificate(record, issued, shown))
  return root
}

function certificate(
  record: EncounterRecord,
  issued: MedicalCertificate,
  shown: EntryReference | null,
): Resource {
  return {
    ...resource('CarePlan', PROFILES.certificate),
    status: 'active',
    intent: 'plan',
    category: [concept(SYSTEMS.documentType, 'ATM')],
    subject: patientReference(record),
    ...given('addresses', shown && [to(shown)]),
    activity: [
      {
        detail: {
          status: 'unknown',
          scheduledTiming: { event: [issued.start], repeat: { count: issued.days } },
          ...given('description', issued.description),
        },
      },
    ],
  }
}

/** BRCID10Avaliado-1.0: referenced by the certificate alone, never by a section. */
function diagnosis(record: EncounterRecord, code: string): Resource {
  return {
    ...resource('Condition', PROFILES.certificateDiagnosis),
    clinicalStatus: concept(SYSTEMS.conditionClinical, 'active'),
    code: concept(SYSTEMS.cid10, code),
    subject: patientReference(record),
  }
}
