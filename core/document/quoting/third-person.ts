/**
 * What a patient says of itself, as a record writes it: "Tenho pressão alta" is "Tem pressão alta",
 * "minha mãe" is "mãe". Only where every word of the first person is surely one; a text with one
 * that is not ("me dá", "a gente", "comigo") stays quoted as it was said.
 */

import { thirdPerson } from '../../portuguese/first-person.ts'
import { fold, type Token, tokenize } from '../../portuguese/tokens.ts'
import { companyOdds, isByCompanion, SURE } from '../pieces/companion.ts'
import type { Role } from '../pieces/piece.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Quote } from './quote.ts'

/** Unsure of themselves, or said to somebody: with one of these nothing is changed. */
const UNSURE =
  /^(?:mim|comigo|conosco|nos|nosso|nossa|nossos|nossas|gente|voce|voces|senhora?|doutora?|dra?|te|lhe)$/
/** "O doutor do posto": told of, and not called. */
const DOCTOR = /^(?:doutora?|dra?)$/
const OF_ONE = /^(?:um|uma|[oa]|d[oa]|n[oa]|pr[oa]|pel[oa]|ao|outr[oa]|ess[ea]|aquel[ea])$/
const POSSESSIVE = /^(?:meus?|minhas?)$/
const KIN =
  /^(?:mae|pai|irma|irmao|irmas|irmaos|avo|avos|tia|tio|tias|tios|filh[oa]s?|marido|esposa|mulher|primos?|primas?|sogr[oa]|net[oa]s?|familia|pais|namorad[oa]|companheir[oa])$/
/** "Me deu gastrite", "me receitou": done to the one who says it, and no request. */
const GIVEN =
  /^(?:deu|deram|dava|davam|fez|fizeram|fazia|causou|causava|atacou|atacava|passou|passaram|receitou|receitaram|prescreveu|indicou|indicaram|mandou|mandaram|disse|disseram|falou|falaram|pediu|pediram|tirou|tiraram|explicou|avisou|trouxe|doeu|doia|aplicou|aplicaram)$/
/** Between "eu" or "me" and their verb. */
const ADVERB = /^(?:nao|ja|tambem|so|nunca|sempre|ainda|ate|quase|mais|realmente)$/
/** The same in both persons. */
const SAME =
  /^(?:\p{L}{2,}(?:ava|ia)|era|tinha|vinha|tava|estava|ia|trouxe|disse|soube|quis|fosse|tomasse)$/u
/** What a possessive leaves behind it, and what comes of it with the word before. */
const WITH_ARTICLE: Readonly<Record<string, string>> = { de: 'd', em: 'n', por: 'pel' }

/**
 * The words in the third person; undefined where that is not sure. A text without a first person is
 * returned as it is.
 */
export function inThirdPerson(text: string): string | undefined {
  const tokens = tokenize(text)
  const norm = (at: number) => tokens[at]?.norm ?? ''
  const changes: [from: number, to: number, put: string][] = []
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word') continue
    const said = text.slice(token.start, token.end)
    const third = thirdPerson(said, norm(at - 1), `${norm(at + 1)} ${norm(at + 2)}`.trim())
    if (third !== undefined) changes.push([token.start, token.end, third])
    else if (POSSESSIVE.test(token.norm)) changes.push(withoutPossessive(text, tokens, at))
    else if (token.norm === 'me' && GIVEN.test(norm(at + 1)))
      changes.push([token.start, token.end, said === 'Me' ? 'Lhe' : 'lhe'])
    else if (token.norm === 'eu' || token.norm === 'me') {
      if (!leadsVerb(text, tokens, at) || isFronted(tokens, at)) return undefined
      const isLast = token.norm === 'me'
      changes.push(
        isLast ? [token.start, token.end, 'se'] : [token.start, tokens[at + 1]!.start, ''],
      )
    } else if (UNSURE.test(token.norm) && !(DOCTOR.test(token.norm) && OF_ONE.test(norm(at - 1))))
      return undefined
  }
  const told = changes.reduceRight(
    (all, [from, to, put]) => all.slice(0, from) + put + all.slice(to),
    text,
  )
  // Sentences that began with a capital still do.
  return LOWER_BEGINNING.test(text)
    ? told
    : told.replace(LOWER_BEGINNINGS, (all) => all.toLocaleUpperCase('pt-BR'))
}

const LOWER_BEGINNING = /(?:^|[.!?] )\s{0,3}\p{Ll}/u
const LOWER_BEGINNINGS = new RegExp(LOWER_BEGINNING, 'gu')

/**
 * "Eu tenho", "eu não tomava"; "me" only right before what is surely told of oneself ("me
 * machuquei").
 */
function leadsVerb(text: string, tokens: readonly Token[], at: number): boolean {
  let verb = at + 1
  while (ADVERB.test(tokens[verb]?.norm ?? '')) verb += 1
  const token = tokens[verb]
  if (token?.kind !== 'word') return false
  // "Que nem eu tive", "como eu disse": what it is compared with is somebody's own.
  if (/^(?:nem|como|igual|do|entre)$/.test(tokens[at - 1]?.norm ?? '')) return false
  const said = text.slice(token.start, token.end)
  const third = thirdPerson(said, 'eu', tokens[verb + 1]?.norm ?? '')
  if (tokens[at]!.norm === 'me') return verb === at + 1 && third !== undefined
  // "Se eu não tomar", "pra eu dormir".
  const isPersonal = /^(?:se|quando|pra|para|de|sem|ate)$/.test(tokens[at - 1]?.norm ?? '')
  const isSame = SAME.test(fold(said)) || (isPersonal && /\p{L}{2}[aei]r$/u.test(fold(said)))
  return third !== undefined || isSame
}

/** "O anlodipino eu parei": without its "eu" somebody else, or the medicine, would have stopped. */
function isFronted(tokens: readonly Token[], at: number): boolean {
  const from = tokens.findLastIndex(({ kind }, index) => kind === 'mark' && index < at) + 1
  const before = tokens[at - 1]
  return at - from >= 2 && NAMES.test(tokens[from]!.norm) && !LINKS.test(before?.norm ?? '')
}

const NAMES = /^(?:[oa]s?|ess[ea]s?|est[ea]s?|aquel[ea]s?|[dn][oa]s?)$/
/** Behind these "eu" begins a part of its own. */
const LINKS = /^(?:que|quando|onde|se|porque|e|mas|ou|como|ai|depois|entao|ja|hoje|agora)$/

/** "Minha mãe tem", "a minha perna", "dor na minha perna", "de meu pai", "dói minha cabeça". */
function withoutPossessive(
  text: string,
  tokens: readonly Token[],
  at: number,
): [number, number, string] {
  const { start, norm } = tokens[at]!
  const next = tokens[at + 1]
  const [before, end] = [tokens[at - 1], next?.start ?? text.length]
  const article = `${norm.startsWith('minha') ? 'a' : 'o'}${norm.endsWith('s') ? 's' : ''}`
  const contracted = WITH_ARTICLE[before?.norm ?? '']
  if (before && contracted !== undefined) return [before.start, end, `${contracted}${article} `]
  const hasArticle = /^(?:[oa]s?|[dn][oa]s?|pel[oa]s?|aos?|uma?|pr[oa]s?|est[ea]|ess[ea])$/
  const begins = before === undefined || before.kind === 'mark'
  if (hasArticle.test(before?.norm ?? '') || (begins && KIN.test(next?.norm ?? '')))
    return [start, end, '']
  return [start, end, `${article} `]
}

/**
 * Indices of the statements whose first person is the patient: not a parent's, nor anybody's of
 * whom it is not known, where one of several people may be speaking.
 */
export function patientsOwn(
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
  patientIsChild: boolean,
): ReadonlySet<number> {
  const isAccompanied = statements.some(isByCompanion)
  const odds = companyOdds(statements, roles)
  const isTheirs = (index: number) =>
    odds.size === 0 ? !isAccompanied : (odds.get(index) ?? 0) < -SURE
  return new Set(
    statements
      .filter(
        ({ index, speaker }) =>
          !patientIsChild &&
          roles[index] === 'patient' &&
          (speaker === 'patient' || (speaker === null && isTheirs(index))),
      )
      .map(({ index }) => index),
  )
}

/**
 * A quotation of the patient as a record writes it, behind the question that is quoted with it; as
 * it was said where that is not sure.
 */
export function recorded<Q extends Quote>(quote: Q): Q {
  if (quote.origin !== 'speech') return quote
  const answer = quote.text.lastIndexOf('?') + 1
  const text = inThirdPerson(quote.text.slice(answer))
  return text === undefined ? quote : { ...quote, text: quote.text.slice(0, answer) + text }
}
