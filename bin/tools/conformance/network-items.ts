/** Sections 3.1, 4.2 and 7: the clinical-network endpoints, without sending anything. */
import { expect, expectError, expectField, type Item } from './items.ts'

const CNS = '159877430980006'
const REPLACE = { practitioner_cns: CNS }
const DELETE = { practitioner_cns: CNS, reason: 'conformance' }

export const networkItems: readonly Item[] = [
  {
    section: '4.2, 7',
    says: 'submit without patient_cpf: 400 validation_error, which names it as required',
    async check(at, { session, ehrId }) {
      const path = `/v1/ehrs/${ehrId}/rnds/submit`
      const body = { practitioner_cns: CNS }
      const answer = await at.ask(path, { method: 'POST', token: session, body })
      expectError(answer, 400, 'validation_error')
      expectField(answer, 'patient_cpf', 'required')
    },
  },
  {
    section: '4.2',
    says: 'submit needs practitioner_cns; document_type is RAC, RPM, REPM or REL',
    async check(at, { session, ehrId }) {
      const path = `/v1/ehrs/${ehrId}/rnds/submit`
      const patient = { patient_cpf: '52998224725' }
      const ask = (body: object) => at.ask(path, { method: 'POST', token: session, body })
      const without = await ask(patient)
      expectError(without, 400, 'validation_error')
      expectField(without, 'practitioner_cns', 'required')
      const unknown = await ask({ ...patient, practitioner_cns: CNS, document_type: 'RIRA' })
      expectError(unknown, 400, 'validation_error')
      expectField(unknown, 'document_type', '')
    },
  },
  {
    section: '3.1, 7',
    says: 'status of a consultation without a submission: 404 not_found',
    async check(at, { session, ehrId }) {
      const answer = await at.ask(`/v1/ehrs/${ehrId}/rnds/status`, { token: session })
      expectError(answer, 404, 'not_found')
    },
  },
  {
    section: '3.1, 7',
    says: 'replace and delete without one: 400 no_previous_submission (503 while nothing is set up)',
    async check(at, { session, ehrId }) {
      const path = `/v1/ehrs/${ehrId}/rnds`
      for (const [method, where, body] of [
        ['PUT', `${path}/replace`, REPLACE],
        ['DELETE', path, DELETE],
      ] as const) {
        const answer = await at.ask(where, { method, token: session, body })
        if (answer.status === 503) expectError(answer, 503, 'rnds_unavailable')
        else expectError(answer, 400, 'no_previous_submission')
      }
    },
  },
  {
    section: '4.2',
    says: 'ehr_id may be the host’s own consultation id',
    async check(at, { session, ids, bearer }) {
      const path = `/v1/ehrs/${encodeURIComponent(ids.consultation_id)}/rnds/replace`
      for (const token of [session, bearer]) {
        const answer = await at.ask(path, { method: 'PUT', token, body: REPLACE })
        expect(answer.body.error !== 'not_found', 'it is not found')
      }
      expectError(await at.ask('/v1/ehrs/nobody/rnds/status', { token: session }), 404, 'not_found')
    },
  },
  {
    section: '4.2',
    says: 'look-ups need a number: cpf or cns of a patient, cns of a professional',
    async check(at, { session }) {
      for (const path of ['/v1/rnds/patient', '/v1/rnds/practitioner'])
        expectError(await at.ask(path, { token: session }), 400, 'validation_error')
    },
  },
  {
    section: '7',
    says: 'an error has error and message, and its request an id',
    async check(at, { session }) {
      const answer = await at.ask('/v1/ehrs/nobody/rnds/status', { token: session })
      expectError(answer, 404)
      expect(answer.headers.get('x-request-id') !== null, 'no X-Request-Id')
    },
  },
]
