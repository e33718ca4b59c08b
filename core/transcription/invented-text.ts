/**
 * Text nobody said. Recognizers trained on subtitles answer noise and silence with what subtitles
 * end with, and sometimes fall into a loop. A piece is dropped when one of these signs is there;
 * each sign has its test. Voice activity detection comes first and removes most of it: this is the
 * second wall, and it errs on the side of the doctor's words (a real "obrigado" stays).
 */
import { isLoop, loopingPieces, plainWords } from './loops.ts'
import type { Invention, RecognizedPiece } from './ports.ts'

interface Heard {
  /** How much sound the piece can rest on. */
  heardMs: number
  /** Length of all the sound that was handed over. */
  unitMs?: number
  /** As the visit's setting says it: `pt-BR`. */
  language?: string
}

/**
 * The pieces of one answer, those that nobody said marked, and without what nobody said at their
 * beginning.
 */
export function markInventions(
  pieces: readonly RecognizedPiece[],
  { unitMs, language }: { unitMs: number; language: string },
): RecognizedPiece[] {
  const looping = loopingPieces(pieces)
  return pieces.map((heard, index) => {
    const piece = cutStart(heard, foreignStart(heard.text, language ?? 'pt-BR'))
    const heardMs = restsOnMs(piece, unitMs)
    const dropped = looping.has(index)
      ? 'loop'
      : findInvention(piece, { heardMs, unitMs, language })
    return dropped ? { ...piece, dropped } : piece
  })
}

/** @param length characters */
function cutStart(piece: RecognizedPiece, length: number): RecognizedPiece {
  if (length === 0) return piece
  const text = piece.text.slice(length)
  if (!piece.words) return { ...piece, text }
  const words = piece.words
    .filter(({ from }) => from >= length)
    .map((word) => ({ ...word, from: word.from - length, to: word.to - length }))
  return { ...piece, text, words, startMs: words[0]?.startMs ?? piece.startMs }
}

/**
 * A piece's own times may be off: it may rest on what lies between them or, if that is nothing, on
 * all of it.
 */
function restsOnMs({ startMs, endMs }: RecognizedPiece, unitMs: number): number {
  return endMs > startMs ? Math.min(endMs - startMs, unitMs) : unitMs
}

/** Why a piece is taken for an invention, or null. */
export function findInvention(
  piece: RecognizedPiece,
  { heardMs, unitMs = Number.POSITIVE_INFINITY, language = 'pt-BR' }: Heard,
): Invention | null {
  const text = piece.text.trim()
  if (!/[\p{L}\p{N}]/u.test(text)) return 'empty'
  if (SOUND_LABEL.test(text)) return 'sound_label'
  if (isOtherScript(text)) return 'other_script'
  const plain = plainWords(text).join(' ')
  if (CREDITS.some((credit) => credit.test(plain))) return 'credits'
  if (isLoop(text, heardMs)) return 'loop'
  if (isTooFast(text, heardMs)) return 'too_fast'
  if (isOtherLanguage(text, language)) return 'other_language'
  // After the sound there is nothing to hear.
  if (piece.startMs >= unitMs + TIME_SLACK_MS) return 'not_speech'
  const { confidence, noSpeechProbability } = piece
  // Both doubts together, as Whisper's own decoder does: either alone is wrong too often.
  if ((noSpeechProbability ?? 0) > 0.6 && (confidence ?? 1) < 0.5) return 'not_speech'
  if (confidence !== null && confidence < 0.2) return 'unsure'
  return null
}

/** `[Música]`, `(risos)`, `*aplausos*`, `♪ …`: a description of sound, not speech. */
const SOUND_LABEL = /^(\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|♪[^♪]*♪?|♫[^♫]*♫?)([.…!]*)$/u

/**
 * Compared without accents, case and punctuation. Whole pieces only, unless the words cannot be a
 * doctor's.
 */
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
  /\bsous titr(es|age)\b|\buntertitel\b|\bsubtitul(os|ado) (por|de)\b/,
]

/** Recognizers round the times of what they say. */
const TIME_SLACK_MS = 500

/** Most of its letters are not Latin: nobody speaks Portuguese in them. */
function isOtherScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length * 2 > letters.length
}

/**
 * Fast Portuguese is some 20 letters and 5 words a second; 35 letters or 8 words in a stretch of
 * sound is nobody.
 */
function isTooFast(text: string, heardMs: number): boolean {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length
  const seconds = Math.max(heardMs / 1000, 0.1)
  const words = plainWords(text).length
  return (letters > 12 && letters / seconds > 35) || (words > 6 && words / seconds > 8)
}

/**
 * Frequent words that only one of the languages has, without accents. A recognizer that slips into
 * another language writes whole sentences in it, and no sentence goes without such words.
 */
const ONLY_IN: Record<string, ReadonlySet<string>> = {
  pt: wordSet(`nao sim uma umas um uns e ao aos as na nas nos em do da dos das pelo pela com sem mais
    muito muita tambem isso isto esse essa esta estou voce ele ela eles elas eu meu minha seu sua tem tenho foi
    sao ja ate quando dor aqui ali onde bem bom boa entao pra ta ne doutor doutora senhor senhora`),
  en: wordSet(`the and you that this is are was were have has what with for not from your they there
    would could should will about which their it its him her them then than been being because thank thanks
    yes know right well just like going while when where who but`),
  es: wordSet(`el los las pero muy usted ustedes hay yo nosotros ellos tengo tiene bueno buena alli
    donde cuando gracias entonces ahora siempre dolor estoy con del lo le les mi sus hacer hace unos y`),
  fr: wordSet(`le les des est et dans pour vous nous pas avec sur une qui je il elle donc merci bonjour
    cette votre avez`),
}

/** Words of other languages that must be found before a text is taken for theirs. */
const FEWEST = 3

/**
 * Whether a text is written in another language than the one that is spoken.
 * @param language a language tag; of languages without a list nothing is said
 */
function isOtherLanguage(text: string, language: string): boolean {
  const own = ONLY_IN[language.slice(0, 2).toLowerCase()]
  if (!own) return false
  const words = plainWords(text)
  const ours = words.filter((word) => own.has(word)).length
  return Object.values(ONLY_IN).some((other) => {
    if (other === own) return false
    const theirs = words.filter((word) => other.has(word) && !own.has(word)).length
    return theirs >= FEWEST && theirs > 2 * ours
  })
}

/** One to three words, set apart by a comma. */
const START = /^\s*((?:\p{L}+\s+){0,2}\p{L}+),\s+/u

/**
 * How many characters at the beginning of a text are words of another language alone ("while, o
 * senhor …"): some recognizers begin a window with them, and nobody said them.
 */
function foreignStart(text: string, language: string): number {
  const own = ONLY_IN[language.slice(0, 2).toLowerCase()]
  const [start = '', words = ''] = START.exec(text) ?? []
  if (!own || start.length === text.length) return 0
  const isForeign = plainWords(words).every(
    (word) => !own.has(word) && Object.values(ONLY_IN).some((other) => other.has(word)),
  )
  return isForeign ? start.length : 0
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}
