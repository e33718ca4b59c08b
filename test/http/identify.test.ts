import test from 'ava'
import jwt from 'jsonwebtoken'
import { startServer } from '../helpers/server.ts'

const path = '/integration/identify/'
const ids = { consultation_id: 'consulta-1', doctor_id: 'medica-1', patient_id: 'paciente-1' }

test('a credential buys a token of one consultation, as a JWT with the expiry asked for', async (t) => {
  const now = () => new Date('2026-01-01T12:00:00Z')
  const server = await startServer(t, { now })
  const { key, secret } = await server.buildApiKey({ kind: 'auth_token' })
  const body = { ...ids, expiration: 60 }
  const response = await server.call('POST', path, { apiKey: secret, body })

  t.is(response.status, 200)
  t.deepEqual(Object.keys(response.body), ['token'])
  const claims = jwt.decode(response.body.token)
  t.like(claims, { ...ids, sub: key.organizationId, scope: 'consultation' })
  t.is((claims as jwt.JwtPayload).exp, Date.parse('2026-01-01T12:01:00Z') / 1000)
})

test('identifiers are trimmed, numbers count as their digits, the default is 43200 s', async (t) => {
  const server = await startServer(t)
  const { secret } = await server.buildApiKey()
  const body = { consultation_id: 42, doctor_id: ' 7 ', patient_id: 'José Ñandú' }
  const response = await server.call('POST', path, { apiKey: secret, body })
  const claims = jwt.decode(response.body.token) as jwt.JwtPayload
  t.like(claims, { consultation_id: '42', doctor_id: '7', patient_id: 'José Ñandú' })
  t.is(claims.exp! - claims.iat!, 43_200)
})

test('bad input is refused with 400, a detail per fault', async (t) => {
  const server = await startServer(t)
  const { secret } = await server.buildApiKey()
  const cases: [unknown, { field: string; issue: string }[]][] = [
    [
      {},
      [
        { field: 'consultation_id', issue: 'required' },
        { field: 'doctor_id', issue: 'required' },
        { field: 'patient_id', issue: 'required' },
      ],
    ],
    [{ ...ids, consultation_id: '   ' }, [{ field: 'consultation_id', issue: 'required' }]],
    [{ ...ids, doctor_id: 'x'.repeat(256) }, [{ field: 'doctor_id', issue: 'too_long' }]],
    [{ ...ids, patient_id: 'a\nb' }, [{ field: 'patient_id', issue: 'invalid' }]],
    [{ ...ids, patient_id: '\ud800' }, [{ field: 'patient_id', issue: 'invalid' }]],
    [{ ...ids, patient_id: { id: 1 } }, [{ field: 'patient_id', issue: 'invalid' }]],
    [{ ...ids, patient_id: 1.5 }, [{ field: 'patient_id', issue: 'invalid' }]],
    [{ ...ids, expiration: 59 }, [{ field: 'expiration', issue: 'out_of_range' }]],
    [{ ...ids, expiration: 86_401 }, [{ field: 'expiration', issue: 'out_of_range' }]],
  ]
  for (const [body, details] of cases) {
    const response = await server.call('POST', path, { apiKey: secret, body })
    t.is(response.status, 400)
    t.deepEqual(response.body.details, details)
    t.is(response.body.detail, response.body.message)
  }
  const huge = `{"consultation_id": 12345678901234567890, "doctor_id": "d", "patient_id": "p"}`
  const response = await server.call('POST', path, { apiKey: secret, body: huge })
  t.is(response.status, 400, 'a number that a double cannot hold would be another patient')
})

test('its token opens that consultation and no other', async (t) => {
  const server = await startServer(t)
  const { secret } = await server.buildApiKey()
  const answer = await server.call('POST', path, { apiKey: secret, body: ids })
  const { token } = answer.body
  const put = (body: object) => server.call('PUT', '/api/v1/ehrs/by-external-id', { token, body })

  t.is((await server.call('POST', '/api/v1/session/validate', { token })).status, 200)
  const opened = await put(ids)
  t.is(opened.status, 201)
  t.is((await server.call('GET', `/api/v1/ehrs/${opened.body.id}`, { token })).status, 200)

  for (const other of ['consultation_id', 'doctor_id', 'patient_id']) {
    const refused = await put({ ...ids, [other]: 'outro' })
    t.is(refused.status, 403, other)
    t.is(refused.body.error, 'forbidden')
  }
  const session = await server.buildSession({ secret })
  const elsewhere = await server.buildConsultation(session)
  const refused = await server.call('GET', `/api/v1/ehrs/${elsewhere.id}`, { token })
  t.is(refused.status, 404, 'and does not say whether it exists')
})
