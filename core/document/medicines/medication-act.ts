/** What is done with a medicine that is named, by the verb that governs its name. */

import { type Token, wordsBetween } from '../../portuguese/tokens.ts'
import { beginsAnew } from '../pieces/clauses.ts'
import type { MedicationMention } from './medication-mentions.ts'
import { type Act, actAt, GIVES, isNumber } from './medication-verbs.ts'

/** The two lists of medicines. */
export type MedicationSection = 'medicationsInUse' | 'prescriptions'

/** "O propranolol que o cardiologista deu, parei": whatever stands between. */
const ENDED_BEHIND =
  /, (?:eu |ele |ela )?(?:ja |mas )?(?:parei|parou|larguei|largou|suspendi|suspenderam|cortaram|tiraram)(?= (?:[,.;]|que|porque|de tomar|por conta|sozinh[oa])|$)/

/**
 * The verb before the name, back to the medicine before it; else the one behind it; else what
 * governs the one before.
 */
export function actOf(
  tokens: readonly Token[],
  mentions: readonly MedicationMention[],
  index: number,
  last: Act | undefined,
): Act {
  const mention = mentions[index]!
  if (risesTo(tokens, mention.from, mentions[index + 1]?.lead ?? tokens.length)) return 'changes'
  if (
    ENDED_BEHIND.test(
      wordsBetween(tokens, mention.from, mentions[index + 1]?.lead ?? tokens.length),
    )
  )
    return 'took'
  const replaced = replacement(tokens, mention)
  if (replaced) return replaced
  if (movesTo(tokens, mention)) return 'changes'
  if (stopsBehind(tokens, mention, mentions[index + 1])) return 'stops'
  const from = mentions[index - 1]?.to ?? 0
  for (let at = mention.lead - 1; at >= from; at--) {
    const act = actAt(tokens, at)
    // "Antes eu tomava direto, agora só dipirona."
    if (act === 'took' && isNow(tokens, at + 1, mention.lead)) return 'takes'
    // "O ginecologista me deu desogestrel, todo dia": given to be taken, not given once.
    const isHabit = mention.frequency !== null && mention.frequency.times !== null
    if (/^(?:deu|deram)$/.test(tokens[at]!.norm) && tokens[at - 1]?.norm === 'me' && isHabit)
      return 'takes'
    const isOfLast = index > 0 && act !== undefined && closes(tokens, from, at, mention.lead)
    if (act && !isOfLast && !isGoal(tokens, at, mention.lead)) return act
    const isWithin = !tokens.slice(at, mention.lead).some(({ kind }) => kind === 'mark')
    const parts =
      isOfLast || GIVES.test(tokens[at]!.norm) || (isWithin && SUBORDINATES.test(tokens[at]!.norm))
    if (tokens[at]!.norm === ';' || parts) break
  }
  const to = mentions[index + 1]
    ? ownEnd(tokens, mention, mentions[index + 1]!.lead)
    : tokens.length
  for (let at = mention.from + 1; at < to; at++) {
    // "Que tem que sair" tells of it, "que ele toma" of something else.
    if (/^(?:;|que)$/.test(tokens[at]!.norm) && tokens[at - 1]?.norm !== 'tem') break
    if (beginsAnew(tokens, at)) break
    // "10 miligramas… não, o senhor não tomou opioide": why it is taken back.
    if (
      tokens[at]!.norm === '…' &&
      /^(?:nao|desculpa|perai|espera)$/.test(tokens[at + 1]?.norm ?? '')
    )
      break
    // "O aerolin dois jatos, ontem usei quatro vezes": one day, not the habit.
    if (mention.to > mention.from + 1 && ofOneDay(tokens, at)) continue
    const act = mentions[index + 1] && isGoal(tokens, at, to) ? undefined : actAt(tokens, at)
    // "losartana, toma um de manhã": within its directions a verb is how, not whether.
    // "Neosoro sobe a pressão": what it does, not what is done with it.
    const affects = act === 'changes' && /^(?:o|a|os|as)$/.test(tokens[at + 1]?.norm ?? '')
    if (act && !affects && !(at < mention.to && (act === 'starts' || act === 'takes'))) return act
  }
  const between = tokens.slice(from, mention.lead)
  const joined =
    index > 0 &&
    between.every(({ norm }) => /^(?:e|,|o|a|os|as|mais|com|ou|tambem|ai|do|da|de)$/.test(norm))
  // "Losartana e rosuvastatina iguais": the verb stands behind the last of them.
  if (!joined && index === 0) {
    const end = listEnd(tokens, mentions)
    if (end > 0) return actOf(tokens, mentions.slice(end), 0, undefined)
  }
  if (joined) return last ?? 'none'
  // "O escitalopram eu tô tomando, o de dez": among its directions.
  const near = tokens.slice(mention.from + 1, Math.min(mention.to, mention.from + 5))
  const isTaken = near.some(({ norm }) => /^(?:tomo|tomando|uso|usando)$/.test(norm))
  return isTaken && !near.some(({ norm }) => norm === 'nao') ? 'takes' : 'none'
}

/** "AAS eu parei quando botei o Xarelto": the verb ahead of it governs something else. */
const SUBORDINATES = /^(?:quando|porque|enquanto)$/

/**
 * Words that may stand between a verb and the name it governs, or between a name and the verb
 * behind it.
 */
const DETERMINES =
  /^(?:o|a|os|as|um|uma|meu|minha|seu|sua|esse|essa|ess[ae]s|aquel[ea]|de|do|da|com|tomar|usar|tambem|mais|ja|so|eu|ele|ela|gente|nos|voce|senhora?|vai|vou|vamos|pode|e|que|se|nao)$/
const PARTS = /^(?:e|,|[.;…]|mas|ai|entao|depois|agora)$/

/**
 * "Neosaldina corta de uma vez e nessa semana naproxeno": right behind the medicine before, and
 * parted from this one.
 */
function closes(tokens: readonly Token[], from: number, at: number, lead: number): boolean {
  const isBehind = tokens.slice(from, at).every(({ norm }) => BEHIND.test(norm))
  const part = tokens.slice(at + 1, lead).findIndex(({ norm }) => PARTS.test(norm))
  return isBehind && at - from <= 3 && part >= 0
}

const BEHIND = /^(?:eu|ele|ela|a|gente|nos|voce|o|senhora?|vai|vou|vamos|pode|ja|tambem|[,:])$/

/**
 * "Losartana cinquenta e suspende o captopril": where the words that lead the next one in begin.
 */
function ownEnd(tokens: readonly Token[], mention: MedicationMention, lead: number): number {
  let at = lead - 1
  while (at > mention.to && DETERMINES.test(tokens[at]!.norm)) at -= 1
  const isVerb = actAt(tokens, at) !== undefined && at > mention.to
  return isVerb && PARTS.test(tokens[at - 1]?.norm ?? '') ? at : lead
}

/**
 * "… com o diclofenaco saindo": right behind its name, and nothing led in by it, whatever verb
 * stands further ahead.
 */
function stopsBehind(
  tokens: readonly Token[],
  { lead, from, name }: MedicationMention,
  next: MedicationMention | undefined,
): boolean {
  const at = from + name.split(' ').length
  let before = lead - 1
  while (before >= 0 && DETERMINES.test(tokens[before]!.norm)) before -= 1
  const isLed = before >= 0 && actAt(tokens, before) !== undefined
  const leadsIn =
    next !== undefined && tokens.slice(at + 1, next.lead).every(({ norm }) => DETERMINES.test(norm))
  return !isLed && !leadsIn && actAt(tokens, at) === 'stops'
}

/** Index of the last of "forxiga, metformina e ramipril", told without directions. */
function listEnd(tokens: readonly Token[], mentions: readonly MedicationMention[]): number {
  let end = 0
  for (; end + 1 < mentions.length; end++) {
    const [each, following] = [mentions[end]!, mentions[end + 1]!]
    const gap = tokens.slice(each.to, following.lead)
    const isJoined = gap.length > 0 && gap.every(({ norm }) => /^(?:e|,|o|a)$/.test(norm))
    if (!isJoined || each.dose !== null) break
  }
  return end
}

/** "E para o nariz mometasona", "para o corpo, calcipotriol": a goal, not that it is stopped. */
function isGoal(tokens: readonly Token[], at: number, lead: number): boolean {
  const end = tokens[lead - 1]?.norm === ',' ? lead - 1 : lead
  return (
    tokens[at]!.norm === 'para' &&
    /^[oa]s?$/.test(tokens[at + 1]?.norm ?? '') &&
    end > at + 2 &&
    !tokens.slice(at + 2, end).some(({ kind, norm }) => kind === 'mark' || norm === 'e')
  )
}

/** "… a losartana baixa pra cinquenta", whatever verb stood before its name. */
function movesTo(tokens: readonly Token[], { from, name }: MedicationMention): boolean {
  const at = from + name.split(' ').length
  return (
    /^(?:sobe|subir|aumenta|aumentar|baixa|baixar|reduz|reduzir|diminui|diminuir|passa|passar|vai|volta|voltar|cai|desce|descer)$/.test(
      tokens[at]?.norm ?? '',
    ) &&
    /^(?:pra|para)$/.test(tokens[at + 1]?.norm ?? '') &&
    isNumber(tokens[at + 2])
  )
}

/** "O Puran, vamos de 75 pra 88." */
function risesTo(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens
    .slice(from, to)
    .some(
      ({ norm }, index) =>
        norm === 'de' &&
        isNumber(tokens[from + index + 1]) &&
        /^(?:pra|para|virou|vira)$/.test(tokens[from + index + 2]?.norm ?? '') &&
        isNumber(tokens[from + index + 3]),
    )
}

function ofOneDay(tokens: readonly Token[], at: number): boolean {
  return tokens
    .slice(Math.max(0, at - 2), at)
    .some(({ norm }) => /^(?:ontem|hoje|anteontem)$/.test(norm))
}

function isNow(tokens: readonly Token[], from: number, lead: number): boolean {
  const words = tokens.slice(from, lead).map(({ norm }) => norm)
  return words.includes('agora') && !words.some((word) => /^(?:nao|parei|nem)$/.test(word))
}

/** "A sinvastatina, a gente vai trocar". */
const BEFORE_VERB = /^(?:,|eu|nos|vou|vamos|vai|pode|a|o|gente|senhora?|voce)$/
const WHO = /^(?:eu|nos|vou|vamos|vai|pode|gente)$/
const MOST_BETWEEN = 4
const REPLACES = /^(?:troc\w+|troquei|substitu\w+)$/

/**
 * "Troco o Alenia por Trelegy": the one before "por" is stopped, the one after it is begun. "A
 * hidroclorotiazida eu troco."
 */
function replacement(tokens: readonly Token[], { lead, to }: MedicationMention): Act | undefined {
  const norm = (at: number) => tokens[at]?.norm ?? ''
  const begins = tokens
    .slice(Math.max(0, lead - 8), lead)
    .some((token) => REPLACES.test(token.norm))
  if (begins && /^(?:por|pel[oa])$/.test(norm(to))) return 'stops'
  if (begins && /^(?:por|pel[oa])$/.test(norm(lead - 1))) return 'starts'
  if (begins && /^pel[oa]$/.test(norm(lead - 2))) return 'starts'
  let verb = to
  while (verb < to + MOST_BETWEEN && BEFORE_VERB.test(norm(verb))) verb += 1
  // "Adesivo de rivastigmina, troca todo dia": how it is used, by nobody and for nothing else.
  const isDecided = WHO.test(norm(verb - 1)) || /^(?:por|pel[oa])$/.test(norm(verb + 1))
  // "A metformina, vamos trocar pela de liberação lenta": it stays, in another form.
  const isItself = /^pel[oa] de$/.test(`${norm(verb + 1)} ${norm(verb + 2)}`)
  return isDecided && !isItself && REPLACES.test(norm(verb)) ? 'stops' : undefined
}
