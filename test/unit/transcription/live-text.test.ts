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

function world(answer: (seconds: number, how: HowToRecognize) => RecognizedPiece[]) {
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

test('it is looked at again only after a second of new sound, and not in a pause', async (t) => {
  const { text, asked } = world((seconds) => [spoken(seconds)])
  const interim = text.interim()
  await interim.show(0, voiceTo(2), 2 * SECOND)
  await interim.show(0, voiceTo(2.5), 2.5 * SECOND)
  t.is(asked.length, 1)
  await interim.show(0, voiceTo(4), 4.4 * SECOND)
  t.is(asked.length, 1)
})

test('words that are shown stay while a look finds none', async (t) => {
  const { text, shown } = world((seconds) => (seconds > 3 ? [] : [spoken(seconds)]))
  const interim = text.interim()
  await interim.show(0, voiceTo(2), 2 * SECOND)
  await interim.show(0, voiceTo(4), 4 * SECOND)
  t.deepEqual(shown(), ['estou com muita'])
})

test('a closed utterance without words is looked at again before anything is shown', async (t) => {
  const { text, shown, asked } = world((seconds, { again }) => (again ? [spoken(seconds)] : []))
  await text.show(0, voiceTo(4))
  t.is(asked.length, 2)
  t.regex(shown()[0]!, /^estou com muita dor/)
})
