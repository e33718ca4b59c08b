import { readdirSync } from 'node:fs'
import test from 'ava'
import fc from 'fast-check'
import {
  adviceForCode,
  classOfCode,
  type IssueClass,
  isTokenCode,
} from '../../../core/rnds/error-catalogue.ts'
import { existingNetworkId, networkIdOf, readOutcome } from '../../../core/rnds/outcome.ts'
import { hasShared, readShared, sharedPath } from '../../helpers/shared-files.ts'

const outcome = (...diagnostics: string[]) =>
  JSON.stringify({
    resourceType: 'OperationOutcome',
    issue: diagnostics.map((text) => ({
      severity: 'error',
      code: 'processing',
      diagnostics: text,
    })),
  })

test('every issue is read, with its code or without', (t) => {
  t.deepEqual(
    readOutcome(
      outcome(
        '(EHR-ERR793) As datas\ndevem ser iguais (Encounter ID: urn:uuid:transient-1).',
        '(EDS-MSG009) O documento x já foi substituído.',
        'Resource Practitioner/x is not known',
      ),
    ),
    [
      {
        severity: 'error',
        code: 'ERR793',
        diagnostics: 'As datas\ndevem ser iguais (Encounter ID: urn:uuid:transient-1).',
      },
      { severity: 'error', code: 'MSG009', diagnostics: 'O documento x já foi substituído.' },
      {
        severity: 'error',
        code: 'processing',
        diagnostics: 'Resource Practitioner/x is not known',
      },
    ],
  )
})

test('what is no outcome holds no issue: pages, nothing, cut and foreign answers', (t) => {
  for (const text of [
    '',
    '<html><body>502</body></html>',
    outcome('(EHR-ERR793) x').slice(0, 60),
    'null',
    '[]',
    '{"resourceType":"Bundle","issue":[{}]}',
    '{"resourceType":"OperationOutcome"}',
    '{"resourceType":"OperationOutcome","issue":"x"}',
  ])
    t.deepEqual(readOutcome(text), [], text)
})

const issues = fc.array(
  fc.record({ severity: fc.jsonValue(), code: fc.jsonValue(), diagnostics: fc.jsonValue() }),
)

test('reading never fails and never grows, and a code is never free text', (t) => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), issues), (issue) => {
      const text = JSON.stringify({ resourceType: 'OperationOutcome', issue })
      for (const { code, diagnostics } of readOutcome(text)) {
        t.regex(code, /^([A-Z]+\d{3,4}|[A-Z]+(_[A-Z]+)+|[a-z-]{1,40})$/)
        t.true(diagnostics.length <= 2000)
      }
    }),
  )
  const many = outcome(...Array.from({ length: 500 }, () => 'x'.repeat(5000)))
  t.is(readOutcome(many).length, 50)
})

test('the id that exists already is read from the words of the duplicate, and only from there', (t) => {
  const id = 'eb4fc099-e5e2-4895-9d3b-23a6de2d7324-r3x7'
  t.is(existingNetworkId(readOutcome(outcome(`(EHR-ERR866) … O id existente é ${id}.`))), id)
  t.is(existingNetworkId(readOutcome(outcome('(EHR-ERR866) Já foi utilizado.'))), null)
  t.is(existingNetworkId(readOutcome(outcome(`(EHR-ERR793) Compostion ID: ${id}`))), null)
})

test('of an address only the id at its end counts', (t) => {
  for (const [location, id] of [
    ['https://h/1.15/api/fhir/r4/Bundle/eb4f-r3x7', 'eb4f-r3x7'],
    ['https://h/api/fhir/r4/Bundle/eb4f-r3x7/_history/1', 'eb4f-r3x7'],
    ['Bundle/eb4f-r3x7', 'eb4f-r3x7'],
    ['/Bundle/eb4f-r3x7?a=/b#c/d', 'eb4f-r3x7'],
    ['https://h', null],
    ['https://h/Bundle/', null],
    ['https://h/Bundle/a b', null],
    [`https://h/Bundle/${'a'.repeat(65)}`, null],
    [undefined, null],
  ] as const)
    t.is(networkIdOf(location), id, location)
})

test('codes a sender meets have an advice', (t) => {
  for (const code of ['ERR866', 'ERR906', 'ERR793', 'ERR807', 'ERR934', 'MSG009'])
    t.truthy(adviceForCode(code), code)
  t.is(adviceForCode('ERR999'), undefined)
  t.true(isTokenCode('ERR882'))
  t.false(isTokenCode('ERR906'))
})

const withShared = hasShared('rnds') ? test : test.skip

withShared('the catalogue classes every code as the reference does (shared/rnds)', (t) => {
  const reference = readShared<{ code: string; class: IssueClass }[]>(
    'rnds/definitions/error-catalogue.json',
  )
  for (const { code, class: name } of reference)
    t.is(classOfCode(code), code === 'ERR824' ? 'content' : name, code)
})

withShared('the published answers are read as they are meant (shared/rnds)', (t) => {
  const codes = new Map<string, string[]>()
  for (const file of readdirSync(sharedPath('rnds/examples/responses'))) {
    const { body, headers } = readShared<{ body: unknown; headers?: Record<string, string> }>(
      `rnds/examples/responses/${file}`,
    )
    const issues = readOutcome(JSON.stringify(body))
    if (issues.length > 0)
      codes.set(
        file,
        issues.map(({ code }) => code),
      )
    if (headers?.Location)
      t.is(networkIdOf(headers.Location), 'eb4fc099-e5e2-4895-9d3b-23a6de2d7324-r3x7')
  }
  t.deepEqual(Object.fromEntries(codes), {
    'any-401-err882-token-expired.json': ['ERR882'],
    'any-err906-practitioner-not-authorised.json': ['ERR906'],
    'bundle-create-422-err793-modality-dates.json': ['ERR793'],
    'bundle-create-422-err866-duplicate-identifier.json': ['ERR866'],
    'bundle-create-422-err924-status-not-final.json': ['ERR924'],
    'bundle-create-err881-wrong-origin-system.json': ['ERR881'],
    'bundle-delete-422-err825-not-final.json': ['ERR825'],
    'organization-missing-id-operationoutcome.json': ['processing'],
  })
})
