import type { RouteDescription } from '../describe-route.ts'
import {
  DeletedBody,
  DeleteRecord,
  FindPatient,
  FindPatientByBody,
  FindPractitioner,
  PatientBody,
  PractitionerBody,
  RecordStatus,
  ReplacedBody,
  ReplaceRecord,
  StatusBody,
  SubmitRecord,
  SubmittedBody,
} from './schema.ts'

/** For a token of a page. */
const PAGE = 'forbidden'
const UNAVAILABLE = ['rnds_unavailable']
/** What only the network can do or answer. */
const UNREACHED = [...UNAVAILABLE, 'outgoing_held']
/** Of a record that is composed. */
const CHOOSE = ['several_occupations']
const NEW_VERSION = ['not_found', 'submission_in_progress', 'rnds_rejected', ...UNAVAILABLE]
const deletion = {
  tag: 'network',
  security: 'bearer',
  input: DeleteRecord,
  responses: { 200: { description: 'It is deleted', schema: DeletedBody } },
  errors: [PAGE, 'no_previous_submission', ...NEW_VERSION, 'outgoing_held'],
} as const
const patient = {
  tag: 'network',
  security: 'bearer',
  responses: { 200: { description: 'The patient', schema: PatientBody } },
  errors: [PAGE, 'patient_not_found', ...UNREACHED],
} as const

/** The clinical-network endpoints (spec §4.2). */
export const networkDescriptions: readonly RouteDescription[] = [
  {
    method: 'post',
    path: '/v1/ehrs/{ehr_id}/rnds/submit',
    summary: 'Send the reviewed record of a consultation to the national network',
    tag: 'network',
    security: 'bearer',
    input: SubmitRecord,
    responses: {
      200: {
        description: 'It is taken; the status tells what becomes of it',
        schema: SubmittedBody,
      },
    },
    errors: [...CHOOSE, 'already_submitted', 'idempotency_key_reused', ...NEW_VERSION],
  },
  {
    method: 'get',
    path: '/v1/ehrs/{ehr_id}/rnds/status',
    summary: 'Where the last submission of a consultation stands',
    tag: 'network',
    security: 'bearer',
    input: RecordStatus,
    responses: { 200: { description: 'The record that counts', schema: StatusBody } },
    errors: ['not_found'],
  },
  {
    method: 'put',
    path: '/v1/ehrs/{ehr_id}/rnds/replace',
    summary: 'Send the corrected record in the place of the one the network has',
    tag: 'network',
    security: 'bearer',
    input: ReplaceRecord,
    responses: { 200: { description: 'The new record', schema: ReplacedBody } },
    errors: [...CHOOSE, 'no_previous_submission', ...NEW_VERSION],
  },
  {
    method: 'delete',
    path: '/v1/ehrs/{ehr_id}/rnds',
    summary: 'Delete the record from the national network; irreversible',
    ...deletion,
  },
  {
    method: 'post',
    path: '/v1/ehrs/{ehr_id}/rnds/delete',
    summary: 'The same as DELETE, for ways on which its body is lost',
    ...deletion,
  },
  {
    method: 'get',
    path: '/v1/rnds/patient',
    summary: 'Look up a patient by CPF or CNS',
    ...patient,
    input: FindPatient,
  },
  {
    method: 'post',
    path: '/v1/rnds/patient',
    summary: 'The same look-up, with the numbers in the body',
    ...patient,
    input: FindPatientByBody,
  },
  {
    method: 'get',
    path: '/v1/rnds/practitioner',
    summary: 'Look up a health professional by CNS',
    tag: 'network',
    security: 'bearer',
    input: FindPractitioner,
    responses: { 200: { description: 'The professional', schema: PractitionerBody } },
    errors: [PAGE, 'practitioner_not_found', ...UNREACHED],
  },
]
