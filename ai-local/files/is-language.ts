/**
 * Whether text is words or what a font without letters leaves of them: letters that were shifted,
 * signs of no alphabet. Judged by how often the letters that follow one another do so in
 * Portuguese; its neighbours pass too, and words of any kind beside a few that do not.
 */

/** Four fifths of all pairs of letters in Portuguese notes; of letters at random, a seventh. */
const PAIRS = new Set(
  'ab ac ad ag ai al am an ao ap ar as at ba be ca ce ci co cr ct da de di do ds ea ec ed eg ei el em en er es et ex fa fe fi ga gi gr ha he hi ho ia ic id ie il im in io ip ir is it la ld le li lo lt ma me mi mo mp na nc nd ne nh ni no ns nt nu oc od oe og oi ol om on op or os ot ou pa pe pi pl po pr qu ra rd re ri rm ro rt sa sc se si so ss st su ta te ti to tr tu ua ue ul um un ur us ut va ve vi vo xa'.split(
    ' ',
  ),
)
/** Measured: notes and reports lie above 0.6, shifted letters below 0.4. */
const LEAST_USUAL = 0.48
/** Fewer pairs prove nothing. */
const LEAST_PAIRS = 24
/** Capitals of this length are names of examinations: HDL, TTPA. */
const LONGEST_SHORT = 4
/** Largest share of signs that are no letter, number or mark of any text. */
const MOST_STRANGE = 0.1

export type Judgement = 'language' | 'none' | 'too-short'

export function judgeLanguage(text: string): Judgement {
  const signs = text.replace(/\s/g, '').length
  const strange = text.match(STRANGE)?.length ?? 0
  if (strange > MOST_STRANGE * signs) return 'none'
  const pairs = pairsOf(text)
  if (pairs.length < LEAST_PAIRS) return 'too-short'
  return pairs.filter((pair) => PAIRS.has(pair)).length >= LEAST_USUAL * pairs.length
    ? 'language'
    : 'none'
}

/** Controls, private signs, and what stands for a sign that is unknown. */
const STRANGE = /(?![\t\n\r\u00ad])[\p{Cc}\p{Co}\p{Cn}\p{Cs}\ufffd]/gu

function pairsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
  return (plain.match(/[A-Za-z]{3,}/g) ?? [])
    .filter((word) => word.length > LONGEST_SHORT || word !== word.toUpperCase())
    .map((word) => word.toLowerCase())
    .flatMap((word) => Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)))
}
