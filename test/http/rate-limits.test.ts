import { Router } from '@koa/router'
import test from 'ava'
import { contractRateLimits, rateLimitsOf } from '../../api/rate-limits.ts'
import { settings } from '../../config/settings.ts'
import { startServer } from '../helpers/server.ts'

const path = '/api/v1/session/validate'

test('the contract’s numbers are the defaults', (t) => {
  const numbers = (group: keyof typeof contractRateLimits) =>
    contractRateLimits[group].map(({ quota, windowS }) => [quota, windowS])
  t.deepEqual(numbers('token'), [
    [10, 1],
    [1000, 3600],
  ])
  t.deepEqual(numbers('key'), [[60, 60]])
  t.deepEqual(numbers('failedKeys'), [[10, 60]])
})

test('an answer carries the token’s rate limit and what is left of it', async (t) => {
  const server = await startServer(t, { app: { limits: contractRateLimits } })
  const token = await server.buildSession()
  await server.call('POST', path, { token })
  const { headers } = await server.call('POST', path, { token })
  t.is(headers.get('ratelimit-policy'), '"second";q=10;w=1, "hour";q=1000;w=3600')
  t.regex(headers.get('ratelimit') ?? '', /^"second";r=\d+;t=1, "hour";r=998;t=3600$/)
})

test('beyond the second’s quota the answer is 429 and says how long to wait', async (t) => {
  // A window of a minute, so that the test need not be fast.
  const second = { name: 'second' as const, quota: 10, windowS: 60 }
  const limits = { ...contractRateLimits, token: [second, ...contractRateLimits.token.slice(1)] }
  const server = await startServer(t, { app: { limits } })
  const [token, other] = [await server.buildSession(), await server.buildSession()]
  for (let asked = 0; asked < 10; asked++)
    t.is((await server.call('POST', path, { token })).status, 200)

  const { status, headers, body } = await server.call('POST', path, { token })
  t.is(status, 429)
  const wait = Number(headers.get('retry-after'))
  t.true(Number.isInteger(wait) && wait >= 1 && wait <= 60)
  t.is(body.error, 'rate_limited')
  t.deepEqual(body.details, [{ limit: 'per_second', scope: 'token', retry_after: wait }])
  t.regex(headers.get('ratelimit') ?? '', /^"second";r=0;t=\d+$/)
  t.is((await server.call('POST', path, { token: other })).status, 200)
})

test('the thousandth request of an hour is the last, and refused bursts do not count', async (t) => {
  const limits = {
    ...contractRateLimits,
    token: [
      { name: 'second' as const, quota: 5000, windowS: 1 },
      { name: 'hour' as const, quota: 1000, windowS: 3600 },
    ],
    organization: [],
  }
  const server = await startServer(t, { app: { limits } })
  const token = await server.buildSession()
  let heard = 0
  for (let asked = 0; asked < 1002; asked += 6)
    for (const { status } of await Promise.all(
      Array.from({ length: 6 }, () => server.call('POST', path, { token })),
    ))
      if (status === 200) heard++
  t.is(heard, 1000)
  const { body } = await server.call('POST', path, { token })
  t.like(body.details[0], { limit: 'per_hour', scope: 'token' })
})

test('minting tokens does not get around the limit of the organization', async (t) => {
  const limits = {
    ...contractRateLimits,
    organization: [{ name: 'second' as const, quota: 3, windowS: 60 }],
  }
  const server = await startServer(t, { app: { limits } })
  const { secret } = await server.buildApiKey()
  const statuses: number[] = []
  for (let minted = 0; minted < 4; minted++) {
    const token = await server.buildSession({ secret })
    statuses.push((await server.call('POST', path, { token })).status)
  }
  t.deepEqual(statuses, [200, 200, 200, 429])
  const token = await server.buildSession({ secret })
  const { body } = await server.call('POST', path, { token })
  t.like(body.details[0], { limit: 'per_second', scope: 'organization' })
  t.is((await server.call('POST', path, { token: await server.buildSession() })).status, 200)
})

test('frames of audio have a limit of their own and are not parsed', async (t) => {
  const received: number[] = []
  const router = new Router().put('/frames', async (ctx) => {
    const chunks: Buffer[] = []
    for await (const chunk of ctx.req) chunks.push(chunk)
    received.push(Buffer.concat(chunks).length)
    ctx.status = 204
  })
  const server = await startServer(t, {
    apiRouters: () => [{ router, body: 'stream', limits: 'audio' }],
    app: { limits: contractRateLimits },
  })
  const token = await server.buildSession()
  const headers = { 'content-type': 'application/octet-stream' }
  const body = new Uint8Array(3200)
  const put = () => server.call('PUT', '/api/v1/frames', { token, body, headers })
  const answers = await Promise.all(Array.from({ length: 20 }, put))
  t.true(answers.every(({ status }) => status === 204))
  t.deepEqual([...new Set(received)], [3200])
  t.is(answers[0]?.headers.get('ratelimit-policy'), '"second";q=100;w=1')
  t.is((await server.call('POST', path, { token })).status, 200)
})

test('a doctor with many tokens uses up no share of others’, whose tokens name them', async (t) => {
  const limits = {
    ...contractRateLimits,
    organization: [{ name: 'hour' as const, quota: 30, windowS: 3600 }],
  }
  const server = await startServer(t, { app: { limits } })
  const { secret } = await server.buildApiKey()
  const sessionOf = (doctorId?: string) =>
    server.buildSession({ secret, ...(doctorId ? { doctorId } : {}) })
  const ask = async (token: string) => (await server.call('POST', path, { token })).status
  const flood: number[] = []
  for (let minted = 0; minted < 12; minted++) {
    const token = await sessionOf('flood')
    for (let asked = 0; asked < 4; asked++) flood.push(await ask(token))
  }
  t.is(flood.filter((status) => status === 200).length, 30)
  // The other comes when all is used up, and has as much as an equal share.
  const other: number[] = []
  for (let minted = 0; minted < 2; minted++) {
    const token = await sessionOf('other')
    for (let asked = 0; asked < 8; asked++) other.push(await ask(token))
  }
  t.is(other.filter((status) => status === 200).length, 15)
  t.is(await ask(await sessionOf('flood')), 429)
  // Tokens that name nobody are each their own.
  t.is(await ask(await sessionOf()), 200)
})

test('tokens of a doctor are counted by the hour, and no other doctor’s are', async (t) => {
  const limits = {
    ...contractRateLimits,
    doctorTokens: [{ name: 'hour' as const, quota: 2, windowS: 3600 }],
  }
  const server = await startServer(t, { app: { limits } })
  const { secret } = await server.buildApiKey()
  const mint = (doctor_id?: string) =>
    server.call('POST', '/integration/session-token/', {
      apiKey: secret,
      body: doctor_id ? { doctor_id } : {},
    })
  t.is((await mint('d')).status, 200)
  t.is((await mint('d')).status, 200)
  const { status, body } = await mint('d')
  t.is(status, 429)
  t.like(body.details[0], { limit: 'per_hour', scope: 'doctor' })
  const bound = { consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }
  const identify = { apiKey: secret, body: bound }
  t.is((await server.call('POST', '/integration/identify/', identify)).status, 429)
  t.is((await mint('e')).status, 200)
  t.is((await mint()).status, 200)
})

test('an administrator’s limit for token exchanges replaces the default', (t) => {
  const limits = rateLimitsOf({
    keyExchangesPerMinute: 5,
    failedKeysPerMinute: 3,
    tokensPerDoctorHour: 40,
  })
  t.like(limits.key[0], { quota: 5, windowS: 60 })
  t.like(limits.failedKeys[0], { quota: 3, windowS: 60 })
  t.like(limits.doctorTokens[0], { quota: 40, windowS: 3600 })
  t.deepEqual(limits.token, contractRateLimits.token)
  const { default: perKey } = settings.keyExchangesPerMinute
  const { default: failed } = settings.failedKeysPerMinute
  t.deepEqual([perKey, failed], [60, 10])
})
