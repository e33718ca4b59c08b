/**
 * What a consultation tells the national network, before it becomes FHIR: every value checked and
 * coded, nothing left to look up. `core/rnds` makes it from reviewed documents; `core/fhir` turns
 * it into a bundle by pure functions.
 */
export type NetworkDocumentType = 'RAC' | 'RPM' | 'REPM' | 'REL'

export type ClinicalRecord = EncounterRecord | PrescriptionRecord | LaboratoryRecord

interface RecordHead {
  /** `identificador do solicitante`: completes the NamingSystem URL (RNDS.md §5.1). */
  requesterId: string
  /** `Bundle.identifier.value`: one per chain of replacements. */
  localId: string
  /** The network's id of the version that this one replaces. */
  replaces: string | null
  /** When it was generated; ISO 8601 with the offset of Brasília. */
  generatedAt: string
  /** CNS where it is known (preferred), else CPF. Digits only. */
  patient: PatientNumbers
  practitioner: { cns: string }
  /** 7 digits. */
  cnes: string
  /** How the network is told of LOINC and UCUM (RNDS.md §5.5). */
  spellings: SystemSpellings
}

/** One of them at least; both are one person's. */
export interface PatientNumbers {
  cpf: string | null
  cns: string | null
}

/** The URLs of code systems, whole and as they are sent. */
export interface SystemSpellings {
  loinc: string
  ucum: string
}

/** Registro de Atendimento Clínico (RNDS.md §7). */
export interface EncounterRecord extends RecordHead {
  documentType: 'RAC'
  encounter: EncounterFacts
  occupation: OccupationOrigin
  /** At least one. In order of importance; the first is the principal one. */
  diagnoses: CodedDiagnosis[]
  /** At least one: the consultation itself (RNDS.md §7.5). */
  procedures: PerformedProcedure[]
  measurements: Measurement[]
  allergies: Allergy[]
  prescription: PrescribedItem[]
  /** The plan in free text (at most one CarePlan in a RAC). */
  carePlan: string | null
  certificate: MedicalCertificate | null
}

/**
 * Registro de Prescrição de Medicamento, as a document of its own (RNDS.md §8), or the electronic
 * one in its place.
 */
export interface PrescriptionRecord extends RecordHead {
  documentType: 'RPM' | 'REPM'
  /** At least one. */
  prescription: PrescribedItem[]
}

/** Resultado de Exame Laboratorial 3.2.1 (RNDS.md §9). */
export interface LaboratoryRecord extends RecordHead {
  documentType: 'REL'
  /** At least one. */
  laboratory: LaboratoryResult[]
}

/** Where an occupation comes from, for those who ask why a record says it; never sent. */
export interface OccupationOrigin {
  /**
   * The call, the visit (its host or its doctor), the visit's record before, the administrator of
   * the professional, the network that knows one only, the establishment's profile.
   */
  from: 'call' | 'visit' | 'record' | 'user' | 'network' | 'profile'
  /** The network was asked, or had told lately, and knows the professional by it. */
  isConfirmed: boolean
}

/** Codes of RNDS.md §7.13. Times are ISO 8601 with offset. */
export interface EncounterFacts {
  /** The practitioner's occupation in this establishment (CBO, 6 digits). */
  cbo: string
  /** BRModalidadeAssistencial. */
  modality: string
  /** BRCaraterAtendimento. */
  priority: string
  /** BRProcedencia. */
  admissionSource: string
  /** BRMotivoDesfecho. */
  outcome: string
  /** BRFinanciamento. */
  financing: string
  start: string
  end: string
  /** INE of the primary-care team. */
  team: number | null
  locationName: string | null
  /** Sends `Encounter.type` (RNDS.md §7.12): only where the network already takes it. */
  teleconsultation: boolean
  /** The patient's complaint in words (Observation 48767-8). */
  reason: string | null
  /** Free text that has no place of its own (BROutrasInformacoes). */
  otherInformation: string | null
}

export interface CodedDiagnosis {
  system: 'CID10' | 'CIAP2'
  /** CID-10 without dot, in capitals: `J069`. */
  code: string
  note: string | null
}

export interface PerformedProcedure {
  system: 'SIGTAP' | 'TUSS'
  code: string
  quantity: number
  note: string | null
}

/** A measurement the RAC can carry as a coded observation (RNDS.md §7.6). */
export interface Measurement {
  /** LOINC: `8480-6`, `8462-4`, `29463-7`, `8302-2`, `9843-4`, `8280-0`. */
  code: string
  value: number
  /** UCUM. */
  unit: string
}

export interface Allergy {
  /** In the doctor's words. */
  text: string
  /** Of the catalogue of allergens (CBARA); one of its two "other" where none is certain. */
  code: string
  category: 'food' | 'medication' | 'biologic' | 'environment'
  criticality: 'low' | 'high' | 'unable-to-assess' | null
  /** Only where somebody doubted it. */
  verification?: 'unconfirmed'
  note: string | null
}

/**
 * Without a certain code it is an unstructured prescription: the words alone (RNDS.md §8.3,
 * ERR779).
 */
export interface PrescribedItem {
  /** As prescribed: name, dose, way of use. */
  text: string
  medication: CodedMedication | null
  /** ISO 8601 with offset. */
  prescribedAt: string
}

/** RNDS.md §8.4. */
export interface CodedMedication {
  system: 'CATMAT' | 'VMP' | 'AMPP' | 'ANVISA' | 'EAN'
  code: string
  /** BRUnidadeMedida: `19` is a tablet. */
  form: string
}

export interface MedicalCertificate {
  /** First day of leave, ISO date. */
  start: string
  days: number
  description: string | null
  /** CID-10, only when the patient agreed that it be shown. */
  diagnosis: string | null
}

/** RNDS.md §9: only notifiable diseases, only exams of the closed list. */
export interface LaboratoryResult {
  exam: { system: 'LOINC' | 'GAL'; code: string }
  /** BRSubgrupoTabelaSUS: `0202` or `0214`. */
  category: string
  /** BRTerminologiaPatogeno. */
  pathogen: string | null
  collectedAt: string
  issuedAt: string
  /** 1, 2 and 3 mean what the scale says; a quantity is interpreted on the plain scale (ERR806). */
  value:
    | { quantity: number; unit: string; interpretation: QualitativeCode }
    | { scale: QualitativeScale; code: QualitativeCode }
  method: string
  referenceRange: string
  /** BRTipoAmostraGAL. */
  specimen: string
  /** CID-10 of the suspicion. */
  suspicion: string
}

export type QualitativeCode = '1' | '2' | '3'

/**
 * Code systems of RNDS.md §9.4: `BRResultadoQualitativoExame`, or `BRTipoResultado` and the suffix.
 */
export type QualitativeScale =
  | 'plain'
  | 'DTNT'
  | 'RGNR'
  | 'PSNG'
  | 'PRAU'
  | 'AVIDEZ'
  | 'HISPT'
  | 'RSBAC'
  | 'RSCUL'
