/**
 * `svcctl doc explain` on a document that the service wrote and a doctor changed: what it shows,
 * and what is left when it is gone.
 */
import test from 'ava'
import { startAuditedService } from '../helpers/audited-service.ts'
import { buildCli } from '../helpers/cli.ts'

const CONTEXT =
  'Queixa: dor de garganta há três dias. Nega febre. Em uso de losartana 50 mg pela manhã. Alergia a dipirona.'

test('a document is explained from what is kept of it, on record as a reading', async (t) => {
  t.timeout(300_000)
  const { call, secret, dataDir, stop } = await startAuditedService(t)
  const exchange = { headers: { 'x-svc-token': secret }, body: { expiration: 1800 } }
  const { access } = (await call('POST', '/integration/session-token/', exchange)).body
  const headers = { authorization: `Bearer ${access}` }
  const api = (method: string, path: string, body?: unknown) =>
    call(method, `/api/v1${path}`, { headers, ...(body !== undefined && { body }) })
  const ids = { consultation_id: 'c1', doctor_id: 'dra.ana', patient_id: 'Maria das Dores' }
  const { id: ehr } = (await api('PUT', '/ehrs/by-external-id', ids)).body
  await api('PATCH', `/ehrs/${ehr}`, { version: 1, context_markdown: CONTEXT })
  await api('POST', `/ehrs/${ehr}/documents`, { template_id: 'soap' })
  const [document] = (await api('GET', `/ehrs/${ehr}/documents`)).body.documents
  const fields = Object.keys(document.content)
  const edited = { ...document.content, [fields[0]!]: 'Odinofagia.', [fields[3]!]: null }
  const saved = await api('PATCH', `/documents/${document.id}`, {
    version: document.version,
    content: edited,
  })
  t.is(saved.status, 200, JSON.stringify(saved.body))
  await stop()

  const cli = await buildCli(t, { SVC_DATA_DIR: dataDir })
  const whole = await cli.run(['doc', 'explain', document.id, '--json'])
  t.is(whole.code, 0, whole.stderr)
  const { values, template, source } = whole.json
  t.is(template.id, 'soap')
  t.is(source.generator, 'rules')
  const own = values.find(({ path }: { path: string[] }) => path[0] === fields[0])
  t.like(own, { writer: 'person', text: 'Odinofagia.', on_record: null })
  for (const value of values.slice(1)) {
    t.is(value.writer, 'rules')
    t.is(value.on_record.verdict, 'supported')
    t.is(value.sources[0].source, 'context')
    t.true(CONTEXT.includes(value.sources[0].words))
  }

  const shown = await cli.run(['doc', 'explain', document.id, fields[0]!.toUpperCase()])
  t.is(shown.code, 0, shown.stderr)
  t.regex(shown.stdout, /a person’s own words\n {2}“Odinofagia\.”/)
  t.regex(shown.stdout, /before +“/)
  t.regex(shown.stdout, /Said and not written\n {2}/)

  const unknown = await cli.run(['doc', 'explain', document.id, 'Rins', '--json'])
  t.deepEqual([unknown.code, unknown.failure.error], [66, 'field_not_found'])

  const { entries } = (await cli.run(['audit', 'tail', '--json'])).json
  const told = entries.filter(({ action }: { action: string }) => action === 'document.explained')
  t.deepEqual(
    told.map(({ outcome, subject_id: id }: Record<string, string>) => [outcome, id]),
    ['success', 'success', 'refused'].map((outcome) => [outcome, document.id]),
  )
  t.false(/garganta|Odinofagia|losartana/i.test(JSON.stringify(told)))

  t.is((await cli.run(['consult', 'purge', ehr, '--yes', '--json'])).code, 0)
  const gone = await cli.run(['doc', 'explain', document.id, '--json'])
  t.deepEqual([gone.code, gone.failure.error], [66, 'document_gone'], gone.stderr)
})
