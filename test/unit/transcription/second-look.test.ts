import test from 'ava'
import { placePieces } from '../../../core/transcription/place-pieces.ts'
import type { Invention, RecognizedPiece, Utterance } from '../../../core/transcription/ports.ts'
import { NUMBERS_AS_WORDS } from '../../../core/transcription/pressure-look.ts'
import { secondLook } from '../../../core/transcription/second-look.ts'

const SECOND = 16_000
const EDGE = 3200
const utterance = (fromS: number, toS: number): Utterance => ({
  from: fromS * SECOND,
  to: toS * SECOND,
  voiced: [{ from: fromS * SECOND + EDGE, to: toS * SECOND - EDGE }],
})
const heard = utterance(0, 2)
const piece = (text: string, confidence: number, dropped?: Invention): RecognizedPiece => ({
  startMs: 200,
  endMs: 1800,
  text,
  confidence,
  noSpeechProbability: 0,
  ...(dropped ? { dropped } : {}),
})
const unit = { recordingId: 'r', consultationId: 'c', channel: 0 }
const { signal } = new AbortController()

/** Answers each further look with the next of `looks`. */
function scripted(looks: RecognizedPiece[][]) {
  const prompts: (string | undefined)[] = []
  const asked: { from: number; to: number; temperature: number | undefined }[] = []
  const look = secondLook({
    async recognize({ ranges }, { again, priority }) {
      if (priority !== 'final') throw new Error('a second look goes behind live speech')
      prompts.push(again?.prompt)
      asked.push({ ...ranges[0]!, temperature: again?.temperature })
      return looks[asked.length - 1] ?? []
    },
  })
  const improve = async (first: RecognizedPiece[], live: RecognizedPiece[] | null = null) => {
    const [text] = placePieces(first, [heard])
    const { pieces, notUnderstood } = await look.improve(unit, text!, live, signal)
    return { text: pieces.map((one) => one.text).join(' '), marks: notUnderstood.length, pieces }
  }
  return { asked, prompts, improve }
}

test('confident text is not recognized twice', async (t) => {
  const { asked, improve } = scripted([])
  t.like(await improve([piece('Bom dia, doutor.', 0.9)]), { text: 'Bom dia, doutor.', marks: 0 })
  t.deepEqual(asked, [])
})

test('doubtful text is recognized again with tighter limits, and the surer result is kept', async (t) => {
  const { asked, improve } = scripted([[piece('Tomo losartana.', 0.8)]])
  t.is((await improve([piece('Tomo lo santana.', 0.5)])).text, 'Tomo losartana.')
  t.deepEqual(asked, [{ from: 1600, to: 2 * SECOND - 1600, temperature: 0 }])
})

test('a pressure with one number is heard once more, numbers as words, though it is sure', async (t) => {
  const { asked, prompts, improve } = scripted([
    [piece('Pressão cento e trinta por oitenta.', 0.4)],
  ])
  const { text } = await improve([piece('Vamos examinar, pressão 138.', 0.9)])
  t.is(text, 'Vamos examinar, pressão 130 por 80.')
  t.is(asked.length, 1)
  t.deepEqual(prompts, [NUMBERS_AS_WORDS])
})

const stays = test.macro({
  title: (_, why: string) => `the first look stays: ${why}`,
  async exec(t, _why: string, second: RecognizedPiece[]) {
    const { asked, improve } = scripted([second])
    const first = [piece('Tomo losartana todo dia.', 0.6)]
    t.like(await improve(first), { text: 'Tomo losartana todo dia.', marks: 0 })
    t.is(asked.length, 1)
  },
})
test(stays, 'the second says nothing', [])
test(stays, 'the second is an invention', [piece('Obrigado por assistir.', 0.9, 'credits')])
test(stays, 'the second is hardly surer', [piece('Tomo a losartana todo dia.', 0.62)])
test(stays, 'the second lost words', [piece('Tomo.', 0.95)])

test('a loop is recognized again, and a loop in both results is cut and marked as doubtful', async (t) => {
  const loop = piece('e aí e aí e aí e aí', 0.9, 'loop')
  const once = scripted([[piece('E aí, melhorou?', 0.6)]])
  t.like(await once.improve([loop]), { text: 'E aí, melhorou?', marks: 0 })

  const twice = scripted([[loop], [piece('E aí, melhorou?', 0.99)]])
  const { pieces } = await twice.improve([loop])
  t.like(pieces[0], { text: 'E aí, melhorou?', confidence: 0.5 })
  t.deepEqual(
    twice.asked.map(({ temperature }) => temperature),
    [0, 0.4],
  )
})

test('a voice without words is recognized again, and marked when it stays without', async (t) => {
  const found = scripted([[piece('Não, senhora.', 0.8)]])
  t.like(await found.improve([]), { text: 'Não, senhora.', marks: 0 })
  const never = scripted([])
  t.like(await never.improve([]), { text: '', marks: 1 })
  t.is(never.asked.length, 2)
})

test('fewer words than the live text had are never put in its place', async (t) => {
  const live = [piece('Tomo losartana de cinquenta, uma vez ao dia.', 0.7)]
  const { asked, improve } = scripted([[piece('Tomo losartana.', 0.9)]])
  t.is(
    (await improve([piece('Tomo losartana.', 0.9)], live)).text,
    'Tomo losartana de cinquenta, uma vez ao dia.',
  )
  t.is(asked.length, 1)
})

test('a sentence found only by the second look is kept next to one found only by the first', async (t) => {
  const long = utterance(0, 8)
  const at = (startMs: number, endMs: number, text: string) => ({
    ...piece(text, 0.9),
    startMs,
    endMs,
  })
  const look = secondLook({
    recognize: async () => [at(100, 3500, 'Estou com dor de cabeça há três dias, doutora.')],
  })
  const [first] = placePieces(
    [at(4200, 7800, 'Tomo losartana de cinquenta, uma vez ao dia.')],
    [long],
  )
  const { pieces, notUnderstood } = await look.improve(unit, first!, null, signal)
  t.deepEqual(
    pieces.map(({ text }) => text),
    [
      'Estou com dor de cabeça há três dias, doutora.',
      'Tomo losartana de cinquenta, uma vez ao dia.',
    ],
  )
  t.deepEqual(notUnderstood, [])
})

test('bad sound costs a quarter more at most, after the first twenty seconds', async (t) => {
  let again = 0
  const look = secondLook({
    async recognize({ ranges }) {
      for (const { from, to } of ranges) again += to - from
      return [piece('Sim, doutora, sim.', 0.1)]
    },
  })
  const utterances = 200
  for (let i = 0; i < utterances; i++) {
    const [text] = placePieces([piece('Hum, pois é, doutora.', 0.3)], [heard])
    await look.improve(unit, text!, null, signal)
  }
  const said = utterances * 2 * SECOND
  t.true(again <= said / 4 + 20 * SECOND)
  t.true(again > said / 5)
})
