/** Answers of transcription servers, in the shapes that they really have. */
import test from 'ava'
import { readVerboseJson } from '../../../ai-local/whisper/verbose-json.ts'
import type { RecognizedPiece } from '../../../core/transcription/ports.ts'

const AUDIO_MS = 8000
const read = (json: unknown) => readVerboseJson(json, AUDIO_MS)
const shown = ({ startMs, endMs, text, confidence, words }: RecognizedPiece) => ({
  startMs,
  endMs,
  text,
  confidence,
  words: words?.map((word) => `${text.slice(word.from, word.to)}@${word.startMs}`).join(' '),
})

test('whisper-server: words in parts, each with its own probability', (t) => {
  const [piece] = read({
    task: 'transcribe',
    language: 'portuguese',
    duration: 8,
    text: ' Tomo losartana.\n',
    segments: [
      {
        id: 0,
        text: ' Tomo losartana.',
        start: 0.2,
        end: 1.9,
        tokens: [1, 2, 3, 4, 5],
        words: [
          { word: ' Tomo', start: 0.2, end: 0.6, t_dtw: -1, probability: 0.98 },
          { word: ' los', start: 0.6, end: 1, t_dtw: -1, probability: 0.9 },
          { word: 'art', start: 1, end: 1.4, t_dtw: -1, probability: 0.6 },
          { word: 'ana', start: 1.4, end: 1.8, t_dtw: -1, probability: 0.8 },
          { word: '.', start: 1.8, end: 1.9, t_dtw: -1, probability: 0.3 },
        ],
        temperature: 0,
        avg_logprob: -0.3,
        no_speech_prob: 0.01,
      },
    ],
  })
  t.like(piece, { startMs: 200, endMs: 1900, text: 'Tomo losartana.', noSpeechProbability: 0.01 })
  t.deepEqual(piece?.words, [
    { from: 0, to: 4, startMs: 200, endMs: 600, confidence: 0.98 },
    { from: 5, to: 15, startMs: 600, endMs: 1900, confidence: 0.6 },
  ])
})

test('a segment that begins in the middle of a word keeps its words', (t) => {
  const words = [
    { word: 'Sim', start: 0, end: 0.4, probability: 0.9 },
    { word: '.', start: 0.4, end: 0.5, probability: 0.9 },
  ]
  const [piece] = read({ segments: [{ start: 0, end: 0.5, text: 'Sim.', words }] })
  t.is(piece?.words?.length, 1)
})

test('letters that are cut in two between tokens leave the words in place', (t) => {
  const words = [
    { word: ' N', start: 0, end: 0.2, probability: 0.9 },
    { word: '\ufffd\ufffd', start: 0.2, end: 0.3, probability: 0.9 },
    { word: 'o', start: 0.3, end: 0.4, probability: 0.9 },
    { word: ' tenho.', start: 0.5, end: 1, probability: 0.9 },
  ]
  const [piece] = read({ segments: [{ start: 0, end: 1, text: ' Não tenho.', words }] })
  t.is(shown(piece!).words, 'Não@0 tenho.@500')
})

test('faster-whisper-server: words in the segments and once more next to them', (t) => {
  const words = [
    { start: 0.3, end: 0.5, word: ' Dói', probability: 0.9 },
    { start: 0.5, end: 1.1, word: ' aqui?', probability: 0.8 },
  ]
  const segment = { id: 1, seek: 0, start: 0.3, end: 1.1, text: ' Dói aqui?', tokens: [], words }
  const scores = { temperature: 0, avg_logprob: -0.2, compression_ratio: 0.9, no_speech_prob: 0.1 }
  const [piece] = read({
    task: 'transcribe',
    language: 'pt',
    duration: 8,
    text: 'Dói aqui?',
    words,
    segments: [{ ...segment, ...scores }],
  })
  t.deepEqual(shown(piece!), {
    startMs: 300,
    endMs: 1100,
    text: 'Dói aqui?',
    confidence: 0.85,
    words: 'Dói@300 aqui?@500',
  })
})

test('OpenAI and Speaches: words next to the segments, without punctuation and probability', (t) => {
  const pieces = read({
    task: 'transcribe',
    language: 'portuguese',
    duration: 8,
    text: 'Tem alergia? Não, nenhuma.',
    segments: [
      { id: 0, start: 0, end: 2, text: ' Tem alergia?', avg_logprob: -0.1, no_speech_prob: 0.02 },
      { id: 1, start: 2, end: 4, text: ' Não, nenhuma.', avg_logprob: -0.2, no_speech_prob: 0.02 },
    ],
    words: [
      { word: 'Tem', start: 0.2, end: 0.6 },
      { word: 'alergia', start: 0.6, end: 2.4 },
      { word: 'Não', start: 1.9, end: 2.1 },
      { word: 'nenhuma', start: 2.5, end: 3.5 },
    ],
  })
  t.deepEqual(pieces.map(shown), [
    {
      startMs: 0,
      endMs: 2000,
      text: 'Tem alergia?',
      confidence: 0.905,
      words: 'Tem@200 alergia?@600',
    },
    {
      startMs: 2000,
      endMs: 4000,
      text: 'Não, nenhuma.',
      confidence: 0.819,
      words: 'Não,@1900 nenhuma.@2500',
    },
  ])
})

test('separate words that differ from the texts are placed by their times', (t) => {
  const pieces = read({
    segments: [
      { start: 0, end: 2, text: '120 por 80.' },
      { start: 2, end: 4, text: 'Sem febre.' },
    ],
    words: [
      { word: 'cento', start: 0, end: 0.5 },
      { word: 'Sem', start: 2.1, end: 2.5 },
      { word: 'febre', start: 2.5, end: 3 },
    ],
  })
  t.deepEqual(
    pieces.map((piece) => shown(piece).words),
    [undefined, 'Sem@2100 febre.@2500'],
  )
})

test('vLLM: the duration is text, words are null, no probability of silence', (t) => {
  const segment = {
    id: 0,
    seek: 0,
    start: 0,
    end: 1.5,
    text: ' Bom dia.',
    tokens: [1],
    temperature: 0,
  }
  const [piece] = read({
    duration: '8.0',
    language: 'pt',
    text: ' Bom dia.',
    segments: [{ ...segment, avg_logprob: -0.25, compression_ratio: 0.6, no_speech_prob: null }],
    words: null,
  })
  t.like(piece, { startMs: 0, endMs: 1500, confidence: 0.779, noSpeechProbability: null })
  t.false('words' in piece!)
  const [early] = read({
    segments: [{ ...segment, avg_logprob: -1, compression_ratio: -1, no_speech_prob: -1 }],
  })
  t.like(early, { confidence: null, noSpeechProbability: null })
})

test('Parakeet: a log probability of 0 is none', (t) => {
  const words = [
    { word: 'Bom', start: 0.1, end: 0.3 },
    { word: 'dia.', start: 0.3, end: 0.6 },
  ]
  const scores = { avg_logprob: 0, compression_ratio: 1, no_speech_prob: 0 }
  const [piece] = read({
    text: 'Bom dia.',
    segments: [{ id: 0, start: 0.1, end: 0.6, text: 'Bom dia.', tokens: [], words, ...scores }],
    words,
  })
  t.like(piece, { confidence: null })
  t.is(shown(piece!).words, 'Bom@100 dia.@300')
})

test('words without segments become pieces: one for each sentence, cut at pauses too', (t) => {
  const word = (text: string, start: number, end: number) => ({ text, start, end, confidence: 0.5 })
  const pieces = read({
    text: 'Dói aqui? Dói sim quando ando',
    words: [
      word('Dói', 0.2, 0.4),
      word('aqui?', 0.4, 0.9),
      word('Dói', 1, 1.2),
      word('sim', 1.2, 1.4),
      word('quando', 2, 2.3),
      word('ando', 2.3, 2.6),
    ],
  })
  t.deepEqual(
    pieces.map((piece) => shown(piece)),
    [
      { startMs: 200, endMs: 900, text: 'Dói aqui?', confidence: 0.5, words: 'Dói@200 aqui?@400' },
      { startMs: 1000, endMs: 1400, text: 'Dói sim', confidence: 0.5, words: 'Dói@1000 sim@1200' },
      {
        startMs: 2000,
        endMs: 2600,
        text: 'quando ando',
        confidence: 0.5,
        words: 'quando@2000 ando@2300',
      },
    ],
  )
})

test('text alone may lie anywhere in the sound', (t) => {
  const whole = { startMs: 0, endMs: AUDIO_MS, text: 'Nega febre.', untimed: true as const }
  for (const json of [
    { text: 'Nega febre.', usage: { type: 'duration', seconds: 8 } },
    { text: 'Nega febre.', segments: [], words: [] },
    { text: 'Nega febre.', segments: null, words: null },
    { segments: [{ text: 'Nega febre.' }] },
    { segments: [{ text: 'Nega febre.', start: null, end: null }] },
    { text: 'Nega febre.', words: [{ word: 'febre', start: 1, end: 2 }] },
  ])
    t.like(read(json)[0], whole, JSON.stringify(json))
})

test('times as text are times, times in nanoseconds are none', (t) => {
  const at = (start: unknown, end: unknown) => read({ segments: [{ start, end, text: 'Oi.' }] })[0]
  t.like(at('0.5', '1.25'), { startMs: 500, endMs: 1250 })
  t.like(at(500_000_000, 1_250_000_000), { startMs: 0, endMs: AUDIO_MS, untimed: true })
  t.like(at('', 'dois'), { untimed: true })
  t.like(at(-0.02, 1), { startMs: 0, endMs: 1000 })
  t.like(at(3, 2), { startMs: 3000, endMs: 3000 })
})

test('quotation marks and line breaks are not spoken', (t) => {
  const words = [
    { word: ' "Tomo', start: 0, end: 0.5 },
    { word: ' dipirona."', start: 0.5, end: 1 },
  ]
  const [piece] = read({ segments: [{ start: 0, end: 1, text: ' "Tomo\n dipirona."', words }] })
  t.is(piece?.text, 'Tomo dipirona.')
  t.is(shown(piece!).words, 'Tomo@0 dipirona.@500')
})

test('an answer without a transcript is refused', (t) => {
  for (const json of [
    null,
    'nega febre',
    [],
    {},
    { detail: 'febre' },
    { text: 1 },
    { segments: [1] },
  ])
    t.throws(() => read(json), undefined, JSON.stringify(json))
  t.throws(() => read({ segments: [{ start: 0, end: 1, text: 1 }] }))
})
