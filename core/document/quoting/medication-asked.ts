/**
 * Medicines that stand in a question: "Metformina?" "Essa eu tomo, 850, três vezes." is taken, "E a
 * goserelina?" "Continua, 10,8." is ordered.
 */

import { readNumbers } from '../../portuguese/numbers.ts'
import { pairAnswer } from '../../portuguese/turns.ts'
import {
  asksMore,
  directionsFrom,
  isDirections,
  offersAmount,
} from '../medicines/medication-directions-alone.ts'
import type { Visit } from '../medicines/medication-likely.ts'
import type { MedicationMention } from '../medicines/medication-mentions.ts'
import { wordsOf } from '../pieces/clauses.ts'
import type { Role } from '../pieces/piece.ts'
import type { Statement } from '../pieces/statements.ts'
import { isDiscussed, type MedicineEntry } from './medication-entry.ts'

const TAKEN =
  /^(?:ess[ea]|isso|ess[ea] mesm[oa])$|^(?:(?:parei nao|esse|essa|sim|isso|tomo|uso|so|todo dia|eu) )*(?:eu )?(?:tomo|uso|toma|usa|to|tou|estou|continuo|sigo|dou|pingo|aplico)\b/
/** "Tô nada, acabou", "uso não", "parei": asked for by its name, and not taken. */
const NOT_TAKEN =
  /^(?:(?:esse|essa|isso|eu|ah|olha) )*(?:(?:tomo|uso|to|tou|estou|tomava|usava) (?:mais )?(?:nada|nao)\b|(?:nao|nunca|nem) |(?:ja )?(?:parei(?! nao| foi nada| nada)|larguei|acabou|suspenderam|tiraram|cortaram)\b)|\b(?:acabou|parei|larguei) (?:faz|ha|tem|de tomar|com)\b/
/** "Carvedilol 6,25, de manhã e de noite, né?" "É." */
const AFFIRMS =
  /^(?:e|eh|sim|isso|isso mesmo|e isso|aham|uhum|certo|exato|exatamente|esse mesmo|essa mesma|tambem|toma|tomo|sim senhora?)$/
const HOW_OFTEN =
  /^(?:(?:so|sempre|uns|umas|e|sim|isso) )*(?:(?:um|uma|dois|duas|tres|meio|\d+) (?:comprimid|gota|jato|vez|vezes|por dia|ao dia|de manha|a noite)|de (?:\d+|cinco|dez|quinze|vinte|trinta|quarenta|cinquenta|setenta|cem|cento)\b|de \w+ em \w+|(?:quase )?todo dia|todos os dias|tod[oa] (?:segunda|terca|quarta|quinta|sexta|sabado|domingo|semana|mes)|dia sim|a cada|de manha|a noite|em jejum)/

/**
 * "Metformina?" "Essa eu tomo, 850, três vezes.": the question holds the name, the answer the rest.
 * @param isAsked it is asked what is taken, wherever the visit stands
 */
export function answered(
  question: Statement,
  mention: MedicationMention,
  isAsked: boolean,
  visit: Visit,
): MedicineEntry | 'stop' | undefined {
  const answer = visit.statements[question.index + 1]
  if (answer?.origin !== 'speech' || answer.question) return undefined
  if (visit.roles[answer.index] === 'doctor' || visit.find(answer.tokens).length > 0)
    return undefined
  if (pairAnswer(question.tokens, [answer.tokens]).asked.every((each) => each.answer === 'no'))
    return undefined
  const words = wordsOf(answer.tokens)
  if (NOT_TAKEN.test(words)) return 'stop'
  const directs = HOW_OFTEN.test(words) || isDirections(answer.tokens, true)
  const isTold = AFFIRMS.test(words) && (question.tokens.length > 2 || isAsked)
  if (!TAKEN.test(words) && !directs && !(isTold && (isAsked || isSaidHow(mention))))
    return undefined
  if (
    (visit.phases[question.index] !== 'story' && !isAsked) ||
    /\balergi/.test(wordsOf(question.tokens))
  )
    return undefined
  return {
    section: 'medicationsInUse',
    act: 'takes',
    ingredients: [mention.ingredient],
    hasDose:
      directs ||
      (mention.dose ?? mention.quantity) !== null ||
      readNumbers(answer.tokens).some(({ article }) => !article),
    statement: question,
    start: nameStart(question, mention),
    end: question.text.length,
    cuts: [],
    more: [{ statement: answer, start: 0, end: answer.text.length }],
  }
}

/**
 * "Então joga fora glifage 500", "vamos ver esse aqui é a losartana": in a long question without a
 * number ahead it begins with the name.
 */
function nameStart({ tokens }: Statement, { lead }: MedicationMention): number {
  const before = tokens.slice(0, lead)
  const isLong = before.filter(({ kind }) => kind !== 'mark').length > 3
  const hasNumber = readNumbers(before).some(({ article }) => !article)
  return isLong && !hasNumber ? tokens[lead]!.start : 0
}

/** "Toma Selozok e carvedilol?" "Tomo os dois.": each of those that were asked for. */
export function answeredAll(
  question: Statement,
  named: readonly MedicationMention[],
  visit: Visit,
): MedicineEntry[] {
  const answer = visit.statements[question.index + 1]
  if (answer?.origin !== 'speech' || answer.question || visit.roles[answer.index] === 'doctor')
    return []
  if (!TAKES_ALL.test(wordsOf(answer.tokens)) || /\balergi/.test(wordsOf(question.tokens)))
    return []
  return named.map((mention) => ({
    section: 'medicationsInUse',
    act: 'takes',
    ingredients: [mention.ingredient],
    hasDose: isSaidHow(mention),
    statement: question,
    cuts: [],
    more: [],
    start: question.tokens[mention.lead]!.start,
    end: question.tokens[mention.to - 1]!.end,
  }))
}

/**
 * "… tá bom e dipirona essas coisas" "Só quando dói, uma de um grama.": the last that is named,
 * with next to nothing behind it.
 */
export function answeredLast(
  question: Statement,
  named: readonly MedicationMention[],
  visit: Visit,
): MedicineEntry | undefined {
  const mention = named.at(-1)
  if (!mention || isSaidHow(mention)) return undefined
  if (question.tokens.length - mention.to > MOST_BEHIND) return undefined
  const answer = visit.statements[question.index + 1]
  if (visit.roles[question.index + 1] !== 'patient') return undefined
  if (!answer || !isDirections(answer.tokens)) return undefined
  const told = answered(question, mention, true, visit)
  if (!told || told === 'stop') return undefined
  return { ...told, start: question.tokens[mention.lead]!.start }
}

const MOST_BEHIND = 3

const TAKES_ALL =
  /^(?:(?:sim|isso|eu|e|olha|ah) )*(?:tomo|uso|to tomando|estou tomando|dou|continuo com) (?:sim )?(?:os dois|as duas|os tres|as tres|todos|todas|tudo|ambos|ambas)\b/

/**
 * "De quantos?" "Setenta e cinco.", "Cinquenta de doze em doze?" "Isso.", "Dez dias?" "Não, sete.":
 * the medicine under discussion gets what was asked of it. False where nothing of it was asked, or
 * nothing answered.
 */
export function moreAsked(entry: MedicineEntry, question: Statement, visit: Visit): boolean {
  const asker = visit.roles[question.index]
  const teller = entry.section === 'medicationsInUse' ? 'patient' : 'doctor'
  if (asker === teller || !asksMore(question.tokens, visit.find)) return false
  const isNamed = visit.find(question.tokens).length > 0
  if (!isNamed && !isDiscussed(entry, question, visit)) return false
  const answer = answerTo(question, asker ?? null, visit)
  if (!answer) return false
  const { tokens, text } = answer
  const from = directionsFrom(tokens, true)
  const offers = offersAmount(question.tokens) || isNamed
  const affirms = offers && AFFIRMED.test(wordsOf(tokens))
  if (from === undefined && !affirms) return false
  const whole = { statement: question, start: 0, end: question.text.length }
  // What was offered and not affirmed is another's number: "Cem ainda?" "Não, cento e doze."
  if (affirms || !offers) entry.more.push(whole)
  const start = from === undefined ? 0 : tokens[from]!.start
  entry.more.push({ statement: answer, start, end: text.length })
  entry.hasDose = true
  return true
}

/** Sentences between a question and its answer ("peraí que eu trouxe a caixinha"), at most. */
const MOST_BETWEEN = 2

/**
 * What is said of it behind the question, by somebody else, before a medicine is named or something
 * else is asked.
 */
function answerTo(question: Statement, asker: Role | null, visit: Visit): Statement | undefined {
  const behind = visit.statements.slice(question.index + 1, question.index + 2 + MOST_BETWEEN)
  for (const each of behind) {
    if (each.origin !== 'speech' || each.question || visit.find(each.tokens).length > 0)
      return undefined
    if (asker !== null && visit.roles[each.index] === asker) return undefined
    const isAnswer =
      isDirections(each.tokens, true) ||
      (each.index === question.index + 1 && AFFIRMED.test(wordsOf(each.tokens)))
    if (isAnswer) return each
    if (readNumbers(each.tokens).some(({ article }) => !article)) return undefined
  }
  return undefined
}

/** "Isso, um por dia", "É", "Esse mesmo". */
const AFFIRMED =
  /^(?:e|eh|sim|isso|aham|uhum|certo|exato|exatamente|ess[ea] mesm[oa]|ess[ea]|continua|correto|sempre|todo dia|todos os dias)\b(?! nao)/

function isSaidHow({ dose, quantity, frequency }: MedicationMention): boolean {
  return (dose ?? quantity ?? frequency) !== null
}

const KEPT =
  /^(?:(?:esse|essa|ele|ela|sim|isso|a|o|pode|deve|por enquanto) )*(?:continua|continue|continuar|mantem|mantenha|manter|segue|igual|nao para|nao pare|fica)\b/
const ASKS_TO_KEEP = /\b(?:continu\w+|mant\w+|sigo|seguir|tomando|usando)\b/
const QUIT =
  /^(?:(?:esse|essa|ele|ela|sim|isso|pode|vai|tem que) )*(?:suspende|suspender|para|parar|pare|tira|tirar|larga|sai)\b/

const ASKS_TO_END = /\b(?:tirar|parar|cortar|suspender|largar|reduzir|diminuir)\b/
/** Of "e o clonazepam?" all tokens. */
const MOST_NAMED = 5
const DIRECTS =
  /^(?:(?:esse|essa|ele|ela) )?(?:so|somente|apenas) (?:n[oa]s?|se|quando|de|a|em|ate|mei[oa]|um|uma) .*\b(?:crise|dor|doer|precisar|noite|manha|comprimidos?|gotas?|mg|miligramas|vezes|jejum)\b/
const FROM_NOW =
  /^(?:(?:entao|ai) )?(?:a partir de|por enquanto|agora|hoje|primeiro|comeca|essa semana)\b/

/**
 * "Vai me tirar?" "Devagarinho. A partir de hoje um comprimido": the sentence of the answer that
 * says how much.
 */
function dosed({ index, tokens }: Statement, visit: Visit): Statement | undefined {
  if (!ASKS_TO_END.test(wordsOf(tokens))) return undefined
  return visit.statements
    .slice(index + 1, index + 3)
    .find((each) => FROM_NOW.test(wordsOf(each.tokens)))
}

/**
 * "E a goserelina?" "Continua, 10,8 a cada três meses.": asked of the doctor late in the visit, and
 * answered with an order.
 */
export function ordered(
  question: Statement,
  { ingredient, name, lead, from }: MedicationMention,
  visit: Visit,
): MedicineEntry | 'stop' | undefined {
  const { tokens } = question
  // "E o alopurinol, para na crise?": of more than its name only the name is quoted.
  const nameEnd = from + name.split(' ').length
  const isWhole = tokens.slice(nameEnd).every(({ kind }) => kind === 'mark')
  if (visit.phases[question.index] === 'story' || visit.roles[question.index] === 'doctor')
    return undefined
  const answer = dosed(question, visit) ?? visit.statements[question.index + 1]
  if (answer?.origin !== 'speech' || answer.question || visit.find(answer.tokens).length > 0)
    return undefined
  const words = wordsOf(answer.tokens)
  if (visit.roles[answer.index] === 'patient') return undefined
  if (QUIT.test(words)) return 'stop'
  const asked = wordsOf(question.tokens)
  const tapers = ASKS_TO_END.test(asked) && FROM_NOW.test(words)
  const keeps = ASKS_TO_KEEP.test(asked) && /^(?:pode|deve|sim|claro)\b/.test(words)
  // "E o clonazepam?" "Só na crise, meio comprimido, no máximo duas vezes por semana."
  const directs = isWhole && tokens.length <= MOST_NAMED && DIRECTS.test(words)
  if (!KEPT.test(words) && !keeps && !tapers && !directs) return undefined
  const hasDose = readNumbers(answer.tokens).some(({ article }) => !article)
  return {
    section: 'prescriptions',
    act: tapers || directs ? 'changes' : 'continues',
    ingredients: [ingredient],
    hasDose,
    ...(isWhole
      ? { statement: question, start: 0, end: question.text.length, cuts: [] }
      : {
          statement: question,
          start: tokens[lead]!.start,
          end: tokens[nameEnd - 1]!.end,
          cuts: [],
        }),
    more: [{ statement: answer, start: 0, end: answer.text.length }],
  }
}
