/** What a visit says of allergies: what the patient does not bear, and what was denied. */

import type { Term } from '../../portuguese/term.ts'
import type { Source } from '../evidence/sources.ts'

/** What a visit says of allergies. */
export interface Tolerance {
  /** The patient has one, to whatever it be. */
  isTold: boolean
  /** "Alergia?" "Não.": then what was told may be another's. */
  isDenied: boolean
  /** "A remédio, não." */
  isDrugDenied: boolean
  /** Medicines named near an allergy or near what one does. */
  spokenOf: ReadonlySet<string>
  /** What it is to: keys of what was named with it, and denied nowhere near. */
  told: ReadonlySet<string>
}

/** Statements before and behind the one that speaks of it. */
const BEFORE = 1
const BEHIND = 2

/** "Fiquei todo empolado", "me deu falta de ar": what an allergy does, and how it is told. */
const REACTIONS =
  /(?<!\p{L})(?:al[eé]rgi\p{L}+|empol\p{L}+|urtic\p{L}+|rea[cç]\p{L}+|choque|anafil\p{L}+|bolinhas?|placas|coce\p{L}+|inchei|inchou|pass\p{L}+ mal|n[aã]o posso tomar|n[aã]o pode tomar|garganta fech\p{L}+|fech\p{L}+ a garganta|me deu|deu um)(?!\p{L})/iu

/** "Penicilina ele pode, já tomou": named, and borne. */
export const BORNE =
  /(?<!\p{L})(?:(?<!não )(?:pode|posso)(?! com)|já tom(?:ei|ou)|eu tomo|tolera|sem problema|(?:não é|não tenho|não tem)(?: mais)? al[eé]rg\p{L}+|(?:não|nunca) (?:dá|deu|faz|fez|me deu) (?:nada|problema|alergia|reação))(?!\p{L})/iu

export function toleranceIn(sources: readonly Source[]): Tolerance {
  const places = sources.flatMap(({ statements, terms }) =>
    statements.some(({ text }) => REACTIONS.test(text)) ||
    terms.some(({ key }) => key === 'alergia')
      ? statements.map(({ index }) => index)
      : [],
  )
  const spokenOf = new Set<string>()
  const told = new Set<string>()
  let isTold = false
  let isDrugDenied = false
  let isDenied = false
  let askedUntil = -1
  for (const { statements, terms } of sources) {
    const first = statements[0]!
    const reacts = statements.some(({ text }) => REACTIONS.test(text))
    // With a dose it is taken or ordered.
    const isOrder = !reacts && terms.some(({ kind }) => kind === 'number')
    const isNear = places.some(
      (place) => first.index >= place - BEFORE && first.index <= place + BEHIND,
    )
    const isBorne = statements.some(({ text }) => BORNE.test(text))
    const allergy = terms.find(({ key }) => key === 'alergia')
    if (isNear && !isOrder && !isBorne && allergy?.holder === undefined)
      for (const term of terms) if (term.kind === 'drug') spokenOf.add(term.key)
    if (allergy && !isBorne)
      for (const { kind, key, from, denied, asked, holder } of terms) {
        const isNamed = (kind === 'word' || kind === 'drug') && from >= allergy.to
        if (isNamed && !denied && !asked && holder === undefined && key !== 'medicamento')
          told.add(key)
      }
    if (allergy) askedUntil = statements.at(-1)!.index + 1
    isTold ||=
      allergy !== undefined &&
      (tells(allergy, terms, first.question) || isAnswered(statements.slice(1)))
    isDenied ||= allergy?.denied === true
    isDrugDenied ||=
      first.index <= askedUntil && terms.some(({ key, denied }) => key === 'medicamento' && denied)
  }
  return { isTold, isDenied, isDrugDenied, spokenOf, told }
}

/** "Alergia?" "Camarão.": named, or affirmed. */
function isAnswered([answer]: readonly { text: string }[]): boolean {
  return answer !== undefined && /\p{L}{3}/u.test(answer.text) && !NONE.test(answer.text)
}

const NONE =
  /(?<!\p{L})(?:não|nunca|nenhuma?|nada|nadinha|ninguém|negativo|jamais|acho|hum|depende|marido|esposa|mãe|pai|filh[ao]|irmã|irmão)(?!\p{L})/iu

/**
 * Said of the patient and with what it is to: "Tenho alergia a camarão"; a question's answer may be
 * anything.
 */
function tells(allergy: Term, terms: readonly Term[], isAsked: boolean): boolean {
  if (allergy.denied || allergy.asked || allergy.holder !== undefined || isAsked) return false
  return terms.some(
    ({ kind, from, denied }) =>
      from >= allergy.to && (kind === 'word' || kind === 'drug') && !denied,
  )
}
