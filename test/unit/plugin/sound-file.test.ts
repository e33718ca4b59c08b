/** Sound of a recording that ended elsewhere, on a line that flaps. */
import test from 'ava'
import { type ApiClient, ApiError } from '../../../plugin/services/api-client.ts'
import { soundFile } from '../../../plugin/services/sound-file.ts'

function world(answers: (number | 'there')[]) {
  let nowMs = 0
  let tries = 0
  let erased = 0
  const paths = new Set<string>()
  const pauses: number[] = []
  const life = new AbortController()
  let onPause = () => {}
  const api = {
    async request({ path }: { path: string }) {
      paths.add(path)
      const answer = answers[Math.min(tries++, answers.length - 1)]!
      if (answer === 'there') return { status: 201, body: {}, etag: undefined }
      const error = answer === 410 ? 'consultation_erased' : 'network'
      throw new ApiError(answer, { error, message: '' }, null)
    },
  } as unknown as ApiClient
  const retries = {
    now: () => nowMs,
    async pause(ms: number, signal: AbortSignal) {
      pauses.push(ms)
      nowMs += ms
      onPause()
      signal.throwIfAborted()
    },
  }
  const send = soundFile({
    api,
    ehrId: () => 'e',
    retries,
    onErased: () => {
      erased++
    },
    onRefusedInFront() {},
  })
  return {
    send: () => send({ recordingId: 'r', wav: new Blob([]), channels: 1 }, life.signal),
    tries: () => tries,
    erased: () => erased,
    pauses,
    paths,
    endAtPause(number: number) {
      onPause = () => {
        if (pauses.length === number) life.abort()
      }
    },
  }
}

test('it is tried again on the same connection, with growing pauses', async (t) => {
  const w = world([0, 503, 0, 'there'])
  t.true(await w.send())
  t.is(w.tries(), 4)
  t.deepEqual(w.pauses, [1000, 2000, 4000])
  t.deepEqual([...w.paths], ['/ehrs/e/audio?channels=1&recording_id=r'], 'it is heard once')
})

test('a line that stays away is left to the next connection after minutes', async (t) => {
  const w = world([0])
  t.false(await w.send())
  const waitedMs = w.pauses.reduce((sum, ms) => sum + ms, 0)
  t.true(waitedMs > 120_000 && waitedMs <= 135_000)
})

test('it is not tried again once nobody wants it', async (t) => {
  const w = world([0])
  w.endAtPause(2)
  t.false(await w.send())
  t.is(w.tries(), 2)
})

test('a consultation that was erased takes nothing more', async (t) => {
  const w = world([410])
  t.false(await w.send())
  t.is(w.tries(), 1)
  t.is(w.erased(), 1)
})
