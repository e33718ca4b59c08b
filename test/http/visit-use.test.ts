/** The account of a whole visit: what was given and not used is said in one answer. */
import test from 'ava'
import { startAuditedService } from '../helpers/audited-service.ts'
import { buildCli } from '../helpers/cli.ts'
import { makePdf } from '../helpers/make-pdf.ts'
import { until } from '../helpers/speech.ts'

test('a visit is complete until something that was given is open', async (t) => {
  const service = await startAuditedService(t)
  const key = { 'x-svc-token': service.secret }
  const ids = { patient_id: 'p', doctor_id: 'd', consultation_id: 'c' }
  const { body: issued } = await service.call('POST', '/integration/identify', {
    headers: key,
    body: ids,
  })
  const headers = { authorization: `Bearer ${issued.token}` }
  const { body: ehr } = await service.call('PUT', '/api/v1/ehrs/by-external-id', {
    headers,
    body: { ...ids, type: 'IN_PERSON' },
  })
  const use = async () =>
    (await service.call('GET', `/api/v1/ehrs/${ehr.id}/use`, { headers })).body
  t.deepEqual(await use(), { complete: true, inputs: [] })

  const send = async (name: string, bytes: Uint8Array) => {
    const { body } = await service.call('POST', `/api/v1/ehrs/${ehr.id}/files`, {
      headers,
      body: { name, size_bytes: bytes.length, source: 'user' },
    })
    await service.call('PUT', body.upload.url, { body: bytes })
    await until(async () => {
      const { body: file } = await service.call('GET', `/api/v1/files/${body.file.id}`, { headers })
      return ['ready', 'failed'].includes(file.state)
    })
    return body.file.id as string
  }
  const whole = await send('bom.pdf', makePdf([['Glicemia de jejum 98 mg/dL, colhida hoje']]))
  t.like(await use(), { complete: true, inputs: [{ kind: 'file', id: whole }] })

  const broken = await send('ruim.pdf', new TextEncoder().encode('%PDF-1.4 nothing behind it'))
  const { complete, inputs } = await use()
  t.false(complete)
  const [, second] = inputs
  t.is(second.id, broken)
  t.like(second.use.unused[0], { code: 'file_not_read' })
  t.regex(second.use.unused[0].message, /não foi lido/)
})

test('a context that is HTML is stored as its words, and a file in one is reported', async (t) => {
  const service = await startAuditedService(t)
  const key = { 'x-svc-token': service.secret }
  const ids = { patient_id: 'p', doctor_id: 'd', consultation_id: 'c' }
  const file = Buffer.from(Array.from({ length: 900 }, (_, at) => (at * 73) % 256))
  const prepared = {
    ...ids,
    context: '<p>Alergia a dipirona.</p><table><tr><td>Hb</td><td>13,5</td></tr></table>',
    background_history: `Laudo: ${file.toString('base64')}`,
  }
  const prepare = () => service.call('PUT', '/integration/ehrs', { headers: key, body: prepared })
  t.like((await prepare()).body, { context_stored: true, background_history_stored: true })
  t.like((await prepare()).body, { context_stored: true, background_history_stored: true })

  const { body: issued } = await service.call('POST', '/integration/identify', {
    headers: key,
    body: ids,
  })
  const headers = { authorization: `Bearer ${issued.token}` }
  const { body: ehr } = await service.call('GET', '/api/v1/ehrs/c', { headers })
  t.is(ehr.context_markdown, 'Alergia a dipirona.\nHb\t13,5')
  t.is(ehr.texts_unread.length, 1)
  t.regex(ehr.texts_unread[0], /não é lido/)

  const { body: use } = await service.call('GET', `/api/v1/ehrs/${ehr.id}/use`, { headers })
  t.false(use.complete)
  t.like(use.inputs, [
    { kind: 'context', use: { unit: 'characters', unused: [] } },
    { kind: 'background_history', use: { unused: [{ code: 'text_has_file', count: 1 }] } },
  ])

  const cli = await buildCli(t, { SVC_DATA_DIR: service.dataDir }, { prepared: false })
  const shown = await cli.run(['consult', 'show', ehr.id, '--json'])
  t.is(shown.code, 0, shown.stderr)
  t.like(shown.json.texts, [
    { kind: 'context', use: { unit: 'characters', unused: [] } },
    { kind: 'background_history', use: { unused: [{ code: 'text_has_file', parts: 1 }] } },
  ])
  const sheet = await cli.run(['consult', 'show', ehr.id])
  t.regex(sheet.stdout, /background history +7 of \d+ characters; text has file \(1\)/)
  t.false(sheet.stdout.includes('dipirona'))
  const trail = await cli.run(['audit', 'tail', '--json'])
  t.true(trail.stdout.includes('"unused_text_has_file": 1'), trail.stdout)
  const verified = await cli.run(['consult', 'verify', '--json'])
  t.is(verified.code, 0, verified.stderr)
  t.like(verified.json.unused, [
    { input_id: 'background_history', code: 'text_has_file', parts: 1 },
  ])

  const { body: patched } = await service.call('PATCH', `/api/v1/ehrs/${ehr.id}`, {
    headers,
    body: { append_context: '{\\rtf1 Usa losartana\\par}', remove_background_history: true },
  })
  t.true(patched.context_markdown.endsWith('\n\nUsa losartana'))
  t.is(patched.texts_unread, undefined)
})
