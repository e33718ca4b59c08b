/**
 * A text as the words it is found by: lower case, no accents, no endings, nothing that joins. The
 * stems are only compared with each other and never shown, so they may be as rough as Portuguese
 * allows.
 */
import { fold } from '../../portuguese/tokens.ts'

const JOINS = new Set(
  'a o as os e ou um uma uns umas de da do das dos d em na no nas nos com c p por pelo pela pelos pelas para pra ao aos que se'.split(
    ' ',
  ),
)
/** In so many titles of the CID-10 that they tell little. Stems. */
const WEAK = new Set(
  'sem especificad especific especificacao outr part classificad tip form sitio localizac loc ne soe ncop'.split(
    ' ',
  ),
)
/** "Não especificada" says nothing; "não-insulino-dependente" is another disease. */
const UNSPECIFIC = /^(?:especificad|classificad)/

/** Stems of a text in its order; a word that occurs twice is there twice. */
export function searchWords(text: string, readWord: (raw: string) => Word = wordOf): string[] {
  const parts = (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) as string[]
  const shouted = text === text.toUpperCase()
  const stems: string[] = []
  for (const [index, part] of parts.entries()) {
    const { stem, joins } = readWord(part)
    if (joins) {
      // "Hepatite A" and "vitamina A": a letter of its own, not the article.
      const isLast = index === parts.length - 1
      const isLetter = part.length === 1 && index > 0
      if (!isLetter || !(isLast || (part === part.toUpperCase() && !shouted))) continue
    }
    if (stem === 'nao' && UNSPECIFIC.test(parts[index + 1]?.toLowerCase() ?? '')) continue
    stems.push(stem)
  }
  return stems
}

export interface Word {
  stem: string
  joins: boolean
}

/** Remembers what it has seen: titles repeat their words, and folding is the dear part. */
export function wordReader(): (raw: string) => Word {
  const seen = new Map<string, Word>()
  return (raw) => {
    const known = seen.get(raw)
    if (known) return known
    const word = wordOf(raw)
    seen.set(raw, word)
    return word
  }
}

export function isWeak(word: string): boolean {
  return WEAK.has(word)
}

function wordOf(raw: string): Word {
  const folded = fold(raw)
  return { stem: stemOf(folded), joins: JOINS.has(folded) }
}

const ENDINGS: readonly [RegExp, string][] = [
  [/(?:oes|aes|aos)$/, 'ao'],
  [/ais$/, 'al'],
  [/eis$/, 'el'],
  [/ois$/, 'ol'],
  [/ns$/, 'm'],
  [/(?<=[rz])es$/, ''],
  [/(?<!s|^.{0,3}i|^.{0,3}u)s$/, ''],
]

/** One form for singular and plural, masculine and feminine. */
function stemOf(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const ending = ENDINGS.find(([pattern]) => pattern.test(word))
  const short = ending ? word.replace(ending[0], ending[1]) : word
  return short.length > 3 ? short.replace(/(?<!a)[aeo]$/, '') : short
}
