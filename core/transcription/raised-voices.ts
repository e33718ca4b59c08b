import type { HeardWord, RecognizedPiece } from './ports.ts'

/**
 * A voice far from its microphone is raised for the recognizer, which otherwise writes sentences
 * that nobody said; the stored sound is untouched. Ordinary voices are left as they are. Raising
 * cannot part a voice from the noise: one that hardly stands out of it is not to be recognized.
 */

/** Root mean squares of an utterance's 32 ms frames, of 32767. */
interface UtteranceLevel {
  /** Level of its loud parts: nine in ten frames are softer. */
  voice: number
  /** Level of its pauses: one in ten frames is softer. */
  noise: number
}

export interface RaisedUtterance {
  samples: Int16Array
  /** It was soft, and is still too near the noise. */
  isTooSoft: boolean
  /** It was raised by much: where the recognizer is unsure of its words, that is why. */
  isSoft: boolean
  /** It was raised by very much, or is near the noise: its words are less sure than they seem. */
  isDoubtful: boolean
}

const FRAME_SAMPLES = 512
/** Softer loud parts are raised to `WANTED`, as far as `MOST_GAIN` reaches; about −28 dB. */
const RAISED_BELOW = 1300
const WANTED = 2600
const MOST_GAIN = 100
/** From this gain on a voice must stand out of the noise by this factor (6 dB). */
const DOUBTED_FROM_GAIN = 8
const STANDS_OUT = 2
/** Where it stands out by less (12 dB), or was raised by more, words are misheard more often. */
const STANDS_OUT_CLEARLY = 4
const SURE_TO_GAIN = 32
/** Softer than its own rounding to whole numbers allows. */
const LEAST_VOICE = 1.5

export function raiseUtterance(samples: Int16Array): RaisedUtterance {
  const { voice, noise } = levelOf(samples)
  if (voice === 0 || voice >= RAISED_BELOW) return { samples, ...ORDINARY }
  const gain = Math.min(MOST_GAIN, WANTED / voice)
  const isSoft = gain >= DOUBTED_FROM_GAIN
  const isTooSoft = voice < LEAST_VOICE || (isSoft && voice < noise * STANDS_OUT)
  const isNearNoise = isSoft && voice < noise * STANDS_OUT_CLEARLY
  const raised = samples.map((sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample * gain))),
  )
  return { samples: raised, isTooSoft, isSoft, isDoubtful: isNearNoise || gain >= SURE_TO_GAIN }
}

const ORDINARY = { isTooSoft: false, isSoft: false, isDoubtful: false }

function levelOf(samples: Int16Array): UtteranceLevel {
  const levels: number[] = []
  for (let from = 0; from + FRAME_SAMPLES <= samples.length; from += FRAME_SAMPLES)
    levels.push(rms(samples.subarray(from, from + FRAME_SAMPLES)))
  if (levels.length === 0) levels.push(rms(samples))
  levels.sort((a, b) => a - b)
  const at = (share: number) => levels[Math.floor((levels.length - 1) * share)]!
  return { voice: at(0.9), noise: at(0.1) }
}

/** Without a constant voltage (DC). */
function rms(samples: Int16Array): number {
  let [sum, squares] = [0, 0]
  for (const sample of samples) {
    sum += sample
    squares += sample * sample
  }
  const count = Math.max(1, samples.length)
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

/** Of a unit, in ms. */
export interface Stretch {
  startMs: number
  endMs: number
}

/**
 * Words of a voice that was raised by very much, or that is near the noise. A recognizer is as sure
 * of them as of others and is wrong more often: its confidence is lowered, so that they bear the
 * mark of what is unsure wherever such a mark is shown. Of a voice that was raised by less, lines
 * that the recognizer itself is unsure of are marked: loud, they would have had other words.
 */
interface SoftVoices {
  soft: readonly Stretch[]
  doubtful: readonly Stretch[]
}

/** Lines below are shown as unsure in the panel. */
const SURE = 0.6
/** The surest line is unsure with it. */
const LESS_SURE = 0.59

export function withSoftVoices(
  pieces: readonly RecognizedPiece[],
  { soft, doubtful }: SoftVoices,
): RecognizedPiece[] {
  return pieces.map((piece) => {
    const words = piece.words?.map((word) => (isIn(doubtful, word) ? lowered(word) : word))
    const share = words?.length
      ? words.filter((word) => word.soft).length / words.length
      : Number(isIn(doubtful, piece))
    if (share === 0) return isUnsure(piece) ? withMarks(piece, soft) : piece
    return {
      ...piece,
      confidence: lessSure(piece.confidence, 1 - share * (1 - LESS_SURE)),
      ...(words ? { words } : {}),
    }
  })
}

function isIn(stretches: readonly Stretch[], { startMs, endMs }: Stretch): boolean {
  const middle = (startMs + endMs) / 2
  return stretches.some((stretch) => middle >= stretch.startMs && middle <= stretch.endMs)
}

function isUnsure({ confidence }: RecognizedPiece): boolean {
  return confidence !== null && confidence < SURE
}

/** The line is as unsure as it is: none of its words is surer. */
function withMarks(piece: RecognizedPiece, soft: readonly Stretch[]): RecognizedPiece {
  const marked = piece.words?.map((word) =>
    isIn(soft, word)
      ? {
          ...word,
          confidence: Math.min(word.confidence ?? LESS_SURE, LESS_SURE),
          soft: true as const,
        }
      : word,
  )
  return marked ? { ...piece, words: marked } : piece
}

function lowered(word: HeardWord): HeardWord {
  return { ...word, confidence: lessSure(word.confidence, LESS_SURE), soft: true }
}

function lessSure(confidence: number | null, share: number): number | null {
  return confidence === null ? null : Math.round(confidence * share * 1000) / 1000
}
