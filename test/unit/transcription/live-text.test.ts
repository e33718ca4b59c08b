import test from 'ava'
import { liveText } from '../../../core/transcription/live-text.ts'
import type {
  HeardWord,
  PlacedPiece,
  RecognizedPiece,
  Utterance,
} from '../../../core/transcription/ports.ts'
import type { HowToRecognize } from '../../../core/transcription/recognize-unit.ts'

const recording = {
  id: 'r',
  consultationId: 'c',
  organizationId: 'o',
  channels: 1,
  startMs: 60_000,
  state: 'recording',
} as const
const SECOND = 16_000
/** A voice from the beginning of the recording to `toS`. */
const voiceTo = (toS: number): Utterance => ({
  from: 0,
  to: toS * SECOND + 3200,
  voiced: [{ from: 0, to: toS * SECOND }],
})

/** Two words a second, as far as the sound reaches. */
function spoken(seconds: number): RecognizedPiece {
  const all = 'estou com muita dor de cabeça há três dias doutora'.split(' ')
  const said = all.slice(0, Math.floor(2 * seconds))
  let at = 0
  const words = said.map((word, index): HeardWord => {
    const from = at
    at += word.length + 1
    const startMs = index * 500
    return { from, to: from + word.length, startMs, endMs: startMs + 500, confidence: 0.9 }
  })
  return {
    text: said.join(' '),
    startMs: 0,
    endMs: 1000 * seconds,
    confidence: 0.9,
    noSpeechProbability: 0,
    words,
  }
}

type Answer = RecognizedPiece[] | Promise<RecognizedPiece[]>

function world(answer: (seconds: number, how: HowToRecognize) => Answer) {
  const shown: PlacedPiece[][] = []
  const asked: HowToRecognize[] = []
  const text = liveText(recording, {
    async recognize({ ranges }, how) {
      asked.push(how)
      return answer((ranges[0]!.to - ranges[0]!.from - 3200) / SECOND, how)
    },
    store: {
      async putLive(_, pieces) {
        shown.push([...pieces])
        return { segments: [], removed: false }
      },
    },
    signal: new AbortController().signal,
    onSegments() {},
  })
  return {
    text,
    shown: () => shown.map((pieces) => pieces.map((one) => one.text).join(' ')),
    asked,
    pieces: shown,
  }
}

test('an utterance that goes on shows its words but the last ones, and is not stored', async (t) => {
  const { text, shown, asked, pieces } = world((seconds) => [spoken(seconds)])
  const interim = text.interim()
  await interim.show(0, voiceTo(2), 2 * SECOND)
  await interim.show(0, voiceTo(4), 4 * SECOND)
  t.deepEqual(shown(), ['estou com muita', 'estou com muita dor de cabeça há'])
  t.true(asked.every(({ isInterim, priority }) => isInterim && priority === 'live'))
  t.is(pieces[0]![0]!.startMs, 60_000)
  t.is(interim.shownTo(), voiceTo(4).to)
})

test('it is looked at again only after a second of new sound', async (t) => {
  const { text, asked } = world((seconds) => [spoken(seconds)])
  const interim = text.interim()
  await interim.show(0, voiceTo(2), 2 * SECOND)
  await interim.show(0, voiceTo(2.5), 2.5 * SECOND)
  t.is(asked.length, 1)
})

test('in a pause, which may be its end, it is looked at once with all of its words, which are stored', async (t) => {
  const { text, asked, shown } = world((seconds) => [spoken(seconds)])
  const interim = text.interim()
  await interim.show(0, voiceTo(2), 2 * SECOND)
  for (const silence of [0.1, 0.2, 0.4])
    await interim.show(0, voiceTo(2.5), (2.5 + silence) * SECOND)
  t.deepEqual(
    asked.map(({ isInterim }) => isInterim),
    [true, false],
  )
  t.is(shown().at(-1), 'estou com muita dor de')
})

test('a look that takes many times longer than the one before is given up, and the next one is not', async (t) => {
  // The limit keeps no process alive.
  const alive = setInterval(() => {}, 1000)
  t.teardown(() => clearInterval(alive))
  const given: unknown[] = []
  const { text, shown } = world((seconds, { signal }) => {
    if (seconds !== 4) return [spoken(seconds)]
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        given.push(signal.reason)
        reject(signal.reason)
      })
    })
  })
  const interim = text.interim()
  for (const seconds of [2, 4, 6]) await interim.show(0, voiceTo(seconds), seconds * SECOND)
  t.is(given.length, 1)
  t.deepEqual(shown(), ['estou com muita', 'estou com muita dor de cabeça há três dias doutora'])
})

test('words that are shown stay while a look finds none', async (t) => {
  const { text, shown } = world((seconds) => (seconds > 3 ? [] : [spoken(seconds)]))
  const interim = text.interim()
  await interim.show(0, voiceTo(2), 2 * SECOND)
  await interim.show(0, voiceTo(4), 4 * SECOND)
  t.deepEqual(shown(), ['estou com muita'])
})

test('an utterance without words is recognized again, and its shown text stays until then', async (t) => {
  const { text, shown, asked } = world((seconds, { again, isInterim }) =>
    again || isInterim ? [spoken(seconds)] : [],
  )
  await text.interim().show(0, voiceTo(2), 2 * SECOND)
  await text.show(0, voiceTo(4))
  t.deepEqual(shown(), ['estou com muita'])
  await text.ended()
  t.is(asked.length, 3)
  t.regex(shown().at(-1)!, /^estou com muita dor/)
})

test('text of noise is withdrawn after the second look', async (t) => {
  const { text, shown } = world((seconds, { isInterim }) => (isInterim ? [spoken(seconds)] : []))
  await text.interim().show(0, voiceTo(2), 2 * SECOND)
  await text.show(0, voiceTo(4))
  await text.ended()
  t.deepEqual(shown(), ['estou com muita', ''])
})

test('the final text of an utterance stays, whatever is recognized afterwards', async (t) => {
  const { text, shown } = world((seconds, { again }) => (again ? [spoken(seconds)] : []))
  const piece = { startMs: 60_000, endMs: 64_000, text: 'Está com dor.', confidence: 0.9 }
  await text.show(0, voiceTo(4))
  await text.settle(0, voiceTo(4), [{ ...piece, channel: 'mic' }])
  await text.ended()
  await text.show(0, voiceTo(4))
  t.deepEqual(shown(), ['Está com dor.'])
})
