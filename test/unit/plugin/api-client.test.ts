import test from 'ava'
import type { Credentials } from '../../../plugin/host/credentials.ts'
import { apiClient } from '../../../plugin/services/api-client.ts'
import { localNetwork } from '../../../plugin/services/local-network.ts'

/** A client whose box gives these answers, one after the other. */
function clientOf(...answers: Response[]) {
  const asked: number[] = []
  const credentials = { current: async () => 'token' } as unknown as Credentials
  const origin = 'http://box'
  const network = localNetwork({ origin, pageOrigin: origin, permissions: undefined })
  const client = apiClient({
    ...{ origin, credentials, network, timeoutMs: 1000 },
    fetch: async () => {
      asked.push(performance.now())
      return answers[asked.length - 1] ?? Response.json({})
    },
  })
  return { client, asked }
}

function busy(retryAfter: string): Response {
  const body = { error: 'rate_limited', message: 'Aguarde.' }
  return Response.json(body, { status: 429, headers: { 'Retry-After': retryAfter } })
}

const QUESTION = { method: 'GET', path: '/x' } as const

test('a box that asks for a moment is asked again after it, and the caller learns nothing of it', async (t) => {
  const { client, asked } = clientOf(busy('1'), Response.json({ fine: true }))
  t.deepEqual((await client.request(QUESTION)).body, { fine: true })
  t.true(asked[1]! - asked[0]! >= 990)
})

for (const [what, answers, questions] of [
  ['an hour', [busy('3600')], 1],
  ['no time that can be read', [busy('soon')], 1],
  ['a moment, again and again', Array.from({ length: 9 }, () => busy('0.01')), 4],
] as const)
  test(`a box that asks for ${what} is believed, and the caller is told`, async (t) => {
    const { client, asked } = clientOf(...answers)
    await t.throwsAsync(client.request(QUESTION), { message: 'Aguarde.' })
    t.is(asked.length, questions)
  })
