/** Bodies of the clinical-network endpoints (spec §4.2): the wire's names come in, ours go out. */
import { z } from 'zod'
import { digitsOf, isCnes, isCns, isCpf } from '../../core/identifiers.ts'
import type { WaitingCode } from '../../core/rnds/waiting.ts'
import { orNothing, readVisitFacts, visitFields } from '../input-fields.ts'

/** A national number, with or without its punctuation. */
const number = (is: (digits: string) => boolean) =>
  z.string().trim().min(1).transform(digitsOf).pipe(z.string().refine(is))

/** With points, dashes, slashes and blanks wherever people write them. */
const digits = (count: number) => `^[\\s./-]*(\\d[\\s./-]*){${count}}$`
const Cpf = number(isCpf)
const Cns = number(isCns)
const Cnes = number(isCnes)

const words = (description: string, count: number) => ({ description, pattern: digits(count) })
const PATIENT_CPF = words('CPF of the patient, 11 digits', 11)
const PATIENT_CNS = words('CNS of the patient, 15 digits', 15)
const PRACTITIONER = words('CNS of the professional who answers for the record, 15 digits', 15)
const CNES = words('CNES of the establishment, 7 digits; else the profile’s, or the last one', 7)

const DocumentType = z.enum(['RAC', 'RPM', 'REPM', 'REL'])
/** Beside the contract: which one, where a consultation has records of several types. */
const WhichType = orNothing(DocumentType)
const WHICH = { description: 'Which one, where a consultation has records of several kinds' }

const params = z.object({ ehr_id: z.string() })

/**
 * A string of structured fields, as the draft of the header asks, or the bare word that most send.
 */
const IdempotencyKey = z
  .string()
  .trim()
  .transform((value) => value.replace(/^"(.*)"$/s, '$1'))
  .pipe(
    z
      .string()
      .min(1)
      .max(255)
      .regex(/^[\x20-\x7e]+$/),
  )

export const SubmitRecord = z
  .object({
    headers: z.object({
      'idempotency-key': IdempotencyKey.optional().meta({
        description: 'Of your making, the same for each try: the same answer for a day',
      }),
    }),
    params,
    body: z
      .strictObject({
        document_type: DocumentType.default('RAC').meta({ description: 'Kind of the record' }),
        // Without it a patient needs a CNS, and an establishment that may send them so (SPEC-GAPS
        // C16).
        patient_cpf: orNothing(Cpf).meta(PATIENT_CPF),
        patient_cns: orNothing(Cns).meta(PATIENT_CNS),
        practitioner_cns: Cns.meta(PRACTITIONER),
        cnes: orNothing(Cnes).meta(CNES),
        ...visitFields,
      })
      .refine((body) => body?.patient_cpf !== undefined || body?.patient_cns !== undefined, {
        path: ['patient_cpf'],
        params: { issue: 'required' },
        // Beside whatever else is missing: a caller is told of everything at once.
        when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'patient_cpf'),
      }),
  })
  .transform(({ headers, params: { ehr_id }, body }) => ({
    ehrId: ehr_id,
    idempotencyKey: headers['idempotency-key'],
    documentType: body.document_type,
    patient: { cpf: body.patient_cpf ?? null, cns: body.patient_cns ?? null },
    practitionerCns: body.practitioner_cns,
    cnes: body.cnes ?? null,
    told: readVisitFacts(body),
  }))

export const RecordStatus = z
  .object({
    params,
    // Of one record, whatever became of it: also one that was replaced.
    query: z.object({
      document_type: WhichType.meta(WHICH),
      rnds_record_id: orNothing(z.string().max(64)).meta({
        description: 'One record, also one that was replaced; else the last',
      }),
    }),
  })
  .transform(({ params: { ehr_id }, query }) => ({
    ehrId: ehr_id,
    which: { documentType: query.document_type, recordId: query.rnds_record_id },
  }))

export const ReplaceRecord = z
  .object({
    params,
    body: z.strictObject({
      practitioner_cns: Cns.meta(PRACTITIONER),
      document_type: WhichType.meta(WHICH),
      ...visitFields,
    }),
  })
  .transform(({ params: { ehr_id }, body }) => ({
    ehrId: ehr_id,
    practitionerCns: body.practitioner_cns,
    documentType: body.document_type,
    told: readVisitFacts(body),
  }))

export const DeleteRecord = z
  .object({
    params,
    body: z.object({
      practitioner_cns: Cns.meta(PRACTITIONER),
      reason: z.string().trim().min(1).max(1000).meta({ description: 'Why it is deleted' }),
      document_type: WhichType.meta(WHICH),
    }),
  })
  .transform(({ params: { ehr_id }, body }) => ({
    ehrId: ehr_id,
    practitionerCns: body.practitioner_cns,
    reason: body.reason,
    documentType: body.document_type,
  }))

const Person = z.object({
  cpf: orNothing(Cpf).meta(PATIENT_CPF),
  cns: orNothing(Cns).meta(PATIENT_CNS),
})

export const FindPatient = z.object({ query: Person }).transform(({ query }) => query)

export const FindPatientByBody = z.object({ body: Person }).transform(({ body }) => body)

export const FindPractitioner = z
  .object({ query: z.object({ cns: Cns.meta(words('CNS of the professional, 15 digits', 15)) }) })
  .transform(({ query }) => query)

/** Why a record that is `pending` is not in the network yet. */
const Waiting = z
  .object({
    code: z.enum([
      'in_turn',
      'earlier_record',
      'outgoing_held',
      'profile_incomplete',
      'certificate_missing',
      'certificate_expired',
      'certificate_refused',
      'ca_unreadable',
      'token_refused',
      'network_unreachable',
      'network_failing',
      'network_date',
      'record_failing',
      'answer_unknown',
    ] satisfies WaitingCode[]),
    message: z.string(),
    since: z.string(),
    /** Null: nobody knows; it leaves when what it waits for is done. */
    next_attempt_at: z.string().nullable(),
  })
  .optional()

/** Beside the contract: what the doctor chose in the plugin, where the call says something else. */
const ChosenByDoctor = z.record(z.string(), z.string()).optional()

/** Beside the contract, of a RAC: as what its professional saw the patient, and who says so. */
const Occupation = z
  .object({
    code: z.string(),
    from: z.enum(['call', 'visit', 'record', 'user', 'network', 'profile']),
    /** The network knows the professional by it. */
    confirmed: z.boolean(),
  })
  .optional()

export const SubmittedBody = z.object({
  status: z.literal('submitted'),
  rnds_record_id: z.string(),
  document_type: DocumentType,
  submitted_at: z.string(),
  ehr_id: z.string(),
  /** The establishment under which it goes (SPEC-GAPS C15). */
  cnes: z.string(),
  occupation: Occupation,
  waiting: Waiting,
  chosen_by_doctor: ChosenByDoctor,
})

const Issues = z.array(
  z.object({
    severity: z.string(),
    code: z.string(),
    diagnostics: z.string(),
    /** Beside the contract: what to do, where that is known. */
    advice: z.string().optional(),
  }),
)

export const StatusBody = z.object({
  ehr_id: z.string(),
  rnds_record_id: z.string(),
  status: z.enum(['pending', 'accepted', 'rejected', 'replaced', 'deleted']),
  document_type: DocumentType,
  submitted_at: z.string(),
  last_updated_at: z.string(),
  occupation: Occupation,
  waiting: Waiting,
  details: Issues.optional(),
  rejected_replacement: z.object({ rnds_record_id: z.string(), details: Issues }).optional(),
})

export const ReplacedBody = z.object({
  status: z.literal('replaced'),
  rnds_record_id: z.string(),
  previous_record_id: z.string(),
  replaced_at: z.string(),
  waiting: Waiting,
  chosen_by_doctor: ChosenByDoctor,
})

export const DeletedBody = z.object({
  status: z.literal('deleted'),
  rnds_record_id: z.string(),
  deleted_at: z.string(),
})

const text = z.string().nullable()

export const PatientBody = z.object({
  patient: z.object({
    cpf: text,
    cns: text,
    name: z.string(),
    birth_date: text,
    gender: text,
  }),
})

export const PractitionerBody = z.object({
  practitioner: z.object({
    cns: z.string(),
    name: z.string(),
    specialty: text,
    council: text,
    council_number: text,
    council_state: text,
  }),
})
