/**
 * Medicines with how much and how often. What is denied, another's or taken back is none; what is
 * stopped is one, since a document that forgets it lets the patient go on.
 */

import { readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { ownClassesOf } from '../../portuguese/word-classes.ts'
import { actOf } from '../medicines/medication-act.ts'
import { asksAmount } from '../medicines/medication-directions-alone.ts'
import type { MedicationMention } from '../medicines/medication-mentions.ts'
import { isOfAnother } from '../medicines/medication-owner.ts'
import { isCare } from '../medicines/medication-untaken.ts'
import type { Act } from '../medicines/medication-verbs.ts'
import { wordsOf } from '../pieces/clauses.ts'
import type { Fact } from './fact.ts'
import { chartText } from './fact.ts'
import { amountAlone, answeredWith, howMuchOf } from './how-much.ts'
import { isPatients, type Said, type Visit } from './visit-reader.ts'

/**
 * The medicine that is spoken of: the sentences right after it may say how much without its name.
 */
interface Topic {
  ingredient: string
  name: string
  index: number
}

/**
 * Sentences after the name in which an amount with its unit still means the medicine; and where it
 * was asked for.
 */
const REACHES = 2
const REACHES_ASKED = 4

export function medicinesIn({ said, patientIsChild }: Visit): Fact[] {
  const facts: Fact[] = []
  let topic: Topic | undefined
  let asked: number | undefined
  for (const one of said) {
    const { statement, mentions, words } = one
    const { index, tokens } = statement
    if (asksAmount(tokens) || ASKS_HOW_MUCH.test(words)) asked = index
    facts.push(...mentions.flatMap((_, at) => factOf(one, at, patientIsChild) ?? []))
    const last = mentions.at(-1)
    if (last) {
      const { ingredient, lead, from, name } = last
      const end = tokens[from + name.split(' ').length - 1]!.end
      topic = { ingredient, name: chartText(statement, tokens[lead]!.start, end), index }
    } else if (topic) {
      const isAsked = index - 1 === asked
      if (index - topic.index <= (isAsked ? REACHES_ASKED : REACHES))
        facts.push(...goingOn(one, topic, isAsked))
    }
  }
  return facts
}

/** "De quantos era?" */
const ASKS_HOW_MUCH = /^(?:\S+ ){0,3}quant[oa]s?(?: \S+){0,3}$/

function factOf(one: Said, at: number, patientIsChild: boolean): Fact | undefined {
  const { statement, mentions, role } = one
  const { tokens } = statement
  const mention = mentions[at]!
  const act = actOf(tokens, mentions, at, undefined)
  if (isCare(mention) || isMisheard(mention, act) || isCompared(tokens, mention)) return undefined
  if (!isTold(one, mention, act) || isExamined(tokens, mention, act)) return undefined
  const place = { tokens, mentions, index: at, patientIsChild }
  if (role !== 'doctor' && isOfAnother(place)) return undefined
  const own = howMuchOf(tokens, mention, mentions[at + 1])
  const answered = answeredWith(one, mention)
  const isAnswered = answered !== undefined
  const end = isAnswered ? mention.from + mention.name.split(' ').length : own.to
  const [start, stop] = [tokens[mention.lead]!.start, tokens[end - 1]!.end]
  const text = chartText(statement, start, stop)
  const keys = answered?.keys ?? own.keys
  const moments = mention.frequency?.moments.length ?? 0
  return {
    kind: 'medicine',
    keys: [mention.ingredient],
    details: keys,
    statement,
    start,
    end: stop,
    text: isAnswered ? `${text} ${answered.text}` : text,
    tells: keys.length * 2 + Math.min(moments, 1) + (mention.misheard ? 0 : 1),
    isDecided: isDecided(one) && act !== 'takes' && act !== 'took',
  }
}

function isDecided({ phase, role }: Said): boolean {
  return phase === 'plan' && role !== 'patient'
}

function goingOn(one: Said, { ingredient, name }: Topic, isAsked: boolean): Fact[] {
  const { statement, words } = one
  const isOther = statement.question || DENIES.test(words) || GROWS.test(words)
  const found = isOther ? undefined : amountAlone(one, isAsked)
  if (!found) return []
  const { tokens } = statement
  const [start, end] = [tokens[found.from]!.start, tokens[found.to - 1]!.end]
  const amount = found.text
  return [
    {
      kind: 'medicine',
      keys: [ingredient],
      details: found.keys,
      statement,
      start,
      end,
      text: `${name} ${amount.slice(0, 1).toLocaleLowerCase('pt-BR')}${amount.slice(1)}`,
      tells: found.keys.length * 2,
      isDecided: isDecided(one),
    },
  ]
}

/** "Ela está ganhando trinta e seis gramas por dia": of a body, and no dose. */
const GROWS = /\b(?:ganh|engord|emagrec|cresc|perd|pes|nasc)(?:a|ou|ei|e|eu|endo|ando|i|o)\b/

/** A denied medicine is not taken, unless the denial is of a change: "não mexo no carvedilol". */
function isTold(one: Said, { from, to, name }: MedicationMention, act: Act): boolean {
  const end = Math.min(to, from + name.split(' ').length)
  if (isPatients(one, from, end)) return true
  const around = one.terms.filter((term) => term.from < end && term.to > from)
  if (around.some(({ supposed, holder }) => supposed || holder !== undefined)) return false
  const isDenied = around.some(({ denied }) => denied)
  if (isDenied) return act === 'continues' || act === 'changes' || act === 'stops'
  return isAnsweredInWords(one)
}

/**
 * "O losartana, como toma?" "De cinquenta, de manhã.": what was asked is taken, where the answer
 * says how.
 */
function isAnsweredInWords({ statement, answers }: Said): boolean {
  const [first] = answers
  return (
    statement.question &&
    first !== undefined &&
    first.mentions.length === 0 &&
    !DENIES.test(first.words) &&
    (readNumbers(first.statement.tokens).length > 0 || TAKES.test(first.words))
  )
}

const DENIES = /^(?:(?:ah|eu|que|isso|ess[ea]) )?(?:nao|nunca|nada|nem|nenhuma?|jamais)(?: |$)/
const TAKES =
  /\b(?:tomo|uso|toma|usa|parei|parou|tomava|usava|acabou|larguei|largou|todo dia|todos os dias|sempre|de manha|a noite|continuo|ainda)\b/

/**
 * What only resembles a name is one beside a dose or a verb of taking: "glicêmica" is no glycerine.
 */
function isMisheard({ misheard, dose, quantity }: MedicationMention, act: Act): boolean {
  return misheard && (dose?.unit ?? quantity) == null && act === 'none'
}

/** "No lugar do propranolol", "o Tandrilax tem diclofenaco": named beside what is meant. */
function isCompared(tokens: readonly Token[], { lead }: MedicationMention): boolean {
  return COMPARES.test(wordsOf(tokens.slice(Math.max(0, lead - 4), lead)))
}

const COMPARES = /\b(?:no lugar|em vez|ao inves|parente|primo) d[aeo]$|\b(?:contem|tipo)$/

/** "A vitamina D veio 18", "deficiência de ferro": an examination of that name. */
function isExamined(tokens: readonly Token[], mention: MedicationMention, act: Act): boolean {
  const { dose, quantity, frequency, asNeeded, duration, from, to, lead, name } = mention
  const isGiven = (dose?.unit ?? quantity ?? frequency ?? asNeeded ?? duration) !== null
  if (isGiven && dose?.unit !== null) return false
  if (MEASURED_OF.test(wordsOf(tokens.slice(Math.max(0, lead - 4), from)))) return true
  const isBoth = ownClassesOf(name.split(' ')).has('#exam')
  const behind = `${wordsOf(tokens.slice(to, to + 4))} `
  return isBoth && !isGiven && (act === 'none' || MEASURED.test(behind))
}

const MEASURED_OF =
  /\b(?:exame|nivel|dosagem|dosar|deficiencia|falta|medir|resultado) (?:d[aeo] )?(?:[ao] )?$/
const MEASURED = /^(?:veio|deu|esta|ta|baix[oa]|alt[oa]|normal|em|de) /
