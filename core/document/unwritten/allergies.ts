/**
 * What the patient does not bear, told as an allergy, as an answer to the question for allergies,
 * or by what it did. A denied one is worth nothing.
 */

import { asksOfMisheardAllergy, namesMisheardAllergen } from '../../portuguese/misheard-allergy.ts'
import { IDLE, stem } from '../../portuguese/stems.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { wordsOf } from '../pieces/clauses.ts'
import type { Fact } from './fact.ts'
import { chartText } from './fact.ts'
import { isPatients, type Said, type Visit } from './visit-reader.ts'

export function allergiesIn({ said }: Visit): Fact[] {
  return said.flatMap((one) => {
    const word = allergyWord(one)
    // "E a alergia?" of a patient who hears what is given now asks for none.
    const isOfPatient = one.role === 'patient' && one.phase !== 'story'
    const isAsked = one.statement.question && word >= 0 && !isOfPatient
    const told = word >= 0 && isPatients(one, word) ? toldOf(one, word) : []
    const answered = isAsked ? answersOf(one) : []
    return [...told, ...answered, ...(word < 0 ? reactionsIn(one) : [])]
  })
}

/** "Rinite alérgica" is a disease, and "teste de alergia" an examination. */
const OF_A_NAME =
  /^(?:rinite|dermatite|asma|conjuntivite|bronquite|tosse|rinossinusite|sinusite|teste|vacina|remedio|crise|contato)$/
const MISHEARD = /^(?:energia|alegria)s?$/
const ALLERGY = /^(?:alergias?|alergic[oa]s?|alergi[oa]|anafila\p{L}+|intoleran\p{L}+)$/u

function allergyWord({ statement, words, mentions }: Said): number {
  const before = (to: number) => wordsOf(statement.tokens.slice(0, to))
  const isMisheard =
    asksOfMisheardAllergy(words) || mentions.some(({ from }) => namesMisheardAllergen(before(from)))
  return statement.tokens.findIndex(
    ({ norm }, at) =>
      (ALLERGY.test(norm) || (isMisheard && MISHEARD.test(norm))) &&
      !OF_A_NAME.test(statement.tokens[at - 1]?.norm ?? '') &&
      !OF_A_NAME.test(statement.tokens[at - 2]?.norm ?? ''),
  )
}

const LEADS =
  /^(?:a|ao|aos|as|de|da|do|dos|das|com|por|pra|para|:|e|uma?|o|os|tambem|tipo|remedio|medicamento|muito|so|grave|forte)$/
const ENDS =
  /^(?:[.,;!?…()]|que|quando|mas|desde|porque|pois|me|fico|fiquei|da|deu|incha|inchei|eu|ai|ja|tenho|tive|nao|sim|sabe|ne|viu|doutora?|se|tambem)$/
const MOST_WORDS = 4

/** "Alergia a dipirona e a camarão", "sou alérgica à penicilina". */
function toldOf(one: Said, word: number): Fact[] {
  const { statement } = one
  const { tokens } = statement
  const drugs = allergensOf(one, word)
  if (drugs.length > 0)
    return drugs.map(({ ingredient, from, name }) =>
      factOf(one, from, from + name.split(' ').length, [ingredient]),
    )
  const found: Fact[] = []
  let at = word + 1
  while (at < tokens.length) {
    while (at < tokens.length && (LEADS.test(tokens[at]!.norm) || tokens[at]!.norm === ',')) at += 1
    let to = at
    while (
      to < tokens.length &&
      to - at < MOST_WORDS &&
      !ENDS.test(tokens[to]!.norm) &&
      tokens[to]!.norm !== 'e'
    )
      to += 1
    if (to === at || !hasContent(tokens, at, to) || !isPatients(one, at)) break
    found.push(factOf(one, at, to, stemsOf(tokens, at, to)))
    if (!/^(?:e|,)$/.test(tokens[to]?.norm ?? '') || !LEADS.test(tokens[to + 1]?.norm ?? '')) break
    at = to + 1
  }
  if (found.length > 0 || statement.question) return found
  // "Sou alérgica.": to what is told elsewhere or not at all.
  return [factOf(one, word, word + 1, ['alergia'])]
}

/**
 * The medicines right behind the word, in a row; else those before it: "a penicilina me dá
 * alergia".
 */
function allergensOf({ statement: { tokens }, mentions, terms }: Said, word: number) {
  const isNear = ({ from }: { from: number }) =>
    Math.abs(from - word) <= REACH && terms.every((term) => term.from !== from || !term.denied)
  const near = mentions.filter(isNear)
  const [first, ...others] = near.filter(({ from }) => from > word)
  if (!first) return near
  const row = [first]
  for (const other of others) {
    const between = tokens.slice(row.at(-1)!.to, other.from).map(({ norm }) => norm)
    // "Alergia a penicilina, clindamicina na indução": after a comma alone another matter may
    // begin.
    if (!between.every((word) => LEADS.test(word) || word === ',') || between.join('') === ',')
      break
    row.push(other)
  }
  return row
}

/** Tokens between the word and the medicine it is to. */
const REACH = 14
/** A medicine anywhere in the answer; else what its first words name. */
function answersOf({ answers }: Said): Fact[] {
  const [first] = answers
  if (!first || NONE.test(first.words)) {
    // "Tenho não. Só coceira com esparadrapo."
    const but = answers.slice(1, 2).filter(({ words }) => /^(?:so|mas|menos|tirando)\b/.test(words))
    return but.flatMap(namedIn)
  }
  const drugs = answers.flatMap(drugsIn)
  // "Ao esparadrapo, dá bolha. E contraste da tomografia."
  const more = answers
    .slice(1)
    .filter(({ words, mentions }) => /^(?:e|tambem) /.test(words) && mentions.length === 0)
  const [own, others] = [namedIn(first), more.slice(0, 1).flatMap(namedIn)]
  return drugs.length > 0 ? [...drugs, ...others] : [...own, ...(own.length > 0 ? others : [])]
}

const LONGEST_ANSWER = 9

function drugsIn(answer: Said): Fact[] {
  if (BORNE.test(answer.words)) return []
  return answer.mentions
    .filter((mention) => answer.terms.every(({ from, denied }) => from !== mention.from || !denied))
    .map(({ ingredient, from, name }) =>
      factOf(answer, from, from + name.split(' ').length, [ingredient]),
    )
}

/** What a short answer names: "Camarão.", "A pólen e poeira." */
function namedIn(answer: Said): Fact[] {
  const { statement, words, role } = answer
  if (NONE.test(words) || statement.origin !== 'speech') return []
  const { tokens } = statement
  // So short an answer tells nobody who gave it.
  if (role === 'doctor' && words.split(' ').length > MOST_WORDS) return []
  if (words.split(' ').length > LONGEST_ANSWER) return []
  // "Colírio não… ah, sulfa!": the first part that is not denied.
  for (let from = 0; from < tokens.length; ) {
    while (
      from < tokens.length &&
      (tokens[from]!.kind !== 'word' || FILLS.test(tokens[from]!.norm))
    )
      from += 1
    let to = from
    while (to < tokens.length && to - from < MOST_WORDS && !ENDS.test(tokens[to]!.norm)) to += 1
    const isThing = !tokens.slice(from, to).some(({ norm }) => TELLS.test(norm))
    const isBorne = DENIED_BEHIND.test(tokens[to]?.norm ?? '') || isOthers(answer, from)
    if (to > from && isThing && !isBorne && hasContent(tokens, from, to))
      return [factOf(answer, from, to, stemsOf(tokens, from, to))]
    from = Math.max(to, from) + 1
  }
  return []
}

/** Asked back it is named all the same: "Só coceira com esparadrapo, isso conta?" */
function isOthers({ terms }: Said, at: number): boolean {
  return terms.some(
    ({ from, to, denied, holder }) => at >= from && at < to && (denied || holder !== undefined),
  )
}

const DENIED_BEHIND = /^(?:nao|nunca|nem)$/

/** A verb, or where it happened: something is told, and nothing named. */
const TELLS =
  /^(?:n[oa]s?|\p{L}{3,}(?:ei|ou|eu|iu|aram|eram|iram|ava|avam)|tomo|uso|trabalho|sou|deixa|ver|bom|boa|estou|to|tinha|acho|sei|lembro|fazendo|faz|vez|vezes)$/u

const NONE =
  /^(?:(?:ah|olha|acho|que|eu|doutora?|graças|a|deus|remedio|medicamento|comida) )*(?:nao|nunca|nenhuma?|nada|nem|negativo|jamais)(?: |$)|^(?:que )?eu saiba(?: |$)|^(?:\S+ ){0,2}(?:nenhuma?|nada|nao)$/
const BORNE = /\b(?:pode|tomo|toma|ja tomei|posso)\b/
const FILLS =
  /^(?:sim|tenho|tive|sou|e|so|a|ao|as|aos|de|da|do|ah|olha|eu|isso|acho|que|com|uma|um|o|tem|dele|dela|hum|pois|ele|ela|alergica?o?|alergia|muito|claro)$/

/** "Dipirona me dá urticária", "a penicilina me fechou a garganta", "não posso tomar AAS". */
const REACTS =
  /\b(?:empol\p{L}{1,12}|urticaria|anafil\p{L}{1,12}|choque anafil\p{L}{1,12}|placas? (?:pelo|no) corpo|edema de glote|fech\p{L}{1,12} a garganta|garganta fech\p{L}{1,12}|inch\p{L}{1,12} (?:o olho|os olhos|a boca|o rosto|a cara|todo|toda)|me encheu de|nao posso (?:com|tomar|usar)|nao pode (?:com|tomar|usar)|passei mal com|reacao (?:a|ao|com))\b/u

function reactionsIn(one: Said): Fact[] {
  const { words, mentions, statement } = one
  if (!REACTS.test(words) || statement.question) return []
  return mentions.flatMap(({ ingredient, from, name }) => {
    const holders = one.terms.filter((term) => term.from === from)
    const isAnothers = holders.some(({ holder, supposed }) => holder !== undefined || supposed)
    return isAnothers ? [] : [factOf(one, from, from + name.split(' ').length, [ingredient])]
  })
}

function factOf(one: Said, from: number, to: number, keys: string[]): Fact {
  const { statement } = one
  const [start, end] = [statement.tokens[from]!.start, statement.tokens[to - 1]!.end]
  const what = chartText(statement, start, end)
  const isBare = keys[0] === 'alergia'
  return {
    kind: 'allergy',
    keys,
    details: [],
    statement,
    start,
    end,
    text: isBare ? what : `Alergia a ${inSentence(what)}`,
    tells: isBare ? 0 : to - from,
    isDecided: false,
  }
}

/** "AAS" keeps its capitals. */
function inSentence(text: string): string {
  return /^\p{Lu}\p{Lu}/u.test(text)
    ? text
    : text.slice(0, 1).toLocaleLowerCase('pt-BR') + text.slice(1)
}

function stemsOf(tokens: readonly Token[], from: number, to: number): string[] {
  const own = tokens.slice(from, to).filter(({ norm, kind }) => kind === 'word' && !IDLE.has(norm))
  return [own.map(({ norm }) => stem(norm)).join(' ')]
}

function hasContent(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens
    .slice(from, to)
    .some(
      ({ norm, kind }) =>
        kind === 'word' && norm.length > 2 && !IDLE.has(norm) && !UNTOLD.test(norm),
    )
}

/** To something that is not named. */
const UNTOLD =
  /^(?:remedios?|medicament\p{L}+|medicac\p{L}+|coisas?|comidas?|alimentos?|algo|algum\p{L}*|nenhum\p{L}*|conhecid\p{L}+|alguem|antibioticos?)$/u
