import test from 'ava'
import type { Invention, RecognizedPiece } from '../../../core/transcription/ports.ts'
import { kept } from '../../../core/transcription/recognize-unit.ts'
import { secondLook } from '../../../core/transcription/second-look.ts'

const SECOND = 16_000
const range = (from: number, to: number) => ({ from: from * SECOND, to: to * SECOND })
const piece = (
  [startMs, endMs]: [number, number],
  text: string,
  confidence: number,
  dropped?: Invention,
): RecognizedPiece => ({
  ...{ startMs, endMs, text, confidence, noSpeechProbability: 0 },
  ...(dropped ? { dropped } : {}),
})
const unit = { recordingId: 'r', consultationId: 'c', channel: 0 }
const { signal } = new AbortController()

/** Answers each further look with the next of `looks`. */
function scripted(looks: RecognizedPiece[][]) {
  const asked: { from: number; to: number; temperature: number | undefined }[] = []
  const look = secondLook({
    async recognize({ ranges }, { again, before, priority }) {
      if (before !== undefined || priority !== 'final') throw new Error('told something')
      const [first] = ranges
      asked.push({ from: first!.from, to: ranges.at(-1)!.to, temperature: again?.temperature })
      return looks[asked.length - 1] ?? []
    },
  })
  const improve = async (ranges: ReturnType<typeof range>[], first: RecognizedPiece[]) => {
    const answers = await look.improve({ ...unit, ranges }, first, signal)
    return answers.map(({ pieces }) =>
      kept(pieces)
        .map(({ text }) => text)
        .join(' '),
    )
  }
  return { asked, improve }
}

test('what is sure is not heard twice', async (t) => {
  const { asked, improve } = scripted([])
  t.deepEqual(await improve([range(0, 5)], [piece([0, 4000], 'Bom dia, doutor.', 0.9)]), [
    'Bom dia, doutor.',
  ])
  t.deepEqual(asked, [])
})

test('what is doubtful is heard again, tighter, and the surer look is kept', async (t) => {
  const { asked, improve } = scripted([[piece([0, 4000], 'Tomo losartana.', 0.8)]])
  t.deepEqual(await improve([range(0, 5)], [piece([0, 4000], 'Tomo lo santana.', 0.5)]), [
    'Tomo losartana.',
  ])
  t.deepEqual(asked, [{ from: 1600, to: 5 * SECOND - 1600, temperature: 0 }])
})

const stays = test.macro({
  title: (_, why: string) => `the first look stays: ${why}`,
  async exec(t, _why: string, second: RecognizedPiece[]) {
    const { asked, improve } = scripted([second])
    const first = [piece([0, 4000], 'Tomo losartana todo dia.', 0.6)]
    t.deepEqual(await improve([range(0, 5)], first), ['Tomo losartana todo dia.'])
    t.is(asked.length, 1)
  },
})
test(stays, 'the second says nothing', [])
test(stays, 'the second is an invention', [
  piece([0, 4000], 'Obrigado por assistir.', 0.9, 'credits'),
])
test(stays, 'the second is hardly surer', [piece([0, 4000], 'Tomo a losartana todo dia.', 0.62)])
test(stays, 'the second lost words', [piece([0, 4000], 'Tomo.', 0.95)])

test('a circle is heard again, and a circle of both looks is broken, marked as doubtful', async (t) => {
  const loop = piece([0, 4000], 'e aí e aí e aí e aí', 0.9, 'loop')
  const once = scripted([[piece([0, 4000], 'E aí, melhorou?', 0.6)]])
  t.deepEqual(await once.improve([range(0, 5)], [loop]), ['E aí, melhorou?'])

  const look = secondLook({
    recognize: async (_, { again }) =>
      again?.temperature ? [piece([0, 4000], 'E aí, melhorou?', 0.99)] : [loop],
  })
  const [answer] = await look.improve({ ...unit, ranges: [range(0, 5)] }, [loop], signal)
  t.is(answer?.pieces[0]?.text, 'E aí, melhorou?')
  t.is(answer?.pieces[0]?.confidence, 0.5)
})

test('silence and credits are not asked about again', async (t) => {
  const { asked, improve } = scripted([])
  const nothing = [
    piece([0, 900], 'Obrigado.', 0.4, 'not_speech'),
    piece([1000, 3000], 'Amara.org', 0.9, 'credits'),
  ]
  t.deepEqual(await improve([range(0, 5)], nothing), [''])
  t.deepEqual(asked, [])
})

test('of a window only the doubtful utterance is heard again, and all others keep their words', async (t) => {
  const { asked, improve } = scripted([[piece([0, 1000], 'Dois.', 0.9)]])
  const first = [
    piece([0, 3900], 'Um.', 0.9),
    piece([4000, 7900], 'Doís?', 0.3),
    piece([8000, 15_900], 'Três, e quatro.', 0.9),
  ]
  const window = [range(0, 4), range(10, 14), range(20, 24), range(30, 34)]
  t.deepEqual(await improve(window, first), ['Um.', 'Dois.', 'Três, e quatro.'])
  t.deepEqual(asked, [{ from: 10 * SECOND + 1600, to: 14 * SECOND - 1600, temperature: 0 }])
})

test('bad sound costs a quarter more at most, after the first twenty seconds', async (t) => {
  let again = 0
  const look = secondLook({
    async recognize({ ranges }) {
      for (const { from, to } of ranges) again += to - from
      return [piece([0, 1000], 'Sim.', 0.1)]
    },
  })
  const utterances = 200
  for (let i = 0; i < utterances; i++)
    await look.improve(
      { ...unit, ranges: [range(6 * i, 6 * i + 5)] },
      [piece([0, 4000], 'Hum.', 0.3)],
      signal,
    )
  const heard = utterances * 5 * SECOND
  t.true(again <= heard / 4 + 20 * SECOND)
  t.true(again > heard / 5)
})
