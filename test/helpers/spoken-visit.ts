/**
 * A visit whose every sentence and its time are known, and a recognizer that understands it without
 * a mistake.
 */
import type { ScriptedRequest } from './scripted-engine.ts'
import { SCRIPT, speechSamples } from './speech.ts'

const SAMPLES_PER_MS = 16

export interface SaidSentence {
  text: string
  /** Samples of the visit. */
  from: number
  to: number
  /** Which speech of the visit it belongs to; there is a pause after each. */
  speech: number
}

/** A stretch of the visit and where a request holds it, in samples. */
interface HeardStretch {
  from: number
  to: number
  at: number
}

/** Speeches of test/fixtures/speech, one after the other, with pauses between them. */
export function spokenVisit(names: readonly (keyof typeof SCRIPT)[], pauseMs = 1200) {
  const speeches = names.map((name) => speechSamples(name))
  const pause = pauseMs * SAMPLES_PER_MS
  const length = speeches.reduce((sum, speech) => sum + speech.length + pause, pause)
  const sound = faintNoise(length, pauseMs)
  const sentences: SaidSentence[] = []
  let at = pause
  for (const [speech, samples] of speeches.entries()) {
    for (const [i, sample] of samples.entries()) sound[at + i]! += Math.round(sample * 0.9)
    sentences.push(...sentencesOf(SCRIPT[names[speech]!], speech, at, samples.length))
    at += samples.length + pause
  }
  const bytes = Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength)

  function find(samples: Int16Array, at: number): number {
    const key = samples.subarray(at, Math.min(at + KEY_SAMPLES, samples.length))
    return bytes.indexOf(Buffer.from(key.buffer, key.byteOffset, key.byteLength)) / 2
  }

  /** The stretches of the visit that a request was spliced from. */
  function stretchesOf(samples: Int16Array): HeardStretch[] {
    const stretches: HeardStretch[] = []
    for (let at = 0; at < samples.length; ) {
      const from = find(samples, at)
      if (from < 0) throw new Error('the request holds sound that is not of the visit')
      let length = 0
      while (at + length < samples.length && samples[at + length] === sound[from + length]) length++
      stretches.push({ from, to: from + length, at })
      at += length
    }
    return stretches
  }

  /** What whisper-server would answer if it understood everything. */
  function understand({ samples }: Pick<ScriptedRequest, 'samples'>): WhisperAnswer {
    const segments = stretchesOf(samples).flatMap(({ from, to, at }) =>
      sentences.flatMap((sentence) => {
        const start = Math.max(sentence.from, from)
        const end = Math.min(sentence.to, to)
        if (end - start < (sentence.to - sentence.from) / 2) return []
        return [segmentOf(sentence.text, (start - from + at) / 16_000, (end - from + at) / 16_000)]
      }),
    )
    return answerOf(segments, samples.length)
  }

  const holds = (samples: Int16Array) => find(samples, 0) >= 0

  return { sound, sentences, holds, stretchesOf, understand }
}

const KEY_SAMPLES = 64

/** No two places of the visit are the same, so that every part of a request is found again. */
function faintNoise(length: number, seed: number): Int16Array {
  let state = seed
  return Int16Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 16) % 4
  })
}

/** Sentences of one speech share its time by their letters. */
function sentencesOf(script: string, speech: number, at: number, length: number): SaidSentence[] {
  const texts = script.match(/[^.?!]+[.?!]+/g) ?? []
  let letters = 0
  return texts.map((text) => {
    const from = at + Math.round((length * letters) / script.length)
    letters += text.length
    const to = at + Math.round((length * letters) / script.length)
    return { text: text.trim(), from, to, speech }
  })
}

export interface WhisperWord {
  word: string
  start?: number
  end?: number
  probability?: number
}

export interface WhisperSegment {
  text: string
  start?: number
  end?: number
  words?: WhisperWord[]
  avg_logprob?: number
  no_speech_prob?: number
}

export interface WhisperAnswer {
  text: string
  segments: WhisperSegment[]
}

export function answerOf(segments: WhisperSegment[], samples: number): WhisperAnswer {
  const whole = {
    task: 'transcribe',
    language: 'portuguese',
    duration: samples / 16_000,
    text: segments.map(({ text }) => `${text}\n`).join(''),
    segments: segments.map((segment, id) => ({ id, ...segment, temperature: 0 })),
  }
  return whole
}

/**
 * A segment of whisper-server: its words in parts of some letters, their times at even distances.
 */
export function segmentOf(text: string, start: number, end: number): WhisperSegment {
  const parts = ` ${text}`.match(/\s\p{L}{1,4}|\p{L}{1,4}|\s?[^\p{L}]/gu) ?? []
  const step = (end - start) / parts.length
  return {
    text: ` ${text}`,
    start,
    end,
    words: parts.map((word, i) => ({
      word,
      start: start + i * step,
      end: start + (i + 1) * step,
      probability: 0.9,
    })),
    avg_logprob: -0.1,
    no_speech_prob: 0.01,
  }
}
