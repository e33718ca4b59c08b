/**
 * What whisper-server may answer, over its real protocol, with the real detector on real sound:
 * whatever becomes of the answer to a window, no sentence that was said and answered once is lost,
 * and each is at its time.
 */
import test from 'ava'
import type { Script, ScriptedAnswer, ScriptedRequest } from '../helpers/scripted-engine.ts'
import { scriptedVisit } from '../helpers/scripted-visit.ts'
import {
  answerOf,
  segmentOf,
  type WhisperAnswer,
  type WhisperSegment,
} from '../helpers/spoken-visit.ts'

const { visit, speeches, transcribe, assertHeard, requestsFor } = scriptedVisit()

type Spoil = (answer: WhisperAnswer, request: ScriptedRequest) => ScriptedAnswer

/** Spoils the answers to windows of several utterances; one that is heard alone is understood. */
const inWindows =
  (spoil: Spoil): Script =>
  (request) => {
    const answer = visit.understand(request)
    return visit.stretchesOf(request.samples).length > 1 ? spoil(answer, request) : answer
  }

const withSegments =
  (change: (segment: WhisperSegment, at: number) => WhisperSegment[]): Spoil =>
  ({ segments }, { samples }) =>
    answerOf(segments.flatMap(change), samples.length)

/** The whole text in one segment. */
function inOne({ segments }: WhisperAnswer): string {
  return segments.map(({ text }) => text.trim()).join(' ')
}

/** What becomes of a window's answer, and how often a speech may then be asked for by itself. */
const SPOILED: [what: string, most: number, spoil: Spoil][] = [
  ['several segments', 0, (answer) => answer],
  ['no segment', 1, (_, { samples }) => answerOf([], samples.length)],
  ['an empty text', 1, () => ({ text: '' })],
  [
    'no times',
    1,
    withSegments(({ text, words: heard }) => [
      { text, words: heard!.map(({ word }) => ({ word })) },
    ]),
  ],
  [
    'one segment without a time',
    1,
    (answer, { samples }) => answerOf([{ text: inOne(answer) }], samples.length),
  ],
  [
    'one segment over everything',
    1,
    (answer, { samples }) =>
      answerOf([segmentOf(inOne(answer), 0, samples.length / 16_000)], samples.length),
  ],
  [
    'a jump over half of the window',
    1,
    (answer, { samples }) => {
      const { segments } = answer
      const [first, last] = [segments.slice(0, 2), segments.at(-1)!]
      return answerOf([...first, last], samples.length)
    },
  ],
  [
    'times past the end of the sound',
    1,
    withSegments((segment, at) =>
      at < 2 ? [segment] : [{ ...segment, start: segment.start! + 29, end: segment.end! + 29 }],
    ),
  ],
  ['nothing after second 10', 1, withSegments((segment) => (segment.end! < 10 ? [segment] : []))],
  [
    'a loop',
    1,
    withSegments((segment, at) =>
      at % 4 === 2
        ? [segmentOf('Estou com dor de cabeça. '.repeat(9).trim(), segment.start!, segment.end!)]
        : [segment],
    ),
  ],
  [
    'another language',
    1,
    withSegments((segment, at) =>
      at % 3 === 1
        ? [segmentOf('What brings you here today and how are you?', segment.start!, segment.end!)]
        : [segment],
    ),
  ],
  [
    'credits in place of a sentence',
    1,
    withSegments((segment, at) =>
      at % 4 === 3
        ? [segmentOf('Legendas pela comunidade Amara.org', segment.start!, segment.end!)]
        : [segment],
    ),
  ],
  [
    'labels of sound in place of a sentence',
    1,
    withSegments((segment, at) =>
      at % 4 === 3 ? [segmentOf('[Música]', segment.start!, segment.end!)] : [segment],
    ),
  ],
  [
    'quotation marks',
    0,
    withSegments(({ text, ...segment }) => [{ ...segment, text: ` "${text.trim()}"` }]),
  ],
  [
    'letters that are cut in two',
    0,
    withSegments((segment) => [
      {
        ...segment,
        words: segment.words!.map((part) => ({
          ...part,
          word: part.word.replace(/[çãéêâíú]/g, '\ufffd\ufffd'),
        })),
      },
    ]),
  ],
  [
    'words without times',
    0,
    withSegments(({ words: heard, ...segment }) => [
      {
        ...segment,
        words: heard!.map(({ word, probability }) => ({ word, probability: probability! })),
      },
    ]),
  ],
  [
    'neither words nor probabilities',
    0,
    withSegments(({ text, start, end }) => [{ text, start: start!, end: end! }]),
  ],
]

for (const [what, most, spoil] of SPOILED)
  test(`${what}: nothing is lost, and each sentence is at its time`, async (t) => {
    const { segments, requests } = await transcribe(t, inWindows(spoil))
    assertHeard(t, segments)
    t.is(segments.length, visit.sentences.length)
    for (const speech of speeches) t.true(requestsFor(speech, requests).length <= most)
  })

test('a sentence left out, with its time given to the next, is recognized again', async (t) => {
  const { segments } = await transcribe(
    t,
    inWindows(
      withSegments((segment, at) => {
        if (at === 4) return []
        if (at !== 5) return [segment]
        return [segmentOf(segment.text.trim(), segment.start! - 2.1, segment.end!)]
      }),
    ),
  )
  assertHeard(t, segments)
  t.is(segments.length, visit.sentences.length)
})

test('an invented beginning in another language does not stay', async (t) => {
  const { segments } = await transcribe(
    t,
    inWindows(
      withSegments((segment, at) =>
        at === 0
          ? [segmentOf(`while, ${segment.text.trim()}`, segment.start!, segment.end!)]
          : [segment],
      ),
    ),
  )
  assertHeard(t, segments)
})

test('two looks that each hear another sentence: neither is lost', async (t) => {
  const { segments } = await transcribe(t, (request) => {
    const { segments: heard } = visit.understand(request)
    const isWindow = visit.stretchesOf(request.samples).length > 1
    const own = heard.filter(({ text }) => !text.includes(isWindow ? 'Pressão' : 'Frequência'))
    return answerOf(own, request.samples.length)
  })
  assertHeard(t, segments)
})
