/** Sections 1 and 2: consultations, document models, documents and structured data. */
import { builtInTemplates } from '../../../config/templates.ts'
import {
  expect,
  expectError,
  expectStatus,
  type Installation,
  type Item,
  type TestVisit,
} from './items.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const SCHEMA = {
  type: 'object',
  description: 'Teste',
  properties: {
    queixa: { type: 'string', description: 'Queixa principal' },
    diagnosticos: {
      type: 'array',
      description: 'Diagnósticos',
      items: { $ref: '#/$defs/CID' },
    },
    medidas: { $ref: '#/$defs/AnthropometricData' },
  },
}

/** As pydantic and zod write one: titles, a dialect, nullable fields, definitions of their own. */
const LIBRARY_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Consulta',
  description: 'Teste',
  type: 'object',
  additionalProperties: false,
  required: ['queixa'],
  properties: {
    queixa: { title: 'Queixa', type: 'string', description: 'Queixa principal' },
    retorno: {
      anyOf: [{ type: 'string' }, { type: 'null' }],
      default: null,
      description: 'Quando retorna',
    },
    sinais: { $ref: '#/$defs/Sinais' },
  },
  $defs: {
    Sinais: {
      title: 'Sinais',
      type: 'object',
      description: 'Sinais vitais',
      properties: { temperatura: { type: 'number', description: 'Temperatura em graus' } },
    },
  },
}

const checkSchema = (at: Installation, { session }: TestVisit, schema: unknown) =>
  at.ask('/api/v1/structured-schemas/check', { method: 'POST', token: session, body: { schema } })

export const visitItems: readonly Item[] = [
  {
    section: '1.4',
    says: 'no list of patients, consultations or documents',
    async check(at, { session, ids }) {
      const paths = ['/api/v1/ehrs', '/api/v1/patients', '/api/v1/documents', '/integration/ehrs']
      for (const path of paths) {
        const { status, text } = await at.ask(path, { token: session })
        expect(status === 404 || status === 405 || status === 401, `GET ${path} is ${status}`)
        expect(!text.includes(ids.consultation_id), `GET ${path} tells of a consultation`)
      }
    },
  },
  {
    section: '1.4, 5',
    says: 'without a token nothing is told',
    async check(at, { ehrId }) {
      expectError(await at.ask(`/api/v1/ehrs/${ehrId}`), 401)
      expectError(await at.ask(`/v1/ehrs/${ehrId}/rnds/status`), 401)
    },
  },
  {
    section: '2.1',
    says: 'a consultation is created once for its identifiers; its id is a uuid',
    async check(_at, { ehrId, wasCreated, isIdempotent }) {
      expect(UUID.test(ehrId), 'the id is no uuid')
      expect(wasCreated, 'the first opening was not 201')
      expect(isIdempotent, 'the second opening was another consultation')
    },
  },
  {
    section: '2.1',
    says: 'the same consultation with another patient is refused',
    async check(at, { session, ids }) {
      const body = { ...ids, patient_id: 'another' }
      const path = '/api/v1/ehrs/by-external-id'
      expectError(await at.ask(path, { method: 'PUT', token: session, body }), 409)
    },
  },
  {
    section: 'gaps 1.2',
    says: 'another doctor of the organization may open it: a change of shift',
    async check(at, { session, ids, ehrId }) {
      const body = { ...ids, doctor_id: 'conformance-next' }
      const path = '/api/v1/ehrs/by-external-id'
      const answer = await at.ask(path, { method: 'PUT', token: session, body })
      expectStatus(answer, 200)
      expect(answer.body.id === ehrId, 'it is another consultation')
    },
  },
  {
    section: '2.1',
    says: 'type is IN_PERSON or TELEMEDICINE',
    async check(at, { session, ehrId }) {
      const { body } = await at.ask(`/api/v1/ehrs/${ehrId}`, { token: session })
      expect(body.type === 'IN_PERSON', `without a wish it is ${body.type}`)
    },
  },
  {
    section: '2.2',
    says: 'the catalogue has the 26 models, with their fields in order',
    async check(at, { session }) {
      const { body } = await at.ask('/api/v1/templates', { token: session })
      const served = new Map<string, { name: string; type: string; keys?: string[] }[]>(
        (body.templates ?? []).map((one: { id: string; fields: never[] }) => [one.id, one.fields]),
      )
      for (const { id, fields } of builtInTemplates()) {
        const found = served.get(id)
        expect(found !== undefined, `${id} is missing`)
        const told = (list: readonly { name: string; type: string }[]) =>
          list.map(({ name, type }) => `${name} (${type})`).join('|')
        expect(told(found) === told(fields), `${id} has other fields`)
      }
    },
  },
  {
    section: '2.3',
    says: 'a schema with the two special fields is taken',
    async check(at, visit) {
      expectStatus(await checkSchema(at, visit, SCHEMA), 200)
    },
  },
  {
    section: '2.3',
    says: 'a schema is taken as libraries write it',
    async check(at, visit) {
      expectStatus(await checkSchema(at, visit, LIBRARY_SCHEMA), 200)
    },
  },
  {
    section: '2.3',
    says: 'a schema whose root is no object, or an unknown $ref, is refused',
    async check(at, visit) {
      expectError(await checkSchema(at, visit, { type: 'string', description: 'x' }), 400)
      const properties = { x: { $ref: '#/$defs/Unknown' } }
      expectError(await checkSchema(at, visit, { ...SCHEMA, properties }), 400)
    },
  },
]
