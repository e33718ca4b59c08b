import test from 'ava'
import type { AuditEntry } from '../../core/audit/entry.ts'
import { fhirAuditEvent } from '../../core/audit/fhir.ts'
import { csvHeader, csvLine } from '../../core/audit/table-line.ts'
import { auditChain } from '../../core/doctor/checks/audit.ts'
import { doctorHost } from '../helpers/doctor-host.ts'

const entry: AuditEntry = {
  sequence: 7,
  id: '5d4f7f0e-7b43-4b2f-9b0e-2f6a1c9d8e7f',
  at: '2026-11-22T08:00:00.000Z',
  organizationId: null,
  action: 'document.read',
  actorKind: 'session',
  actorId: 'token-1',
  subjectKind: 'document',
  subjectId: 'd1',
  consultationId: 'c1',
  patient: 'ab'.repeat(16),
  person: 'sealed',
  outcome: 'refused',
  requestId: 'r1',
  mac: 'cd'.repeat(32),
  facts: '{"address":"10.0.0.9","code":"not_found"}',
}

test('an entry is an AuditEvent with all that FHIR R4 requires of one', (t) => {
  const event = fhirAuditEvent(entry, 'dra.ana', 'https://svc.example')
  t.like(event, {
    resourceType: 'AuditEvent',
    action: 'R',
    recorded: entry.at,
    outcome: '4',
    outcomeDesc: 'not_found',
    type: { code: '110110' },
    source: { observer: { display: 'https://svc.example' } },
  })
  t.is(event.agent.length, 2)
  t.true(event.agent.every((agent) => 'requestor' in agent))
  const entities = JSON.stringify(event.entity)
  for (const told of ['d1', 'c1', entry.patient, entry.mac]) t.true(entities.includes(String(told)))
  t.false(entities.includes('10.0.0.9'))
})

test('a line of CSV has a cell for each column, and no cell is a formula', (t) => {
  const line = csvLine({ ...entry, actorId: '=cmd()' }, 'dra "ana", UTI')
  t.true(line.includes(`'=cmd()`))
  t.true(line.includes('"dra ""ana"", UTI"'))
  const quoted = /("(?:[^"]|"")*"|[^,]*)(,|\r\n)/g
  t.is([...line.matchAll(quoted)].length, csvHeader.split(',').length)
})

test('no cell of CSV turns its line around or ends it', (t) => {
  const facts = '{"name":"nome\u202egnp.exe\u200f"}'
  const line = csvLine({ ...entry, facts, actorId: 'a\rb\u2028' }, '\t=cmd()')
  t.notRegex(line.slice(0, -2), /[\p{Cc}\p{Cf}\p{Zl}]/u)
  t.true(line.includes('a\\u000db\\u2028'))
  t.true(line.includes('"{""name"":""nome\\u202egnp.exe\\u200f""}"'), 'JSON as it was')
})

const healthy = {
  failure: null,
  checked: 5,
  lastSequence: 6,
  firstBadSequence: null,
  head: 'fits' as const,
  isGuarded: true,
}
for (const [what, severity, facts] of [
  ['a whole chain', 'ok', healthy],
  ['no chain yet', 'info', null],
  ['an altered entry', 'error', { ...healthy, firstBadSequence: 4 }],
  ['a chain that was longer', 'error', { ...healthy, head: 'ahead' as const }],
  ['another chain', 'error', { ...healthy, head: 'altered' as const }],
  ['a database without its guards', 'error', { ...healthy, isGuarded: false }],
  ['a lost head', 'warning', { ...healthy, head: 'missing' as const }],
  ['a master key that does not open', 'info', { failure: 'master_key_closed' }],
  ['a key of the audit that was altered', 'error', { failure: 'vault_damaged' }],
] as const)
  test(`doctor on ${what}`, async (t) => {
    const finding = await auditChain.run(doctorHost({ audit: async () => facts }))
    t.is(finding.severity, severity)
    t.is(finding.fix !== undefined, severity === 'error' || severity === 'warning')
  })
