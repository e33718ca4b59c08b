import { plainWords } from './plain-words.ts'

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
export function isOtherLanguage(text: string, language: string): boolean {
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
export function foreignStart(text: string, language: string): number {
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
