/**
 * A statement as comparable terms: ideas instead of words, numbers instead of number words, active
 * ingredients instead of trade names, each with what is said of it (denied, supposed, a relative's,
 * over). Both what was said and what was written about it are read this way, and only then
 * compared.
 */

import { DISEASES, mentions, SYMPTOMS } from '../../portuguese/clinical-terms.ts'
import { isFamilyWord } from '../../portuguese/family.ts'
import { isAddress } from '../../portuguese/holder.ts'
import { medicationLexicon, medicationNames } from '../../portuguese/medications.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import { rhythmsOf } from '../../portuguese/rhythm.ts'
import { OF_A_NAME, readScope } from '../../portuguese/scope.ts'
import { partsOf, sidedAt, sideOf } from '../../portuguese/sides.ts'
import { IDLE, stem } from '../../portuguese/stems.ts'
import { type Idea, NOT, type Term, type TermKind } from '../../portuguese/term.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { complaints, compounds, ideaPhrases } from '../../portuguese/word-forms.ts'
import { doseUnit } from '../medicines/medication-mentions.ts'
import { measuredForms, numberKey, TIME_UNITS, withUnits } from './numbers.ts'

/** @param patientIsChild in a child's visit the son spoken of is the patient */
export type TermReader = (
  tokens: readonly Token[],
  patientIsChild?: boolean,
  isSpokenOf?: IsSpokenOf,
) => Term[]

/**
 * Whether anybody spoke of an idea of a checked value; where nobody did, its words count by
 * themselves.
 */
type IsSpokenOf = (idea: string) => boolean

/** Builds the dictionaries once; the reader is pure. */
export function termReader(): TermReader {
  const ideas = ideaPhrases()
  const clinical = complaints(ideas)
  const whole = compounds(ideas)
  const drugs = medicationNames()
  const weak = everydayMedicines()
  const longest = longestByFirstWord([
    ...ideas.keys(),
    ...drugs.keys(),
    ...weak.keys(),
    ...SPOKEN_DRUGS.keys(),
  ])

  return (tokens, patientIsChild = false, isSpokenOf = () => true) => {
    const numbers = new Map(readNumbers(tokens).map((number) => [number.from, number]))
    const forms = measuredForms(tokens)
    const scope = readScope(tokens, patientIsChild)
    const rhythms = rhythmsOf(tokens).filter(({ bare, holdsDoses }) => !bare && !holdsDoses)
    const parts = partsOf(tokens)
    const terms: Term[] = []
    for (let at = 0; at < tokens.length; ) {
      const sided = sidedAt(tokens, at)
      if (sided) {
        terms.push(...sided.map((idea) => termAt(tokens, at, idea)))
        at += 1
        continue
      }
      const number = isScale(tokens, at) ? undefined : numbers.get(at)
      const idea =
        number && (!number.article || forms.has(at) || MASSES.test(tokens[number.to]?.norm ?? ''))
          ? numberIdea(
              number,
              forms.get(at),
              rhythms.some(({ from, to }) => at >= from && at < to),
            )
          : phraseIdea(tokens, at, isSpokenOf, scope.isDenied(at))
      if (idea) terms.push(termAt(tokens, at, idea))
      at = idea?.to ?? at + 1
    }
    return withUnits(
      terms,
      ({ from, to }) =>
        /^(?:as|das)$/.test(tokens[from - 1]?.norm ?? '') ||
        DAYTIME.test(
          tokens
            .slice(to, to + 2)
            .map(({ norm }) => norm)
            .join(' '),
        ),
      ({ to }) =>
        tokens[to + 1]?.norm === '/' &&
        /^(?:dl|l|mm3|m2|min|minuto|campo|kg)$/.test(tokens[to + 2]?.norm.toLowerCase() ?? ''),
    )

    function isUnreal(kind: TermKind, at: number): boolean {
      if (kind === 'number') return scope.isWished(at) || scope.isCorrected(at)
      return (
        (kind === 'word' && scope.isSupposed(at)) || scope.isTakenBack(at) || scope.isCorrected(at)
      )
    }

    function termAt(tokens: readonly Token[], from: number, idea: Idea): Term {
      const holder = scope.holder(from)
      const time = scope.time(from)
      const isUnsure =
        (idea.kind === 'word' || idea.kind === 'drug') &&
        scope.isUnsure(from, idea.clinical === true)
      return {
        ...idea,
        from,
        part: parts[from]!,
        denied: scope.isDenied(from) !== NEGATIVE_WORDS.has(tokens[from]!.norm),
        ...(leans(tokens, from) ? { leans: true as const } : {}),
        ...(isUnsure ? { unsure: true as const } : {}),
        ...(isUnreal(idea.kind, from) ? { asked: true, supposed: true } : {}),
        ...(holder ? { holder } : {}),
        ...(time ? { time } : {}),
      }
    }
  }

  function phraseIdea(
    tokens: readonly Token[],
    at: number,
    isSpokenOf: IsSpokenOf,
    isDenied: boolean,
  ): Idea | undefined {
    const token = tokens[at]!
    if (token.kind === 'mark' && token.norm !== '%') return undefined
    const degree = tokens[at - 1]?.norm === '°' || tokens[at - 1]?.norm === 'º'
    if (degree && /^[cf]$/.test(token.norm))
      return { kind: 'unit', key: token.norm === 'c' ? 'grau' : 'fahrenheit', to: at + 1 }
    // Kept apart from relatives that are spoken of: it tells who is here.
    if (isAddress(tokens, at)) return { kind: 'idle', key: `${token.norm}!`, to: at + 1 }
    const most = longest.get(token.norm.toLowerCase()) ?? 0
    for (let count = Math.min(most, tokens.length - at); count > 0; count--) {
      const phrase = tokens
        .slice(at, at + count)
        .map(({ norm }) => norm.toLowerCase())
        .join(' ')
      const drug = drugs.get(phrase) ?? drugs.get(SPOKEN_DRUGS.get(phrase) ?? '')
      if (drug !== undefined) return { kind: 'drug', key: drug, to: at + count }
      // "CA 106 cm" is a circumference.
      if (phrase === 'ca' && tokens[at + 1]?.kind === 'number')
        return { kind: 'idle', key: 'circun', to: at + 1 }
      const nutrient = weak.get(phrase)
      if (nutrient !== undefined)
        return { kind: 'word', key: nutrient, to: at + count, isMedicine: true }
      const idea = isBaby(tokens, at) || isSoftDrink(tokens, at) ? undefined : ideas.get(phrase)
      if (idea !== undefined) {
        const kind = kindOf(idea)
        // A length of time is one whether or not another of its unit was said.
        if (kind === 'word' && !TIME_UNITS.has(idea) && !isSpokenOf(idea)) {
          if (!whole.has(idea)) continue
          const wider = whole.get(idea)
          if (isDenied && wider === undefined) continue
          // Its first word is not what it is by itself; the others are looked for, too.
          return { kind, key: isDenied ? wider! : idea, to: at + 1, clinical: true }
        }
        const isClinical = kind === 'word' && clinical.has(idea)
        return {
          kind,
          key: idea,
          to: at + count,
          ...(isClinical ? { clinical: true as const } : clinicalOf(kind, `${idea} | ${phrase}`)),
        }
      }
    }
    const word = token.norm.toLowerCase()
    const opposite = NEGATIVE_WORDS.get(word)
    if (opposite) return { kind: 'word', key: opposite, to: at + 1, clinical: true }
    const side = sideOf(word)
    if (side) return { kind: 'side', key: side, to: at + 1 }
    if (isFamilyWord(word) && !isOwnChildhood(tokens, at) && !isRoute(tokens, at))
      return { kind: 'family', key: familyKey(word), to: at + 1 }
    const unit = doseUnit(word)
    if (unit !== undefined) return { kind: 'unit', key: unit, to: at + 1 }
    const kind = IDLE.has(word) ? 'idle' : 'word'
    const isUnlike = OF_A_NAME.test(word) && tokens[at - 1]?.norm === 'nao'
    const key = isUnlike ? `${NOT}${stem(word)}` : stem(word)
    return { kind, key, to: at + 1, ...clinicalOf(kind, word) }
  }
}

/**
 * "Sem infiltração do ombro": it says of what, where or when; "sinal de irritação" is the
 * irritation itself, and "não precisa de soro" the serum.
 */
function leans(tokens: readonly Token[], at: number): boolean {
  return LEANS_ON.test(tokens[at - 1]?.norm ?? '') && !IS_ITSELF.test(tokens[at - 2]?.norm ?? '')
}

const IS_ITSELF =
  /^(?:sina(?:l|is)|sintomas?|episodios?|historia|historico|queixas?|relato|presenca|ausencia|uso|falta|nada|evidencias?|necessidade|nem|precis\w+|necessit\w+|sofr\w+|queix\w+|trat\w+)$/
const LEANS_ON = /^(?:d[aeo]s?|n[ao]s?|em|aos?|pel[ao]s?|por|pr[ao]|para|num|numa)$/

/** "O bebê" is folded like "bebe", and drinks nothing. */
function isBaby(tokens: readonly Token[], at: number): boolean {
  return (
    tokens[at]!.norm === 'bebe' &&
    /^(?:o|do|no|ao|pro|meu|seu|um|pelo)$/.test(tokens[at - 1]?.norm ?? '') &&
    !/^(?:mex|batim)/.test(tokens[at + 1]?.norm ?? '')
  )
}

/** "Bebe leite": no habit. */
function isSoftDrink(tokens: readonly Token[], at: number): boolean {
  return (
    /^beb(?:e|o|er|endo|eu|ia|em)$/.test(tokens[at]!.norm) &&
    tokens.slice(at + 1, at + 4).some(({ norm }) => SOFT_DRINKS.test(norm))
  )
}

const SOFT_DRINKS =
  /^(?:leite|sucos?|cafe|cafezinho|cha|chas|chimarrao|refrigerantes?|refri|coca|achocolatado|vitamina|isotonico|liquidos?)$/

/** "Edema +/4+", "dor 8/10": of how many says nothing that was said. */
function isScale(tokens: readonly Token[], at: number): boolean {
  const [before, behind] = [tokens[at - 2], tokens[at + 1]]
  if (tokens[at - 1]?.norm !== '/' || tokens[at]!.kind !== 'number') return false
  if (behind?.norm === '+') return true
  return tokens[at]!.norm === '10' && before?.kind === 'number' && Number(before.norm) <= 10
}

/**
 * Names that a conversation uses for other things are words, whose ingredient a record may name:
 * "zinco".
 */
function everydayMedicines(): Map<string, string> {
  const { names, weak } = medicationLexicon()
  return new Map(
    [...names].filter(
      ([name]) => weak.has(name) && !/^(?:frontal|materna|lavagem nasal)$/.test(name),
    ),
  )
}

/** What people call a medicine by no name of it. */
const SPOKEN_DRUGS = new Map(
  Object.entries({
    'soro oral': 'sro',
    'soro caseiro': 'sro',
    'soro de beber': 'sro',
    'remedio da tireoide': 'levotiroxina',
    'sulfato de zinco': 'zinco',
    b12: 'vitamina b12',
    'b 12': 'vitamina b12',
    'sacubitril / valsartana': 'sacubitril valsartana',
    'o ferro': 'sulfato ferroso',
    'comprimido de ferro': 'sulfato ferroso',
  }),
)

/** "Duas da manhã": when, not how many. */
const DAYTIME = /^da (?:manha|tarde|noite|madrugada)$/

/** "Dipirona 1 g VO": by mouth, no grandmother. */
function isRoute(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  return (
    tokens[at]!.norm === 'vo' &&
    before !== undefined &&
    (before.kind === 'number' ||
      doseUnit(before.norm) !== undefined ||
      !/^(?:a|ao|com|d[aeo]|e|minha|meu|na|no|o|pel[ao]|sua|seu|tua|teu)$/.test(before.norm)) &&
    before.kind !== 'mark'
  )
}

/**
 * How often is compared as such (evidence/rhythm.ts): "de 8 em 8 horas" and "três vezes ao dia"
 * share no number.
 */
function numberIdea(
  { value, to }: { value: number; to: number },
  also: string[] | undefined,
  isRhythm: boolean,
): Idea {
  const key = numberKey(value)
  return {
    kind: 'number',
    key,
    to,
    ...(also ? { also } : {}),
    ...(isRhythm ? { rhythm: true as const } : {}),
  }
}

/** One word that denies another: "afebril" is no fever. */
const NEGATIVE_WORDS = new Map(
  Object.entries({
    afebril: 'febr',
    indolor: 'dor',
    indolores: 'dor',
    anicterico: 'icteri',
    anicterica: 'icteri',
    acianotico: 'cianos',
    acianotica: 'cianos',
    eupneico: 'dispneia',
    eupneica: 'dispneia',
  }),
)

function clinicalOf(kind: TermKind, words: string): { clinical: true } | undefined {
  if (kind !== 'word') return undefined
  const isClinical = mentions(words, SYMPTOMS) || mentions(words, DISEASES) || HABITS.test(words)
  return isClinical ? { clinical: true } : undefined
}

const HABITS =
  /\b(?:tabagismo|etilismo|iam|alergia|cirurgia|emese|parestesia|prurido|fadiga|edema|dispneia|odinofagia|otalgia|disuria|drogas|desmai\w+|convuls\w+|massa|hematuria|sopro|sibilo\w*|estertor\w*|trauma|queda\w*|fratura\w*|sequela\w*|internac\w+|transfus\w+)\b/

/** "Asma quando criança" is the patient's own. */
function isOwnChildhood(tokens: readonly Token[], at: number): boolean {
  return (
    /^(?:crianca|menin[oa]|bebe)$/.test(tokens[at]!.norm) &&
    /^(?:quando|desde|era|de)$/.test(tokens[at - 1]?.norm ?? '')
  )
}

/** "Uma grama" is an amount, "um comprimido" mostly an article. */
const MASSES = /^(?:g|gramas?|mg|miligramas?|ml|centimetros?|milimetros?|cm|mm)$/

/** How many words the longest phrase has that begins with a word. */
function longestByFirstWord(phrases: readonly string[]): Map<string, number> {
  const longest = new Map<string, number>()
  for (const phrase of phrases) {
    const words = phrase.split(' ')
    longest.set(words[0]!, Math.max(longest.get(words[0]!) ?? 0, words.length))
  }
  return longest
}

/** As said, since a son is no daughter; an article more or less changes nothing. */
function familyKey(word: string): string {
  if (
    /^(?:irm[ao]|irmaos|filh[ao]|filhos|ti[ao]|tios|prim[ao]|sogr[ao]|net[ao]|sobrinh[ao])$/.test(
      word,
    )
  )
    return word
  if (/^(?:irmas|filhas|tias|primas|primos|netas|netos)$/.test(word)) return word.slice(0, -1)
  return stem(word)
}

const UNIT_IDEAS = new Set(
  'mg g mcg ml litro kg mm cm metro grau % bpm irpm mmhg comprimido gota'.split(' '),
)

const FAMILY_IDEAS = new Set(['mae', 'pai', 'conjuge'])

function kindOf(idea: string): TermKind {
  if (UNIT_IDEAS.has(idea)) return 'unit'
  return FAMILY_IDEAS.has(idea) ? 'family' : 'word'
}
