import test from 'ava'
import type { Evidence, EvidenceSpan } from '../../core/contract/api.ts'
import {
  STRANGE_UNSURE_BELOW,
  WORD_UNSURE_BELOW,
  withUnsureWords,
} from '../../core/document/evidence/unsure-words.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'

const SURE = WORD_UNSURE_BELOW
const UNSURE = WORD_UNSURE_BELOW - 0.01

/** Anything but what a recognizer made up here. */
const isWord = (word: string) => word !== 'exporco'

/** @param confidences of the text's words, in order */
function segment(
  text: string,
  confidences: (number | null)[],
  more: Partial<TranscriptSegment> = {},
): TranscriptSegment {
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }, i) => ({
    from: index,
    to: index + word.length,
    startMs: i,
    endMs: i + 1,
    confidence: confidences[i] ?? null,
  }))
  return {
    id: 's1',
    consultationId: 'c',
    recordingId: 'r',
    sequence: 0,
    startMs: 0,
    endMs: words.length,
    text,
    channel: 'mic',
    speaker: null,
    confidence: 0.9,
    final: true,
    words,
    ...more,
  }
}

function spanOf({ id, text }: TranscriptSegment, words = text): EvidenceSpan {
  const start = text.indexOf(words)
  const end = start + words.length
  return { source: 'segment', segment_id: id, start, end, start_ms: 0, end_ms: 1 }
}

function unsureOf(said: TranscriptSegment, words?: string): string[] | undefined {
  const evidence: Evidence[] = [
    { path: ['Queixa'], verdict: 'supported', spans: [spanOf(said, words)] },
  ]
  return withUnsureWords(evidence, [said], isWord)[0]!.unsure
}

test('a value names those of its source words that the recognizer was unsure of', (t) => {
  const said = segment('Toma gliclazida, 3 vezes', [SURE, UNSURE, UNSURE, SURE])
  t.deepEqual(unsureOf(said), ['gliclazida', '3'])
})

test('confident words, unknown confidence and short words are not named', (t) => {
  t.is(unsureOf(segment('Toma losartana', [SURE, 1])), undefined)
  t.is(unsureOf(segment('Toma losartana', [null, null])), undefined)
  t.is(unsureOf(segment('Toma um losartana', [SURE, 0, SURE])), undefined)
})

test('a text that is no word is named although the recognizer was nearly sure', (t) => {
  const doubt = STRANGE_UNSURE_BELOW - 0.01
  t.deepEqual(unsureOf(segment('Piora com exporço, hoje', [1, 1, doubt, doubt])), ['exporço'])
  t.is(unsureOf(segment('Piora com exporço', [1, 1, STRANGE_UNSURE_BELOW])), undefined)
})

test('only the words of the span count, each once', (t) => {
  const said = segment('dorflex hoje e dorflex ontem', [0, 1, 1, 0, 0])
  t.deepEqual(unsureOf(said, 'dorflex hoje e dorflex'), ['dorflex'])
  t.is(unsureOf(said, 'hoje e'), undefined)
})

test('a person’s correction counts as sure', (t) => {
  const earlier = [{ text: 'Toma lorsartana', until: new Date(0), replacedBy: 'dr' }]
  t.is(unsureOf(segment('Toma losartana', [0, 0], { earlier })), undefined)
})

test('each sentence has its own; what says something else is marked as that', (t) => {
  const said = segment('Toma losartana. Nega alergia.', [1, 0, 1, 1])
  const part = { start: 0, end: 1 }
  const [one] = withUnsureWords(
    [
      {
        path: ['Queixa'],
        verdict: 'contradicted',
        spans: [spanOf(said)],
        reason: 'outra',
        parts: [
          { ...part, verdict: 'supported', spans: [spanOf(said, 'Toma losartana.')] },
          { ...part, verdict: 'supported', spans: [spanOf(said, 'Nega alergia.')] },
          { ...part, verdict: 'contradicted', spans: [spanOf(said)], reason: 'outra' },
        ],
      },
    ],
    [said],
    isWord,
  )
  t.is(one!.unsure, undefined)
  t.deepEqual(
    one!.parts!.map(({ unsure }) => unsure),
    [['losartana'], undefined, undefined],
  )
})

test('a source that is no speech, or whose segment is gone, has no unsure words', (t) => {
  const said = segment('Toma losartana', [0, 0])
  const evidence: Evidence[] = [
    {
      path: ['Queixa'],
      verdict: 'supported',
      spans: [{ source: 'context', start: 0, end: 4 }, spanOf({ ...said, id: 'gone' })],
    },
  ]
  t.deepEqual(withUnsureWords(evidence, [said], isWord), evidence)
})
