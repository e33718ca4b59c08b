/**
 * Transcription servers as hospitals run them. Each double takes and refuses the forms that the
 * real one takes and refuses, and answers in its shape.
 */
import test from 'ava'
import { remoteTranscriber } from '../../ai-local/remote/remote-transcriber.ts'
import type { RecognizedPiece } from '../../core/transcription/ports.ts'
import { type Answer, chatServer } from '../helpers/chat-server.ts'

const SOUND = new Int16Array(3 * 16_000)
const TEXT = 'Dói aqui? Não.'
const { signal } = new AbortController()
const options = { language: 'pt-BR', priority: 'final', signal } as const

/** The fields of a form, each with its values. */
function fieldsOf(body: string): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const [, name = '', value = ''] of body.matchAll(/name="([^"]+)"\r\n\r\n([^\r]*)\r\n/g))
    fields.set(name, [...(fields.get(name) ?? []), value])
  return fields
}

type Reply = object | { status: number }

/** Answers by the fields of the request. */
function serving(reply: (field: (name: string) => string[]) => Reply): Answer {
  return (response, { body }) => {
    const fields = fieldsOf(body)
    const answer = reply((name) => fields.get(name) ?? [])
    const status = 'status' in answer ? answer.status : 200
    const json = status === 200 ? answer : { error: { message: `Refused: ${TEXT}` } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  }
}

const SEGMENTS = [
  { id: 0, seek: 0, start: 0.2, end: 1, text: ' Dói aqui?', tokens: [1, 2], temperature: 0 },
  { id: 1, seek: 0, start: 1.2, end: 1.8, text: ' Não.', tokens: [3], temperature: 0 },
]
const WORDS = [
  { word: 'Dói', start: 0.2, end: 0.5 },
  { word: 'aqui', start: 0.5, end: 1 },
  { word: 'Não', start: 1.2, end: 1.8 },
]
const VERBOSE = { task: 'transcribe', language: 'pt', duration: 3, text: TEXT }
const PLAIN = { text: TEXT, usage: { type: 'duration', seconds: 3 } }
const isVerbose = (field: (name: string) => string[]) =>
  field('response_format')[0] === 'verbose_json'
const granularities = (field: (name: string) => string[]) => field('timestamp_granularities[]')

interface Expected {
  /** Requests of the first utterance; each later one takes a single request. */
  requests: number
  givesTimes: boolean
  pieces: number
  hasWords: boolean
  confidence: number | null
}

const SERVERS: Record<string, { reply: Parameters<typeof serving>[0]; expected: Expected }> = {
  'faster-whisper-server': {
    reply(field) {
      // It fails where words are not asked for.
      if (isVerbose(field) && !granularities(field).includes('word')) return { status: 500 }
      const scores = { avg_logprob: -0.2, compression_ratio: 0.9, no_speech_prob: 0.01 }
      const words = WORDS.map((word) => ({ ...word, word: ` ${word.word}`, probability: 0.8 }))
      const segments = [
        { ...SEGMENTS[0], ...scores, words: words.slice(0, 2) },
        { ...SEGMENTS[1], ...scores, words: words.slice(2) },
      ]
      return { ...VERBOSE, words, segments }
    },
    expected: { requests: 1, givesTimes: true, pieces: 2, hasWords: true, confidence: 0.8 },
  },
  Speaches: {
    reply() {
      const scores = { avg_logprob: -0.2, compression_ratio: 0.9, no_speech_prob: 0.01 }
      return { ...VERBOSE, words: WORDS, segments: SEGMENTS.map((one) => ({ ...one, ...scores })) }
    },
    expected: { requests: 1, givesTimes: true, pieces: 2, hasWords: true, confidence: 0.819 },
  },
  'Parakeet on Speaches': {
    reply: (field) => (isVerbose(field) ? { status: 500 } : { text: TEXT, logprobs: null }),
    expected: { requests: 3, givesTimes: false, pieces: 1, hasWords: false, confidence: null },
  },
  'Whisper on vLLM': {
    reply() {
      const scores = { avg_logprob: -0.2, compression_ratio: 0.9, no_speech_prob: null }
      const segments = SEGMENTS.map((one) => ({ ...one, ...scores }))
      return { duration: '3.0', language: 'pt', text: ` ${TEXT}`, segments, words: null }
    },
    expected: { requests: 1, givesTimes: true, pieces: 2, hasWords: false, confidence: 0.819 },
  },
  'Voxtral on vLLM': {
    reply: (field) => (isVerbose(field) ? { status: 400 } : PLAIN),
    expected: { requests: 3, givesTimes: false, pieces: 1, hasWords: false, confidence: null },
  },
  'gpt-4o-transcribe': {
    reply: (field) =>
      isVerbose(field) || granularities(field).length > 0 || field('language')[0] !== 'pt'
        ? { status: 400 }
        : PLAIN,
    expected: { requests: 3, givesTimes: false, pieces: 1, hasWords: false, confidence: null },
  },
  'a server that knows no granularities': {
    reply(field) {
      if (granularities(field).length > 0) return { status: 422 }
      return { ...VERBOSE, segments: SEGMENTS }
    },
    expected: { requests: 2, givesTimes: true, pieces: 2, hasWords: false, confidence: null },
  },
  'NVIDIA NIM': {
    reply: (field) =>
      field('response_format')[0] === 'json' && field('language')[0] === 'pt-BR'
        ? { text: TEXT }
        : { status: 400 },
    expected: { requests: 4, givesTimes: false, pieces: 1, hasWords: false, confidence: null },
  },
  'a Parakeet server with segments': {
    reply() {
      const scores = { avg_logprob: 0, compression_ratio: 1, no_speech_prob: 0 }
      const words = [[WORDS[0], { ...WORDS[1], word: 'aqui?' }], [{ ...WORDS[2], word: 'Não.' }]]
      const segments = SEGMENTS.map((one, at) => ({ ...one, ...scores, words: words[at] }))
      return { ...VERBOSE, language: 'und', segments, words: words.flat() }
    },
    expected: { requests: 1, givesTimes: true, pieces: 2, hasWords: true, confidence: null },
  },
  'a server that lists words alone': {
    reply: () => ({ ...VERBOSE, words: WORDS.map(({ word: text, ...at }) => ({ ...at, text })) }),
    expected: { requests: 1, givesTimes: true, pieces: 2, hasWords: true, confidence: null },
  },
  'LocalAI with nanoseconds': {
    reply() {
      const nanoseconds = (seconds: number) => seconds * 1_000_000_000
      const segments = SEGMENTS.map(({ id, start, end, text }) => ({
        id,
        start: nanoseconds(start),
        end: nanoseconds(end),
        text,
        tokens: null,
      }))
      return { segments, text: TEXT }
    },
    expected: { requests: 1, givesTimes: false, pieces: 2, hasWords: false, confidence: null },
  },
}

for (const [name, { reply, expected }] of Object.entries(SERVERS))
  test(`${name} is understood`, async (t) => {
    const { baseUrl, asked } = await chatServer(t, serving(reply))
    await using one = remoteTranscriber({ baseUrl, model: 'm' })
    const pieces = await one.recognize(SOUND, options)
    t.is(asked.length, expected.requests)
    t.is(pieces.map(({ text }) => text).join(' '), TEXT)
    t.is(pieces.length, expected.pieces)
    t.is(one.givesTimes, expected.givesTimes)
    t.is(pieces.every(hasWords), expected.hasWords)
    t.deepEqual([...new Set(pieces.map(({ confidence }) => confidence))], [expected.confidence])

    // A lesser form is kept; after failures it is kept once they came twice.
    await one.recognize(SOUND, options)
    const before = asked.length
    await one.recognize(SOUND, options)
    t.is(asked.length, before + 1)
  })

function hasWords({ text, words }: RecognizedPiece): boolean {
  return words?.map(({ from, to }) => text.slice(from, to)).join(' ') === text
}

test('a refusal about one sound does not change what the server is asked for', async (t) => {
  let refusesVerbose = false
  const { baseUrl, asked } = await chatServer(
    t,
    serving((field) => {
      if (refusesVerbose && isVerbose(field)) return { status: 400 }
      return isVerbose(field) ? { ...VERBOSE, segments: SEGMENTS } : PLAIN
    }),
  )
  await using one = remoteTranscriber({ baseUrl, model: 'm' })
  await one.recognize(SOUND, options)
  refusesVerbose = true
  const untimed = await one.recognize(SOUND, options)
  t.is(untimed[0]?.text, TEXT)
  t.false(one.givesTimes)
  refusesVerbose = false
  asked.length = 0
  t.is((await one.recognize(SOUND, options)).length, 2)
  t.true(one.givesTimes)
  t.is(asked.length, 1)
})

test('a failure in a bad moment does not change it either', async (t) => {
  const { baseUrl, asked } = await chatServer(t, [
    serving(() => ({ status: 500 })),
    serving(() => ({ ...VERBOSE, segments: SEGMENTS })),
  ])
  await using one = remoteTranscriber({ baseUrl, model: 'm' })
  await one.recognize(SOUND, options)
  await one.recognize(SOUND, options)
  t.deepEqual(
    asked.map(({ body }) => fieldsOf(body).get('timestamp_granularities[]')?.length ?? 0),
    [2, 0, 2],
  )
})

for (const [what, retryAfter] of [
  ['seconds', () => '1'],
  ['a date', () => new Date(Date.now() + 1500).toUTCString()],
] as const)
  test(`a busy server is asked again when it says so, in ${what}`, async (t) => {
    const busy: Answer = (response) =>
      response.writeHead(429, { 'retry-after': retryAfter() }).end(`{"error":"${TEXT}"}`)
    const { baseUrl, asked } = await chatServer(t, [busy, serving(() => PLAIN)])
    await using one = remoteTranscriber({ baseUrl, model: 'm' })
    t.is((await one.recognize(SOUND, options))[0]?.text, TEXT)
    t.is(asked.length, 2)
  })

test('a server that is busy for long is not waited for', async (t) => {
  const { baseUrl, asked } = await chatServer(t, (response) =>
    response.writeHead(429, { 'retry-after': '600' }).end(),
  )
  await using one = remoteTranscriber({ baseUrl, model: 'm' })
  await t.throwsAsync(one.recognize(SOUND, options), { code: 'engine_unavailable' })
  t.is(asked.length, 1)
})

test('an answer that comes too slowly is given up in time', async (t) => {
  const { baseUrl } = await chatServer(t, (response) => {
    response.write('{"text":"')
    const drip = setInterval(() => response.write('a'), 50)
    response.on('close', () => clearInterval(drip))
  })
  await using one = remoteTranscriber({ baseUrl, model: 'm', timeoutMs: 700 })
  await t.throwsAsync(one.recognize(SOUND, options), { code: 'engine_crashed' })
})
