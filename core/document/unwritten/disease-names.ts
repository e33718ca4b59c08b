/**
 * Diseases by meaning: every common name of the CID-10 with its codes, so that "pressão alta",
 * "HAS" and "hipertensão" are one, and what sounds like a disease by its own stem. Complaints
 * (chapter R) and circumstances (V to Z) are none.
 */

import diseases from '../../../config/portuguese/diseases.json' with { type: 'json' }
import { readNumbers } from '../../portuguese/numbers.ts'
import { stem } from '../../portuguese/stems.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { ownClassesOf, type WordClass } from '../../portuguese/word-classes.ts'
import { ideaPhrases } from '../../portuguese/word-forms.ts'
import { cid10Names } from '../../terminology/search/common-names.ts'
import { chartText, type Fact } from './fact.ts'
import { isPatients, type Said, type Visit } from './visit-reader.ts'

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

/** Tokens [from, to). */
export interface Named {
  from: number
  to: number
}

/** Words of the longest listed name. */
const LONGEST = 4

/**
 * Where a sentence names an examination, a disease or a specialty: the shortest words that do, and
 * what belongs to the name behind them.
 */
export function named(kind: WordClass, tokens: readonly Token[]): Named[] {
  const found: Named[] = []
  for (let at = 0; at < tokens.length; ) {
    const to = endOfName(kind, tokens, at)
    if (to === undefined) at += 1
    else {
      const end = withQualifiers(tokens, to)
      found.push({ from: at, to: end })
      at = end
    }
  }
  return found
}

/** The end of the shortest name that begins at a token; undefined where none does. */
function endOfName(kind: WordClass, tokens: readonly Token[], at: number): number | undefined {
  if (tokens[at]!.kind !== 'word') return undefined
  const words: string[] = []
  for (let to = at; to < tokens.length && words.length < LONGEST; to++) {
    if (tokens[to]!.kind === 'mark') break
    words.push(tokens[to]!.norm)
    if (!ownClassesOf(words).has(kind)) continue
    // What is named by the later words alone begins there.
    return ownClassesOf(words.slice(1)).has(kind) && words.length > 1 ? undefined : to + 1
  }
  return undefined
}

const JOINT = /^(?:d[aeo]s?|n[ao]s?|por)$/
const QUALIFIES =
  /^(?:agud[oa]s?|cronic[oa]s?|leves?|moderad[oa]s?|graves?|direit[oa]s?|esquerd[oa]s?|bilatera(?:l|is)|tota(?:l|is)|livres?|complet[oa]|tipo|grau|estagio|classe|primari[oa]|secundari[oa]|alergic[oa]|glicad[oa]|glicosilad[oa]|\p{L}{4,}(?:ica|ico|icas|icos|iva|ivo|ivas|ivos|osa|oso|al|ar|ais|ares|oide|ea|eo|ante|ente|aria|ario))$/u
/** Levels of the spine, joined by a hyphen: "L5-S1". */
const LEVEL = /^[ctls]\d{1,2}$/
/** Words that follow a joint and are no part of a name. */
const NO_PART =
  /^(?:que|manha|tarde|noite|hoje|agora|ontem|senhora?|voce|isso|el[ea]|mim|anos?|mes(?:es)?|dias?|semanas?|sempre|novo|controle|retorno)$/
const MOST_QUALIFIERS = 4

/** "Fratura de rádio distal", "anemia ferropriva": what stands right behind and only says which. */
function withQualifiers(tokens: readonly Token[], from: number): number {
  let to = from
  while (to < tokens.length && to - from < MOST_QUALIFIERS) {
    const { norm, kind } = tokens[to]!
    const next = tokens[to + 1]
    if (kind === 'word' && QUALIFIES.test(norm)) to += 1
    else if (/^(?:tipo|grau|estagio|classe)$/.test(tokens[to - 1]!.norm) && kind !== 'mark') to += 1
    else if (LEVEL.test(norm)) to += 1
    else if (
      JOINT.test(norm) &&
      next?.kind === 'word' &&
      next.norm.length > 2 &&
      !NO_PART.test(next.norm) &&
      readNumbers([next]).length === 0
    )
      to += 2
    else break
  }
  return to
}

/**
 * Diseases that the patient has, had or may have. Denied ones, a relative's and those only asked
 * about are none.
 */
export function diagnosesIn({ said }: Visit, find: DiseaseFinder): Fact[] {
  return said.flatMap((one) =>
    find(one.statement.tokens, one.statement.text).flatMap(({ from, to, keys }): Fact[] => {
      if (!isPatients(one, from) || isOnlyMentioned(one, from)) return []
      const { statement } = one
      const [start, end] = [statement.tokens[from]!.start, statement.tokens[to - 1]!.end]
      return [
        {
          kind: 'diagnosis',
          keys,
          details: [],
          statement,
          start,
          end,
          text: chartText(statement, start, end),
          tells: one.role === 'doctor' ? 2 : 1,
          isDecided: one.role === 'doctor' && one.phase !== 'story',
        },
      ]
    }),
  )
}

/**
 * "Remédio pra pressão alta", "vacina da gripe", "exame de diabetes": named for what is done about
 * it, or spoken of in general.
 */
const FOR_WHAT =
  /\b(?:vacinas?|profilax\p{L}{1,12}|risco|rastre\p{L}{1,12}|preven\p{L}{1,12}|prevenir|evitar|exame|teste|sorologia|grupo|campanha|medo|trata|causa|causar|provoca|virar|dar|dar uma)(?: (?:contra|de|da|do|pra|para|com|uma?|o|a|que|ter)){0,3}$/u

function isOnlyMentioned({ statement }: Said, from: number): boolean {
  const before = statement.tokens
    .slice(Math.max(0, from - 5), from)
    .map(({ norm }) => norm)
    .join(' ')
  return FOR_WHAT.test(before)
}
