/**
 * Every route there is, asked by those it is not for: nobody, forgers, other visits, other doctors,
 * other hospitals.
 */
import { createHmac, randomUUID } from 'node:crypto'
import test from 'ava'
import { auditedRoutes, unauditedRoutes } from '../../api/middleware/audit-routes.ts'
import { startAuditedService } from '../helpers/audited-service.ts'
import { framesOf, noise } from '../helpers/recording-sound.ts'

const WORDS = { patient_id: 'p-1', doctor_id: 'd-1', consultation_id: 'c-1' }
const FIELDS = [{ name: 'x', type: 'string' }]
const MODEL = { name: 'x', purpose: 'x', shared: false, fields: FIELDS }

/** What gets past the reading of the body, so that it is the caller who is refused. */
const BODIES: Record<string, unknown> = {
  'PATCH /api/v1/ehrs/:id': { version: 1, context_markdown: 'x' },
  'PATCH /api/v1/ehrs/:id/transcriptions/:segmentId': { was: 'a', text: 'b' },
  'POST /api/v1/ehrs/:id/recordings': { channels: 1 },
  'PUT /api/v1/recordings/:rid/frames': framesOf(noise(1600, 1))[0],
  'POST /api/v1/recordings/:rid/complete': {
    channels: [{ channel: 0, last_sequence: 0, samples: 1600, sha256: 'a'.repeat(64) }],
  },
  'POST /api/v1/ehrs/:id/files': { name: 'exame.pdf', size_bytes: 4, source: 'user' },
  'POST /api/v1/ehrs/:id/documents': { template_id: 'soap' },
  'PATCH /api/v1/documents/:id': { version: 1, content: {} },
  'POST /api/v1/documents/:id/unwritten/take': { id: 'x', version: 1 },
  'POST /api/v1/documents/:id/unwritten/dismiss': { id: 'x', version: 1 },
  'POST /api/v1/documents/:id/uses': { how: 'filled', version: 1 },
  'POST /api/v1/documents/:id/rewrite': { lines: ['x'], style: 'shorter' },
  'POST /api/v1/documents/:id/structured-output': {
    version: 1,
    schema: { type: 'object', description: 'x', properties: {} },
  },
  'PUT /api/v1/ehrs/:id/diagnoses': { diagnoses: [{ code: 'J06.9', principal: true }] },
  'PUT /api/v1/ehrs/:id/procedures': { procedures: [{ code: '0301010072' }] },
  'POST /api/v1/ehrs/:id/templates': MODEL,
  'PUT /api/v1/ehrs/:id/templates/:template_id': { ...MODEL, version: 1 },
  'POST /api/v1/documents/:id/versions/:number/restore': { version: 1 },
  'POST /v1/ehrs/:ehr_id/rnds/submit': {
    patient_cpf: '52998224725',
    practitioner_cns: '980016287385192',
    cnes: '2077485',
  },
  'PUT /v1/ehrs/:ehr_id/rnds/replace': { practitioner_cns: '980016287385192' },
  'DELETE /v1/ehrs/:ehr_id/rnds': { practitioner_cns: '980016287385192', reason: 'x' },
  'POST /v1/ehrs/:ehr_id/rnds/delete': { practitioner_cns: '980016287385192', reason: 'x' },
}
const QUERIES: Record<string, string> = {
  'GET /api/v1/ehrs/:id/audio': '?start_ms=0&end_ms=100',
}

test('no route answers foreign callers, or reveals to them which ids exist', async (t) => {
  const keys = { elsewhere: '', identifyOnly: '' }
  const { call, secret } = await startAuditedService(t, {}, async (access, organizationId) => {
    const key = { kind: 'auth_token', name: 'EHR' } as const
    const elsewhere = await access.createOrganization({ name: 'Clínica' })
    const scopes = { scopes: ['identify:create' as const] }
    keys.elsewhere = (await access.createKey({ ...key, organizationId: elsewhere.id })).secret
    keys.identifyOnly = (await access.createKey({ ...key, ...scopes, organizationId })).secret
  })
  const exchange = async (key: string, body: object) =>
    (await call('POST', '/integration/session-token/', { headers: { 'x-svc-token': key }, body }))
      .body.access as string
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const own = await exchange(secret, {})
  const ehr = (
    await call('PUT', '/api/v1/ehrs/by-external-id', { headers: bearer(own), body: WORDS })
  ).body
  const at = `/api/v1/ehrs/${ehr.id}`
  const post = async (path: string, body: object) =>
    (await call('POST', path, { headers: bearer(own), body })).body
  const version = ehr.version ?? 1
  const consent = { status: 'given', method: 'verbal' }
  await call('PATCH', at, {
    headers: bearer(own),
    body: { version, consent, context_markdown: 'Queixa: tosse há três dias. Nega febre.' },
  })
  const { recording_id: rid } = await post(`${at}/recordings`, { channels: 1 })
  const { file } = await post(`${at}/files`, { name: 'a.pdf', size_bytes: 4000, source: 'user' })
  const { templates } = (await call('GET', `${at}/templates`, { headers: bearer(own) })).body
  await post(`${at}/documents`, { template_id: templates[0].id })
  const { documents } = (await call('GET', `${at}/documents`, { headers: bearer(own) })).body
  t.truthy(rid && file?.id && documents[0].id, 'there is something to be stolen')

  const ids: Record<string, string> = { number: '1', template_id: 'soap', rid }
  const idIn = (route: string, name: string) =>
    ids[name] ??
    (name === 'segmentId'
      ? randomUUID()
      : /\/documents\/:id/.test(route)
        ? documents[0].id
        : /\/files\/:id/.test(route)
          ? file.id
          : ehr.id)
  const routes = [...Object.keys(auditedRoutes), ...unauditedRoutes].filter((route) =>
    / \/(api\/v1|v1)\/(?!integration|uploads)/.test(route),
  )
  const ask = (route: string, headers: Record<string, string>, isUnknown = false) => {
    const [method = '', path = ''] = route.split(' ')
    const filled = path.replace(/:(\w+)/g, (_, name: string) =>
      isUnknown && /^(id|rid|ehr_id)$/.test(name) ? randomUUID() : idIn(route, name),
    )
    const body = BODIES[route] ?? (method === 'GET' || method === 'DELETE' ? undefined : {})
    return call(method, filled + (QUERIES[route] ?? ''), {
      headers,
      ...(body !== undefined && { body }),
    })
  }

  const parts = own.split('.')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const [header = '', claims = ''] = parts
  const forged = {
    nothing: '',
    'alg none': `${none}.${claims}.`,
    'no signature': `${header}.${claims}.`,
    'signed by its own kid': `${header}.${claims}.${createHmac(
      'sha256',
      JSON.parse(Buffer.from(header, 'base64url').toString()).kid,
    )
      .update(`${header}.${claims}`)
      .digest('base64url')}`,
    'an API key': secret,
    huge: `${header}.${'A'.repeat(6000)}.x`,
    'kid that is no text': `${Buffer.from('{"alg":"HS256","kid":{"$ne":1}}').toString('base64url')}.${claims}.x`,
  }
  for (const [name, token] of Object.entries(forged))
    for (const route of name === 'nothing' ? routes : routes.slice(0, 1))
      t.is((await ask(route, token ? bearer(token) : {})).status, 401, `${name}: ${route}`)

  const tokens: Record<string, () => Promise<string>> = {
    'another hospital': () => exchange(keys.elsewhere, {}),
    'another visit': () => exchange(secret, { consultation_id: 'c-2', patient_id: 'p-2' }),
  }
  const wrong: string[] = []
  for (const [who, mint] of Object.entries(tokens)) {
    let token = ''
    // A token may ask ten times a second.
    for (const [index, route] of routes
      .filter((route) => /:(id|rid|ehr_id)/.test(route))
      .entries()) {
      if (index % 4 === 0) token = await mint()
      const theirs = await ask(route, bearer(token))
      // Who is outside learns nothing; once is enough to see it.
      const unknown = who === 'another visit' ? theirs : await ask(route, bearer(token), true)
      if (![403, 404].includes(theirs.status)) wrong.push(`${who}: ${route}: ${theirs.text}`)
      else if (theirs.text !== unknown.text) wrong.push(`${who} learns that it is: ${route}`)
    }
  }

  t.deepEqual(wrong, [])

  const headers = { 'x-svc-token': keys.identifyOnly }
  for (const prefix of ['/integration', '/api/v1/integration'])
    for (const [method, path, status] of [
      ['POST', '/session-token', 403],
      ['PUT', '/ehrs', 403],
      ['POST', '/identify', 200],
    ] as const)
      t.is((await call(method, prefix + path, { headers, body: WORDS })).status, status, path)
})
