/** What an integrator reads of the clinical-network endpoints in `/openapi.json`. */
import test from 'ava'
import { openApiDocument } from '../../api/pages/openapi.ts'
import { networkDescriptions } from '../../api/v1-network/describe.ts'

interface Field {
  description?: string
  pattern?: string
  schema?: Field
}
interface Operation {
  parameters: (Field & { name: string })[]
  requestBody?: {
    content: { 'application/json': { schema: { properties: Record<string, Field> } } }
  }
  responses: Record<string, { description: string }>
}

const document = openApiDocument(networkDescriptions, '1.0.0') as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(document.paths).flatMap(([path, of]) =>
  Object.entries(of).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
)
const submit = () => document.paths['/v1/ehrs/{ehr_id}/rnds/submit']?.post as Operation
const fieldsOf = ({ requestBody }: Operation) =>
  Object.entries(requestBody?.content['application/json'].schema.properties ?? {})

test('every field and parameter has words', (t) => {
  for (const { name, operation } of operations) {
    const inBody = fieldsOf(operation)
    const inPlace = operation.parameters
      .filter((one) => one.name !== 'ehr_id')
      .map((one) => [one.name, one.schema ?? {}] as const)
    for (const [field, { description }] of [...inBody, ...inPlace])
      t.truthy(description, `${name}: ${field}`)
  }
})

test('numbers have a pattern that takes them as people write them', (t) => {
  const fields = Object.fromEntries(fieldsOf(submit()))
  const takes = (field: string, text: string) =>
    new RegExp(String(fields[field]?.pattern)).test(text)
  for (const cpf of ['52998224725', '529.982.247-25', ' 529.982.247-25 '])
    t.true(takes('patient_cpf', cpf), cpf)
  for (const cpf of ['5299822472', '529982247250', 'x2998224725'])
    t.false(takes('patient_cpf', cpf))
  t.true(takes('practitioner_cns', '159 8774 3098 0006'))
  t.true(takes('cnes', '9876543'))
})

test('each status of an error has the codes that come with it', (t) => {
  const { responses } = submit()
  t.is(
    responses[422]?.description,
    '`error`: several_occupations, idempotency_key_reused, rnds_rejected',
  )
  t.regex(String(responses[409]?.description), /already_submitted/)
  t.regex(String(responses[503]?.description), /rnds_unavailable/)
  t.regex(String(responses[401]?.description), /token_expired/)
  t.truthy(responses.default)
})

test('codes of a visit are told with their names', (t) => {
  const { modality } = Object.fromEntries(fieldsOf(submit()))
  t.regex(String(modality?.description), /06 Urgência e emergência/)
})
