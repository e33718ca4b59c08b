/** Sections 4.3, 4.4 and 9: what pages of hosts load. */
import { expect, expectError, expectStatus, type Item } from './items.ts'

export const pageItems: readonly Item[] = [
  {
    section: '4.3',
    says: 'plugin.js is a script that pages of any origin may load as a module',
    async check(at) {
      const answer = await at.ask('/plugin.js', { headers: { origin: 'https://ehr.example' } })
      expectStatus(answer, 200)
      expect(/javascript/.test(answer.headers.get('content-type') ?? ''), 'not JavaScript')
      expect(answer.headers.get('access-control-allow-origin') !== null, 'no CORS header')
      expect(answer.text.includes('SvcPlugin'), 'it does not name SvcPlugin')
    },
  },
  {
    section: '4.4, 5.7',
    says: 'the iframe’s page says who may frame it, and is kept nowhere',
    async check(at) {
      const { status, headers, text } = await at.ask('/embed?patientId=p&doctorId=d')
      expect(status === 200, `it is ${status}`)
      const policy = headers.get('content-security-policy') ?? ''
      const framers = /frame-ancestors([^;]*)/.exec(policy)?.[1]?.trim().split(/\s+/) ?? ['*']
      expect(!framers.includes('*'), 'any page may frame it')
      expect((headers.get('cache-control') ?? '').includes('no-store'), 'it may be kept')
      expect(headers.get('referrer-policy') === 'no-referrer', 'its address travels on')
      expect(!text.includes('patientId=p'), 'it repeats its address')
    },
  },
  {
    section: '5.5',
    says: 'an API key in the iframe’s address opens nothing',
    async check(at, { ids }) {
      const answer = await at.ask('/embed/session', {
        method: 'POST',
        headers: { 'x-svc-token': at.key, 'sec-fetch-site': 'same-origin' },
        body: { source: 'query', host_origin: null, ...ids },
      })
      expect(answer.status === 403, `it is ${answer.status}`)
      expect(answer.body.token === undefined, 'it gives a token')
    },
  },
  {
    section: '4.4, 5.5',
    says: 'a consultation’s token in the iframe’s address is exchanged (an operator may forbid it)',
    async check(at, { ids }) {
      const issued = await at.exchange('/integration/identify/', { ...ids, expiration: 1800 })
      expectStatus(issued, 200)
      const given = issued.body.token
      const answer = await at.ask('/embed/session', {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: { source: 'query', host_origin: null, bearer_token: given, ...ids },
      })
      if (answer.status === 403) return expectError(answer, 403, 'query_token_refused')
      expectStatus(answer, 200)
      const { token } = answer.body
      expect(typeof token === 'string' && token !== given, 'it gives no token of its own')
    },
  },
  {
    section: '9.2',
    says: 'the iframe says that it is deprecated',
    async check(at) {
      const { headers } = await at.ask('/embed')
      expect(headers.get('deprecation') !== null, 'no Deprecation header')
    },
  },
  {
    section: '9.1',
    says: 'the clinical network has the prefix /v1, and no other',
    async check(at, { session }) {
      const { status, body } = await at.ask('/rnds/practitioner?cns=1', { token: session })
      expect(status === 404, `without it: ${status} ${body.error ?? ''}`)
    },
  },
]
