/**
 * Text nobody said. Recognizers trained on subtitles answer noise and silence with what subtitles end with, and
 * sometimes fall into a loop. A piece is dropped when one of these signs is there; each sign has its test.
 * Voice activity detection comes first and removes most of it: this is the second wall, and it errs on the
 * side of the doctor's words (a real "obrigado" stays).
 */
import type { RecognizedPiece } from './ports.ts'

export type Invention =
  | 'empty'
  | 'not_speech'
  | 'credits'
  | 'sound_label'
  | 'loop'
  | 'too_fast'
  | 'unsure'

/** Why a piece is taken for an invention, or null. @param heardMs how much sound the piece can rest on */
export function findInvention(piece: RecognizedPiece, heardMs: number): Invention | null {
  const text = piece.text.trim()
  if (!/[\p{L}\p{N}]/u.test(text)) return 'empty'
  if (SOUND_LABEL.test(text)) return 'sound_label'
  if (CREDITS.some((credit) => credit.test(plain(text)))) return 'credits'
  if (isLoop(text)) return 'loop'
  if (isTooFast(text, heardMs)) return 'too_fast'
  const { confidence, noSpeechProbability } = piece
  // Both doubts together, as Whisper's own decoder does: either alone is wrong too often.
  if ((noSpeechProbability ?? 0) > 0.6 && (confidence ?? 1) < 0.5) return 'not_speech'
  if (confidence !== null && confidence < 0.2) return 'unsure'
  return null
}

/** `[Música]`, `(risos)`, `*aplausos*`, `♪ …`: a description of sound, not speech. */
const SOUND_LABEL = /^(\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|♪[^♪]*♪?|♫[^♫]*♫?)([.…!]*)$/u

/** Compared without accents, case and punctuation. Whole pieces only, unless the words cannot be a doctor's. */
const CREDITS = [
  /amara org/,
  /\blegenda(s|do|da|gem)? (pela|por|de|feita|adriana|sonia|ricardo)\b/,
  /\btranscricao e legendas\b/,
  /\btraducao e legendagem\b/,
  /^legendas?$/,
  /\b(inscreva se|se inscreva(m)?) (no|em nosso|em meu) canal\b/,
  /\b(deixe|deixa) (o|seu) (seu )?like\b/,
  /\bative o sininho\b/,
  /^(muito )?obrigad[oa] por (assistir|assistirem|ter assistido)( (o|ao|este|esse|a este|a esse) video)?$/,
  /^obrigad[oa] pela (audiencia|visualizacao|sua audiencia)$/,
  /^(e )?ate (o|a|ao) proxim[oa] (video|aula|episodio)$/,
  /\bwww\b|\bhttps?\b/,
  /^thank(s| you) for watching$/,
  /^subtitles by\b/,
  /^copyright\b/,
]

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The same one to six words at least four times in a row (eight for a single word), or text that hardly says anything new. */
function isLoop(text: string): boolean {
  const words = plain(text).split(' ')
  for (let size = 1; size <= 6; size++) {
    const times = longestRepeat(words, size)
    if (times >= (size === 1 ? 8 : 4)) return true
  }
  return words.length >= 30 && new Set(words).size / words.length < 0.2
}

function longestRepeat(words: readonly string[], size: number): number {
  let best = 1
  for (let start = 0; start + size <= words.length; start++) {
    let times = 1
    while (sameWords(words, start, start + times * size, size)) times++
    best = Math.max(best, times)
  }
  return best
}

function sameWords(words: readonly string[], a: number, b: number, size: number): boolean {
  if (b + size > words.length) return false
  for (let i = 0; i < size; i++) if (words[a + i] !== words[b + i]) return false
  return true
}

/** Fast Portuguese is some 20 letters a second; 35 in a stretch of sound is nobody. */
function isTooFast(text: string, heardMs: number): boolean {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length
  return letters > 12 && letters / Math.max(heardMs / 1000, 0.1) > 35
}
