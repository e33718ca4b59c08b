import { setTimeout as sleep } from 'node:timers/promises'

/**
 * `fetch` of a caller that waits where the service asks for patience (spec §8: ten requests a
 * second for one token): a fast machine asks that often without meaning to. For tests of something
 * else than limits; a body is sent again, so it may be no stream.
 */
export async function patientFetch(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 429) return response
  await sleep(Number(response.headers.get('retry-after')) * 1000)
  return patientFetch(url, init)
}
