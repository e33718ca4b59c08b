/** Sections 4.1, 5 and 8: exchanges, tokens and their limits. */
import { claimsOf, expect, expectError, expectField, expectStatus, type Item } from './items.ts'

const SESSION = '/integration/session-token/'
const IDENTIFY = '/integration/identify/'
const OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
/** A clock may differ a little. */
const SLACK_S = 120

const livesFor = (access: string, seconds: number) => {
  const { exp, iat } = claimsOf(access)
  expect(Number(exp) - Number(iat) === seconds, `lives ${Number(exp) - Number(iat)} s`)
}

export const accessItems: readonly Item[] = [
  {
    section: '4.1',
    says: 'session-token answers access and access_expiration, with an offset',
    async check(at) {
      const answer = await at.exchange(SESSION, { expiration: 1800 })
      expectStatus(answer, 200)
      const { access, access_expiration: end } = answer.body
      expect(typeof access === 'string' && access !== '', 'no access')
      expect(OFFSET.test(end), 'access_expiration is no timestamp with an offset')
      const leftS = (Date.parse(end) - Date.now()) / 1000
      expect(Math.abs(leftS - 1800) < SLACK_S, `it ends in ${Math.round(leftS)} s`)
    },
  },
  {
    section: '4.1, 8',
    says: 'expiration: 43200 by default (an operator may lower it), 1800 to 86400',
    async check(at) {
      const usual = claimsOf((await at.exchange(SESSION, {})).body.access ?? '')
      const livesS = Number(usual.exp) - Number(usual.iat)
      expect(livesS >= 60 && livesS <= 43_200, `lives ${livesS} s`)
      livesFor((await at.exchange(SESSION, { expiration: 1800 })).body.access, 1800)
      for (const expiration of [1799, 86_401, 1800.5, '1800']) {
        const refused = await at.exchange(SESSION, { expiration })
        expectError(refused, 400, 'validation_error')
        expectField(refused, 'expiration', '')
      }
    },
  },
  {
    section: '4.1, 8',
    says: 'doctor_id has at most 255 characters',
    async check(at) {
      expectStatus(await at.exchange(SESSION, { doctor_id: 'd'.repeat(255) }), 200)
      const refused = await at.exchange(SESSION, { doctor_id: 'd'.repeat(256) })
      expectError(refused, 400, 'validation_error')
      expectField(refused, 'doctor_id', '')
    },
  },
  {
    section: '4.1',
    says: 'doctor_id does not restrict the token to that doctor (unless doctor-scope is on)',
    async check(at, { ehrId }) {
      const { body } = await at.exchange(SESSION, { doctor_id: 'another', expiration: 1800 })
      expectStatus(await at.ask(`/api/v1/ehrs/${ehrId}`, { token: body.access }), 200)
    },
  },
  {
    section: '4.1',
    says: 'identify answers a JWT with the wished expiry',
    async check(at, { ids }) {
      const answer = await at.exchange(IDENTIFY, { ...ids, expiration: 3600 })
      expectStatus(answer, 200)
      livesFor(answer.body.token, 3600)
    },
  },
  {
    section: '4.1',
    says: 'identify needs all three identifiers',
    async check(at, { ids }) {
      for (const name of Object.keys(ids)) {
        const refused = await at.exchange(IDENTIFY, { ...ids, [name]: undefined })
        expectError(refused, 400, 'validation_error')
        expectField(refused, name, 'required')
      }
    },
  },
  {
    section: '4.1',
    says: 'without the key, and with a wrong one, there is no token',
    async check(at) {
      for (const path of [SESSION, IDENTIFY]) {
        expectError(await at.ask(path, { method: 'POST', body: {} }), 401)
        const headers = { 'x-svc-token': 'svc_key_wrong' }
        expectError(await at.ask(path, { method: 'POST', body: {}, headers }), 401)
      }
    },
  },
  {
    section: '5.1',
    says: 'an API key is no bearer',
    async check(at, { ehrId }) {
      expectError(await at.ask(`/api/v1/ehrs/${ehrId}`, { token: at.key }), 401)
      expectError(await at.ask('/v1/rnds/practitioner?cns=1', { token: at.key }), 401)
    },
  },
  {
    section: '5.5',
    says: 'the token of one consultation opens no other',
    async check(at, { bearer, ehrId, session, ids }) {
      expectStatus(await at.ask(`/api/v1/ehrs/${ehrId}`, { token: bearer }), 200)
      const other = await at.ask('/api/v1/ehrs/by-external-id', {
        method: 'PUT',
        token: session,
        body: { ...ids, consultation_id: `${ids.consultation_id}-other` },
      })
      expectError(await at.ask(`/api/v1/ehrs/${other.body.id}`, { token: bearer }), 404)
    },
  },
  {
    section: '5.5, 4.2',
    says: 'a page’s token looks nobody up and deletes no record at the network',
    async check(at, { bearer, ehrId }) {
      const lookup = '/v1/rnds/patient?cpf=52998224725'
      expectError(await at.ask(lookup, { token: bearer }), 403, 'forbidden')
      const deletion = {
        method: 'DELETE',
        token: bearer,
        body: { practitioner_cns: '159877430980006', reason: 'conformance' },
      }
      expectError(await at.ask(`/v1/ehrs/${ehrId}/rnds`, deletion), 403, 'forbidden')
    },
  },
  {
    section: '8',
    says: 'a token has 10 requests a second on the clinical-network endpoints; then 429',
    async check(at, { ehrId }) {
      const { body } = await at.exchange(SESSION, { expiration: 1800 })
      const path = `/v1/ehrs/${ehrId}/rnds/status`
      const question = { token: body.access, impatient: true }
      const all = await Promise.all(Array.from({ length: 40 }, () => at.ask(path, question)))
      const refused = all.find(({ status }) => status === 429)
      expect(refused !== undefined, '40 requests at once were all answered')
      expectError(refused, 429, 'rate_limited')
      expect(/^\d+$/.test(refused.headers.get('retry-after') ?? ''), 'no Retry-After in seconds')
      const answered = all.filter(({ status }) => status !== 429).length
      expect(answered >= 10, `only ${answered} of 40 requests were answered`)
    },
  },
]
