/**
 * The trail of a document: what was done, on what evidence, in words nobody can read without the
 * consultation's key.
 */
import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { QueryTypes } from 'sequelize'
import type { DocumentAuditBody } from '../../core/contract/api.ts'
import type { DocumentRecord } from '../../core/document/record/document-store.ts'
import { ledgerText } from '../../core/document/record/ledger-summary.ts'
import { quotingGenerator, startDocumentServer } from '../helpers/document-server.ts'

/** A document that was generated, edited and reviewed. */
async function lived(t: ExecutionContext) {
  const server = await startDocumentServer(t, quotingGenerator())
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  await server.generate(token, ehr.id)
  const [first] = await server.documents.list(ehr.id)
  const id = first!.id
  const path = `/api/v1/documents/${id}`
  const states: DocumentRecord[] = [first!]
  const call = async (method: string, after: string, body: object) => {
    t.is((await server.call(method, path + after, { token, body })).status, 200)
    states.push((await server.documents.find(id))!)
  }
  const content = { ...first!.content, 'Queixa Principal': 'Escrito por mim.' }
  await call('PATCH', '', { version: first!.version, content })
  await call('POST', '/review', {})
  const audit = async () =>
    (await server.call('GET', `${path}/audit`, { token })).body as DocumentAuditBody
  return { server, id, states, audit }
}

test('every step of a document is an entry, with its evidence counted and its ledger proven', async (t) => {
  const { states, audit } = await lived(t)
  const { entries } = await audit()
  t.deepEqual(
    entries.map(({ kind, version }) => [kind, version]),
    [
      ['generated', states[0]!.version],
      ['edited', states[1]!.version],
      ['reviewed', states[2]!.version],
    ],
  )
  t.is(entries[0]?.by, null)
  t.truthy(entries[1]?.by)
  t.is(entries[0]?.ledger.typed, 0)
  t.is(entries[1]?.ledger.typed, 1)
  t.true(entries[0]!.ledger.supported > 0)
  for (const [at, state] of states.entries()) {
    t.is(entries[at]?.ledger_sha256, createHash('sha256').update(ledgerText(state)).digest('hex'))
    t.deepEqual(entries[at]?.source, state.source)
  }
  t.not(entries[0]?.ledger_sha256, entries[1]?.ledger_sha256)
  t.is(entries[1]?.ledger_sha256, entries[2]?.ledger_sha256)
})

test('every version keeps the ledger that it had', async (t) => {
  const { server, id, states } = await lived(t)
  const kept = await Promise.all(
    [1, 2, 3].map((number) => server.documents.findVersion(id, number)),
  )
  for (const [at, version] of kept.entries()) {
    t.deepEqual(version?.evidence, states[at]?.evidence)
    t.deepEqual(version?.contradictions, states[at]?.contradictions)
  }
  t.not(kept[0]?.evidence.length, kept[1]?.evidence.length)
})

test('an entry cannot be changed or removed, and holds no word of the visit', async (t) => {
  const { server } = await lived(t)
  const { sequelize } = server.database
  for (const sql of [`UPDATE document_audit SET kind = 'x'`, 'DELETE FROM document_audit'])
    t.regex(inspect(await t.throwsAsync(sequelize.query(sql))), /append-only/)
  const rows = await sequelize.query<{ sealed_facts: Buffer }>('SELECT * FROM document_audit', {
    type: QueryTypes.SELECT,
  })
  t.is(rows.length, 3)
  const raw = rows.map((row) =>
    JSON.stringify({ ...row, facts: row.sealed_facts.toString('latin1') }),
  )
  t.notRegex(raw.join(), /febre|Escrito|supported/)
})

test('a foreign caller gets the answer for an unknown document', async (t) => {
  const { server, id } = await lived(t)
  const token = await server.buildSession()
  t.is((await server.call('GET', `/api/v1/documents/${id}/audit`, { token })).status, 404)
})
