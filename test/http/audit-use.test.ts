/** The audit holds beside an act what of its inputs was not used: counts and codes, no words. */
import test, { type ExecutionContext } from 'ava'
import { startAuditedService } from '../helpers/audited-service.ts'

/** A second of tone whose header tells of two. */
function cutWav(): Uint8Array {
  const samples = 16_000
  const bytes = Buffer.alloc(44 + samples * 2)
  bytes.write('RIFF')
  bytes.writeUInt32LE(36 + samples * 4, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(16_000, 24)
  bytes.writeUInt32LE(32_000, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples * 4, 40)
  for (let at = 0; at < samples; at++)
    bytes.writeInt16LE(Math.round(8000 * Math.sin(at / 12)), 44 + at * 2)
  return bytes
}

async function startForBackend(t: ExecutionContext) {
  const service = await startAuditedService(t)
  const { call, secret } = service
  const issued = await call('POST', '/integration/session-token/', {
    headers: { 'x-svc-token': secret },
    body: {},
  })
  const headers = { authorization: `Bearer ${issued.body.access}` }
  return { service, call, headers }
}

test('an upload, a document and its data have the account of the visit in their entries', async (t) => {
  const { service, call, headers } = await startForBackend(t)
  const visit = async (context: string) => {
    const body = { consultation_id: context, doctor_id: 'd', patient_id: 'p', context }
    const { body: ehr } = await call('PUT', '/api/v1/ehrs/by-external-id', { headers, body })
    const consent = { version: ehr.version, consent: { status: 'given' } }
    await call('PATCH', `/api/v1/ehrs/${ehr.id}`, { headers, body: consent })
    return ehr.id as string
  }
  const write = (id: string) =>
    call('POST', `/api/v1/ehrs/${id}/documents`, { headers, body: { template_id: 'soap' } })

  t.is((await write(await visit('Tosse há 3 dias.'))).status, 200)
  const id = await visit('Tosse há 4 dias.')
  const sent = await call('POST', `/api/v1/ehrs/${id}/audio`, { headers, body: cutWav() })
  t.is(sent.status, 201, sent.text)
  t.is((await write(id)).status, 200)
  const { documents } = (await call('GET', `/api/v1/ehrs/${id}/documents`, { headers })).body
  const lista = { type: 'array', items: { type: 'string' }, minItems: 1 }
  const schema = { type: 'object', properties: { queixa: { type: 'string' }, lista } }
  const asked = await call('POST', `/api/v1/documents/${documents[0].id}/structured-output`, {
    headers,
    body: { version: documents[0].version, schema },
  })
  t.is(asked.status, 200, asked.text)

  const { entries } = await service.trail()
  const accounts = entries
    .filter(({ action }) =>
      /^(recording.uploaded|document.generated|output.generated)$/.test(action),
    )
    .map(({ action, facts }) => {
      const { inputs, inputs_open, not_used } = JSON.parse(facts)
      return { action, inputs, inputs_open, not_used }
    })
  const open = { inputs: 1, inputs_open: 1 }
  t.like(accounts, [
    { action: 'document.generated', inputs: 1, inputs_open: 0, not_used: null },
    { action: 'recording.uploaded', ...open, not_used: 'audio_truncated' },
    { action: 'document.generated', inputs: 2, inputs_open: 1 },
    { action: 'output.generated', inputs: 3, inputs_open: 2 },
  ])
  for (const { action, not_used } of accounts.slice(1))
    t.true(not_used.includes('audio_truncated'), action)
  t.false(JSON.stringify(entries).includes('Tosse'))
})

test('context, history and pasted text have their account, and so has a text that was there already', async (t) => {
  const { service, call, headers } = await startForBackend(t)
  const ids = { consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }
  const open = (texts: object) =>
    call('PUT', '/api/v1/ehrs/by-external-id', { headers, body: { ...ids, ...texts } })
  const { body: ehr } = await open({ context: 'Tosse.', background_history: 'Asma.' })
  await open({ context: 'Outra tosse.', background_history: 'Asma.' })
  await open({})
  const change = (body: object) => call('PATCH', `/api/v1/ehrs/${ehr.id}`, { headers, body })
  t.is((await change({ append_context: 'Colado: febre.' })).status, 200)
  t.is((await change({ set_background_history: { text: 'Rinite.' } })).body.applied, false)

  const { entries } = await service.trail()
  const accounts = entries
    .filter(({ action }) => /^consultation.(opened|changed)$/.test(action))
    .map(({ facts }) => {
      const { inputs = null, inputs_open = null, not_used = null } = JSON.parse(facts)
      return [inputs, inputs_open, not_used]
    })
  t.deepEqual(accounts, [
    [2, 0, null],
    [2, 1, 'context_kept'],
    [null, null, null],
    [1, 0, null],
    [1, 1, 'history_kept'],
  ])
  t.notRegex(JSON.stringify(entries), /Tosse|febre|Rinite/)
})
