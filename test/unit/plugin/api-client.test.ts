import test from 'ava'
import type { Credentials } from '../../../plugin/host/credentials.ts'
import { ApiError, apiClient } from '../../../plugin/services/api-client.ts'
import { localNetwork } from '../../../plugin/services/local-network.ts'

/** A client whose box gives these answers, one after the other. */
function clientOf(...answers: Response[]) {
  const asked: number[] = []
  const credentials = { current: async () => 'token' } as unknown as Credentials
  const origin = 'http://box'
  const network = localNetwork({ origin, pageOrigin: origin, permissions: undefined })
  const client = apiClient({
    base: origin,
    credentials,
    network,
    timeoutMs: 1000,
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

for (const [what, answer, code] of [
  ['breaks off', cutOff(), 'network'],
  ["is a proxy's page", new Response('<html>'), 'internal_error'],
] as const)
  test(`an answer that ${what} is told as what the box could not be asked`, async (t) => {
    const { client } = clientOf(answer)
    const error = await t.throwsAsync(client.request(QUESTION), { instanceOf: ApiError })
    t.is(error?.code, code)
  })

test('a line that was cut off on its way is none', async (t) => {
  const { client } = clientOf(new Response('{"type":"started"}\n{"type":"do'))
  const lines: unknown[] = []
  const { signal } = new AbortController()
  for await (const line of client.lines({ ...QUESTION, signal })) lines.push(line)
  t.deepEqual(lines, [{ type: 'started' }])
})

function cutOff(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"half":'))
      controller.error(new TypeError('network error'))
    },
  })
  return new Response(body)
}
