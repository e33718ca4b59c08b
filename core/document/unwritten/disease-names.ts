/**
 * Diseases by meaning: every common name of the CID-10 with its codes, so that "pressão alta",
 * "HAS" and "hipertensão" are one, and what sounds like a disease by its own stem. Complaints
 * (chapter R) and circumstances (V to Z) are none.
 */

import diseases from '../../../config/portuguese/diseases.json' with { type: 'json' }
import { stem } from '../../portuguese/stems.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { ideaPhrases } from '../../portuguese/word-forms.ts'
import { cid10Names } from '../../terminology/search/common-names.ts'
import { type Named, named, withQualifiers } from './named-words.ts'

export interface NamedDisease extends Named {
  /** Codes, the idea and the stems: names that share one mean the same. */
  keys: string[]
}

/**
 * @param text the words as they were written, whose capitals tell a short name from another word
 */
export type DiseaseFinder = (tokens: readonly Token[], text: string) => NamedDisease[]

/** Codes of what is felt, and of why somebody comes. */
const NO_DISEASE = /^[RVWXYZ]/
/** Names that people use for what is no diagnosis: pains, fear and the words for a habit. */
const EVERYDAY =
  /^(?:dor|dores|nervoso|ansioso|estresse|queda|fumante|etilista|tabagista|cerume|cerumen|verme|lombriga|piolho|tinha|graves|chagas|diarreia|constipacao|pintas?|alergi\p{L}*)(?: |$)/u

/** Reads the names once; the finder is pure. */
export function diseaseFinder(): DiseaseFinder {
  const ideas = ideaPhrases()
  const names = new Map<string, string[]>()
  for (const { phrase, codes } of cid10Names)
    if (!NO_DISEASE.test(codes[0] ?? '') && !EVERYDAY.test(phrase))
      names.set(phrase, [...(names.get(phrase) ?? []), ...codes])
  // Another name of the same idea means the same codes: "infartei" where the list has "infarto".
  for (const [phrase, idea] of ideas) {
    const codes = names.get(idea)
    if (codes && DISEASE_IDEAS.has(idea) && !names.has(phrase) && !SPOKEN.test(phrase))
      names.set(phrase, codes)
  }
  const longest = new Map<string, number>()
  for (const phrase of names.keys()) {
    const words = phrase.split(' ')
    longest.set(words[0]!, Math.max(longest.get(words[0]!) ?? 0, words.length))
  }

  function listed(tokens: readonly Token[], at: number): NamedDisease | undefined {
    const first = tokens[at]!.norm
    const most = longest.get(first) ?? longest.get(singular(first)) ?? 0
    for (let count = Math.min(most, tokens.length - at); count > 0; count--) {
      const own = tokens.slice(at, at + count).map(({ norm }) => norm.toLowerCase())
      const phrase = own.join(' ')
      const codes = names.get(phrase) ?? names.get(own.map(singular).join(' '))
      if (codes) {
        const idea = ideas.get(phrase)
        return { from: at, to: at + count, keys: [...codes, ...(idea ? [`idea ${idea}`] : [])] }
      }
    }
    return undefined
  }

  return (tokens, text) => {
    const found: NamedDisease[] = []
    for (let at = 0; at < tokens.length; ) {
      const listedHere = tokens[at]!.kind === 'word' ? listed(tokens, at) : undefined
      const disease = listedHere && isName(tokens, listedHere, text) ? listedHere : undefined
      if (disease) found.push(disease)
      at = disease?.to ?? at + 1
    }
    const alike = named('#disease', tokens).filter(
      ({ from, to }) =>
        !found.some((one) => one.from < to && from < one.to) &&
        !NO_DIAGNOSIS.test(tokens[from]!.norm) &&
        !(NEEDS_MORE.test(tokens[from]!.norm) && to === from + 1),
    )
    return [
      ...found.map((one) => ({ ...one, to: withQualifiers(tokens, one.to) })),
      ...alike.map((one) => ({ ...one, keys: [`like ${stemsOf(tokens, one)}`] })),
    ].sort((a, b) => a.from - b.from)
  }
}

/** "AR" is a disease, "ar" is not: of so few letters only capitals name one. */
const SHORT = 4

function isName(tokens: readonly Token[], { from, to }: Named, text: string): boolean {
  const [first, last] = [tokens[from]!, tokens[to - 1]!]
  // Drops, and no arthritis.
  if (/^gotas?$/.test(first.norm) && tokens[from - 1]?.norm !== 'de') return false
  if (to - from > 1 || last.end - first.start > SHORT) return true
  const written = text.slice(first.start, last.end)
  return SHORT_WORDS.test(first.norm) || written === written.toUpperCase()
}

/** Short and still no other word. */
const SHORT_WORDS = /^(?:asma|gota|acne|hiv|dpoc|tdah|aids|lues)$/

/**
 * Ideas of the lists of evidence that are diseases; others are complaints and habits, told in
 * everyday words.
 */
const DISEASE_IDEAS = new Set(diseases.ideas)

/** What is done about it, and not its name. */
const SPOKEN =
  /^(?:remedios?|da|pra|para|comprimido|problema|doenca do|dor|dores)\b|^(?:ic|fa|ca|ave)$/

/** Sounds like a disease and is a circumstance, a measure or a part of a name. */
const NO_DIAGNOSIS =
  /^(?:gravidez|gestac\p{L}+|gestante|menopausa|luto|crise\p{L}*|sopro|alta|lactose|frutose|sacarose|dextrose|celulose|anastomose|necrose|quimica|alerg\p{L}+|calculou|calculei|calculad\p{L}+|autonom\p{L}+|virus|pressao|diarreias?|constipacao|incontinencia|rouquidao|menisco|manguito|insonia)$/u
/** Names something only with what stands behind it: "síndrome climatérica", "episódio maníaco". */
const NEEDS_MORE =
  /^(?:sindrome|transtorno|episodio|lesao|tumor|choque|isquemia|infeccao|doenca|acidente|deficit|atraso|abstinencia|dependencia|intoxicacao|nodulos?|cistos?|pedras?|calculos?|polipos?|insuficiencia|perda|deficiencia|gota|climateric[oa]|hipertrofia|prolapso|ruptura|fibrose)$/

/** A name that needs more by all of its words, any other by its first. */
function stemsOf(tokens: readonly Token[], { from, to }: Named): string {
  const end = NEEDS_MORE.test(tokens[from]!.norm) ? to : from + 1
  return tokens
    .slice(from, end)
    .filter(({ norm }) => norm.length > 3)
    .map(({ norm }) => stem(norm))
    .join(' ')
}

function singular(word: string): string {
  return word.length > 4 ? word.replace(/(?<=[aeio])s$/, '') : word
}
