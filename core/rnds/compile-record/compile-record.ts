/**
 * From a consultation's reviewed documents and confirmed diagnoses to the record that is sent to
 * the national network (spec §1.5, §4.2). Pure. Nothing is invented: what is not in a reviewed
 * document, in the request or in the establishment's profile is not sent, and what has to be sent
 * and is not there is refused, all of it at once.
 */

import type { VisitFacts } from '../../consultation/visit-facts.ts'
import type { Choice } from '../../errors.ts'
import { brasiliaDate, brasiliaTime } from '../../fhir/bundle/brasilia-time.ts'
import type {
  ClinicalRecord,
  EncounterFacts,
  EncounterRecord,
  NetworkDocumentType,
  PatientNumbers,
  PrescribedItem,
} from '../../fhir/clinical-record.ts'
import { digitsOf, isCnes, isCns, isCpf } from '../../identifiers.ts'
import { fold } from '../../portuguese/tokens.ts'
import type { ConfirmedDiagnosis, ConfirmedProcedure } from '../../terminology/ports.ts'
import { allergyReader } from './allergies.ts'
import { codedDiagnoses, performedProcedures } from './coded-facts.ts'
import { type Establishment, spellingsOf } from './establishment.ts'
import { type Faults, faults } from './faults.ts'
import { readLaboratory } from './laboratory.ts'
import { readMeasurements } from './measurements.ts'
import { readCertificate } from './medical-certificate.ts'
import { occupation } from './occupation.ts'
import {
  divide,
  type FieldWords,
  inWords,
  namedWords,
  type ReviewedDocument,
  readDocuments,
  textsOf,
  type WordsByRole,
} from './read-documents.ts'
import {
  type ConsultationFacts,
  encounterFact,
  encounterPeriod,
  mustBeEncounter,
} from './told-facts.ts'

export interface CompileInput {
  documentType: NetworkDocumentType
  /** Whether the network's profile of that type is here. */
  hasProfile: boolean
  /** As the host wrote the numbers: points, dashes and blanks do not matter. */
  request: {
    patient: PatientNumbers
    practitionerCns: string
    /** Null where the establishment's own counts. */
    cnes: string | null
    localId: string
    /** The network's id of the version it takes the place of. */
    replaces: string | null
    /** Of this visit, in place of what is usual. */
    told?: VisitFacts | undefined
    /** Who told the occupation in it; the call unless said. */
    toldBy?: 'call' | 'visit'
  }
  establishment: Establishment
  consultation: ConsultationFacts
  /** Those that nobody has reviewed are passed over. */
  documents: readonly ReviewedDocument[]
  diagnoses: readonly ConfirmedDiagnosis[]
  procedures: readonly ConfirmedProcedure[]
  /**
   * Occupations (CBO) of the practitioner in this establishment, as the network knows them; null
   * when it could not be asked.
   */
  role: readonly Choice[] | null
  /** The occupation in the record of this visit that was made before, by the same practitioner. */
  earlierCbo: string | null
  /** The practitioner's, as the administrator says. */
  ownCbo: string | null
  now: Date
}

/**
 * @throws {AppError} `validation_error` with every missing or wrong thing as `{ field, issue }`,
 * settings with the command that sets them; issues: `required`, `invalid`, `ambiguous`, `disabled`,
 * `no_role_in_establishment`, `not_of_practitioner`, `document_not_reviewed`, `diagnosis_required`,
 * `unsupported_content`. `several_occupations` with the codes to choose from, where that is all
 */
export function compileRecord(input: CompileInput): ClinicalRecord {
  const found = faults()
  const head = recordHead(input, found)
  const reviewed = input.documents.filter(({ status }) => status === 'reviewed')
  if (reviewed.length === 0) found.add('documents', 'document_not_reviewed')
  const words = readDocuments(reviewed, {
    papersFirst: input.documentType === 'RPM' || input.documentType === 'REPM',
  })
  if (input.role?.length === 0) found.add('practitioner_cns', 'no_role_in_establishment')

  const record = recordOf(input, head, words, found)
  if (entriesOf(record) > MOST_ENTRIES) found.add('documents', 'unsupported_content', TOO_MANY)
  const error = found.error()
  if (error) throw error
  return record
}

/** No visit has so many; each is checked, sealed and sent. */
const MOST_ENTRIES = 500

const TOO_MANY = {
  reason: 'too_many_entries',
  message: `Os documentos revisados somam mais de ${MOST_ENTRIES} prescrições, alergias, medidas, diagnósticos e procedimentos; a rede não recebe tantos num registro. Encurte as listas.`,
}

function entriesOf(record: ClinicalRecord): number {
  return Object.values(record).reduce(
    (sum: number, part: unknown) => sum + (Array.isArray(part) ? part.length : 0),
    0,
  )
}

type Head = ReturnType<typeof recordHead>

function recordOf(
  input: CompileInput,
  head: Head,
  words: WordsByRole,
  found: Faults,
): ClinicalRecord {
  if (input.documentType === 'RAC') return encounterRecord(input, head, words, found)
  const { documentType } = input
  if (documentType === 'RPM' || documentType === 'REPM') {
    if (documentType === 'RPM' && !input.establishment.rpmEnabled)
      found.addSetting('rpmEnabled', 'disabled')
    if (!input.hasProfile) found.add('document_type', 'profile_missing', NO_PROFILE)
    const { items } = readPrescription(
      words.prescription,
      brasiliaTime(input.consultation.createdAt),
    )
    if (items.length === 0) found.add('document_type', 'unsupported_content', NOTHING_PRESCRIBED)
    return { ...head, documentType, prescription: items }
  }
  if (!input.establishment.relEnabled) found.addSetting('relEnabled', 'disabled')
  const laboratory = readLaboratory(
    words.other,
    brasiliaTime(input.consultation.createdAt),
    input.diagnoses.map(({ code }) => code),
  )
  if (laboratory.length === 0) found.add('document_type', 'unsupported_content', RESULTS_IN_WORDS)
  return { ...head, documentType: 'REL', laboratory }
}

const NOTHING_PRESCRIBED = {
  reason: 'nothing_prescribed',
  message: 'Nenhum documento revisado prescreve um medicamento nesta consulta.',
}

const NO_PROFILE = {
  setting: 'svcctl rnds definitions import PACKAGE.tgz',
  message:
    'Esta instalação não tem o perfil deste tipo de documento. O administrador pode importar o pacote que o Ministério da Saúde publica; até lá, envie o RAC, que leva a prescrição.',
}

/** Most results in a document lack what RNDS.md §9.4 demands, and nothing is made up. */
const RESULTS_IN_WORDS = {
  reason: 'results_not_coded',
  message:
    'O REL só leva exames de doenças de notificação: em "Resultado de Exames" de um documento revisado, o teste rápido de antígeno ou o PCR de COVID-19 (este com a data da coleta, dd/mm/aaaa) e o teste rápido NS1 de dengue, com o resultado. Para outros exames envie o RAC, que leva o texto.',
}

/** A mother's number would put a child's record into her chart. */
const CNS_ALONE = {
  setting: 'svcctl rnds profile set --patient-by-cns-alone on',
  message:
    'Sem CPF, só onde o estabelecimento envia pelo CNS: recém-nascidos (o CNS da criança, nunca o da mãe) e estrangeiros. Quem não tem CPF nem CNS não vai como RAC: o perfil exige um número.',
}

function recordHead({ request, establishment, now }: CompileInput, found: Faults) {
  const number = (field: string, written: string | null, is: (digits: string) => boolean) => {
    const digits = digitsOf(written ?? '')
    if (digits === '') found.add(field, 'required')
    else if (!is(digits)) found.add(field, 'invalid')
    return digits
  }
  const { requesterId } = establishment
  const isByCnsAlone = Boolean(request.patient.cns && !request.patient.cpf)
  if (isByCnsAlone && !establishment.patientByCnsAlone)
    found.add('patient_cpf', 'required', CNS_ALONE)
  const head = {
    patient: {
      cpf: isByCnsAlone ? null : number('patient_cpf', request.patient.cpf, isCpf),
      cns: request.patient.cns ? number('patient_cns', request.patient.cns, isCns) : null,
    },
    practitioner: { cns: number('practitioner_cns', request.practitionerCns, isCns) },
    cnes: number('cnes', request.cnes ?? establishment.cnes, isCnes),
    requesterId: requesterId ?? '',
    localId: request.localId,
    replaces: request.replaces,
    spellings: spellingsOf(establishment),
    generatedAt: brasiliaTime(now),
  }
  if (!requesterId) found.addSetting('requesterId', 'required')
  return head
}

function encounterRecord(
  input: CompileInput,
  head: Head,
  words: WordsByRole,
  found: Faults,
): EncounterRecord {
  const { establishment, consultation, diagnoses, now, role } = input
  const { earlierCbo: earlier, ownCbo: own } = input
  const { told = {}, toldBy = 'call' } = input.request
  const usual = establishment.defaults
  const fact = encounterFact(told, usual, found)
  const { code: cbo, ...occupied } = occupation({ role, told, toldBy, earlier, own, usual }, found)
  const modality = fact('modality')
  mustBeEncounter(modality, found)
  const period = encounterPeriod(consultation, modality, now)

  const { coded: measurements, rest: otherMeasures } = readMeasurements(words.measurements)
  const allergies = allergyReader()
  const { allergies: listed, denied } = allergies.listed(words.allergies)
  const mentioned = allergies.mentioned([...words.reason, ...words.other], listed)
  const { items: prescription, notOrdered } = readPrescription(words.prescription, period.start)
  const codes = diagnoses.map(({ code }) => code)
  const today = brasiliaDate(consultation.createdAt)
  const certificateWords = inWords(words.certificate.slice(-1))
  const certificate =
    certificateWords === null ? null : readCertificate(certificateWords, today, codes)
  if (diagnoses.length === 0) found.add('diagnoses', 'diagnosis_required')

  const encounter: EncounterFacts = {
    cbo,
    modality,
    priority: fact('priority'),
    admissionSource: fact('admissionSource'),
    outcome: fact('outcome'),
    financing: fact('financing'),
    ...period,
    team: establishment.defaults.team,
    locationName: establishment.defaults.locationName,
    teleconsultation: consultation.type === 'TELEMEDICINE' && establishment.teleconsultationType,
    reason: inWords(words.reason),
    otherInformation: namedWords([...otherMeasures, ...denied, ...words.other]),
  }
  return {
    ...head,
    documentType: 'RAC',
    encounter,
    occupation: occupied,
    diagnoses: codedDiagnoses(diagnoses, words.assessment),
    procedures: performedProcedures(input.procedures, () => fact('procedure'), consultation),
    measurements,
    allergies: [...listed, ...mentioned],
    prescription,
    carePlan: namedWords([...words.plan, ...notOrdered, ...(certificate ? [] : words.certificate)]),
    certificate,
  }
}

/** An item that ends a treatment orders nothing. */
const ENDS =
  /^(?:suspend|suspens[oa]s?\b|interromp|par(?:ar|e|ou)\b|retir(?:ar|e|ou|ad[oa])\b|descontinu|evit(?:ar|e|ad[oa])\b|contraindicad|nao\b|sem\b|nenhum)/

/**
 * The same behind the medicine: "Losartana 50 mg: suspensa", "AAS (manter)". "Por 5 dias e
 * suspender" is how it is taken.
 */
const SAID_BEHIND =
  /[\s:(\u2013-](?:suspens[oa]s?|suspender|suspend[ae]|suspendid[oa]s?|descontinuad[oa]s?|interrompid[oa]s?|retirad[oa]s?|parar|nao usar|mant(?:er|id[oa]s?|enho|em))\s*[).]*$/
const COURSE = /\b(?:e|depois|apos|entao|por|durante|ate|se)\b/

/** Nor does one that lets it go on: "Pode continuar com a losartana", "Mantida metformina". */
const GOES_ON =
  /^(?:(?:pode|deve|vai|vamos|oriento|orientad[oa]|recomendo)\s+(?:a\s+)?)?(?:continu(?:ar|e|a|amos|ando|idade)|mant(?:er|em|enho|emos|ida?s?|idos?|enha)|segu(?:ir|e|imos|indo) (?:com|em uso|usando)|permanec(?:er|e)|em uso (?:de|continuo)|ja (?:em uso|usa|faz uso)|faz uso)\b/
/** Unless it changes something, or is written out anew. */
const ANEW =
  /\b(?:aument|reduz|diminu|ajust|alter|troc|substitu|acrescent|associ|adicion|inici|introduz|renov|receit|nova? prescri|prescrev|prescrit|passar? (?:a|para)|para \d)/

/**
 * Prescribed items in the doctor's words, as unstructured prescriptions: no code of a medicine is
 * certain enough to be chosen from them. What ends a treatment, or lets it go on as it is, was
 * ordered by nobody today and is left over for the plan: a MedicationRequest is dated with the
 * encounter (`authoredOn`, RNDS.md §8.3), and would be a second order of the same medicine.
 */
export function readPrescription(
  fields: readonly FieldWords[],
  prescribedAt: string,
): { items: PrescribedItem[]; notOrdered: FieldWords[] } {
  const { meant: notOrdered, rest } = divide(fields, ({ text }) => ordersNothing(fold(text).trim()))
  return {
    items: textsOf(rest).map((text) => ({ text, medication: null, prescribedAt })),
    notOrdered,
  }
}

function ordersNothing(words: string): boolean {
  const isSaidBehind = SAID_BEHIND.test(words) && !COURSE.test(words)
  return ENDS.test(words) || ((GOES_ON.test(words) || isSaidBehind) && !ANEW.test(words))
}
