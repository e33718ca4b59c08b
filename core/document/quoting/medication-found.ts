/**
 * What becomes of each medicine that one sentence names: an entry of a list, stopped, or neither.
 */

import { assertionAt, readScopes } from '../../portuguese/assertion.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import { textAfterLast } from '../../portuguese/text-matches.ts'
import { type Token, wordsBetween } from '../../portuguese/tokens.ts'
import { actOf } from '../medicines/medication-act.ts'
import { calculated } from '../medicines/medication-calculated.ts'
import { aimedFrom, toldThrough } from '../medicines/medication-directions-alone.ts'
import type { Visit } from '../medicines/medication-likely.ts'
import type { MedicationMention } from '../medicines/medication-mentions.ts'
import { type Around, sectionOf, tapers } from '../medicines/medication-section.ts'
import {
  corrected,
  isDiscarded,
  isLeftOpen,
  oldDose,
  stretchOf,
  thoughtOf,
  untilNext,
} from '../medicines/medication-stretch.ts'
import type { Act } from '../medicines/medication-verbs.ts'
import { type Clause, clausesOf, wordsOf } from '../pieces/clauses.ts'
import type { Statement } from '../pieces/statements.ts'
import type { MedicineEntry } from './medication-entry.ts'

export interface FoundMedicines {
  entries: MedicineEntry[]
  /** Folded ingredients that are stopped, or were some time ago. */
  stopped: string[]
}

export function entriesOf(statement: Statement, visit: Visit, around: Around): FoundMedicines {
  const { tokens } = statement
  const mentions = together(visit.find(tokens), tokens).filter(
    ({ from }, index) => index === 0 || !isOfTime(tokens, from),
  )
  const found: FoundMedicines = { entries: [], stopped: [] }
  if (mentions.length === 0) return found
  const scopes = readScopes(tokens)
  const clauses = clausesOf(statement)
  let last: Act | undefined
  let least = 0
  for (const [index, mention] of mentions.entries()) {
    const next = mentions[index + 1]
    const said = actOf(tokens, mentions, index, last)
    // "O clonazepam tira aos poucos: três gotas por uma semana": less of it, from now on.
    const isLess = said === 'stops' && tapers(tokens)
    const until = next ? tokens[next.lead]!.start : statement.text.length
    const thought = around.role === 'patient' ? null : thoughtOf(statement, mention, until)
    // "A sertralina, pensei em 150, mas com pânico não: cem de manhã": settled, whatever was
    // thought of.
    const isSettled = thought !== null && thought !== 'open'
    const isKeptAnew =
      said === 'continues' && !next && keepsAnew(clauses, tokens[mention.from]!.start)
    const governed = isLess || isSettled || isKeptAnew ? 'changes' : said
    const denied = assertionAt(scopes, mention.from) === 'denied'
    const { patientIsChild } = visit
    const isNamedOther = around.role !== 'doctor' && namesOther(statement, mention, visit)
    const place = {
      tokens,
      mentions,
      index,
      act: governed,
      denied,
      patientIsChild,
      isSettled,
      isNamedOther,
      likely: visit.likelyAt?.(statement, tokens[mention.from]!.start),
    }
    const section = sectionOf(place, around)
    const isOfThen = governed === 'took' && TAKEN_THEN.test(wordsOf(tokens.slice(mention.from)))
    // "Tomo atenolol, é, não, atenolol eu tomava": taken back in the same breath.
    if (isOfThen)
      found.entries = found.entries.filter((each) => !each.ingredients.includes(mention.ingredient))
    if (isOver(statement, mention, governed)) found.stopped.push(mention.ingredient)
    last = governed
    const from = least
    least = tokens[mention.to - 1]!.end
    if (!section || isDiscarded(tokens, mention, next)) continue
    const doubted = assertionAt(scopes, mention.from) === 'doubted'
    const stretch = stretchOf(
      { mention, next, clauses, tokens, least: from },
      section,
      governed,
      doubted,
    )
    const wrong = isSettled ? null : corrected(tokens, mention, until)
    const sum = wrong || thought ? null : calculated(tokens, mention, until)
    const isThought = !wrong && thought === 'open'
    if (isThought && (next || around.role !== 'doctor')) continue
    // "Xarelto 20 igual… espera, vai pra 15": the same one once more, and the first is taken back.
    found.entries = found.entries.filter(
      (each) =>
        !each.ingredients.includes(mention.ingredient) ||
        !THINKS_AGAIN.test(wordsOf(tokens.filter(({ start }) => start >= each.end - 30))),
    )
    const isOpen = isThought || (!wrong && !next && isLeftOpen(tokens, mention))
    const start = clearOf(found.entries.at(-1), stretch.start, tokens[mention.lead]!.start)
    // What follows the right number is still of this medicine.
    const whole =
      (wrong ?? thought ?? sum)
        ? Math.max(stretch.end, untilNext(tokens, mention, next))
        : stretch.end
    const name = tokens[mention.from + mention.name.split(' ').length - 1]!
    const isBare = section === 'prescriptions' && mentions.length === 1 && whole <= name.end
    const end = isOpen
      ? name.end
      : statement.question
        ? Math.min(whole, pauseAfter(tokens, mention))
        : isBare && isNumbered(tokens, mention)
          ? statement.text.length
          : whole
    const isFollowed =
      section === 'prescriptions' &&
      next !== undefined &&
      mentions.at(-1) === next &&
      givesWayTo(tokens, mentions, index)
    const told =
      isOpen || statement.question
        ? end
        : isFollowed
          ? statement.text.length
          : toldThrough(tokens, mention, next, end)
    const cut = wrong ?? (governed === 'changes' ? oldDose(tokens, mention, end) : null)
    const previous = found.entries.at(-1)
    if (previous && start < previous.end) {
      previous.end = Math.max(previous.end, told)
      previous.ingredients.push(mention.ingredient)
      continue
    }
    const hasDose = (mention.dose ?? mention.quantity ?? mention.frequency) !== null
    const ingredients = [mention.ingredient]
    const cuts = [
      cut,
      wrong || thought === 'open' ? null : thought,
      sum,
      // "A gente reduz:" is no aside, but what is done.
      sum || governed === 'changes' ? null : asideOf(mention, tokens),
    ].filter((each) => each != null)
    found.entries.push({
      section,
      act: governed,
      ingredients,
      hasDose,
      statement,
      start: section === 'prescriptions' ? aimedFrom(tokens, mention, start, from) : start,
      end: told,
      cuts,
      isOpen,
      more: [],
    })
  }
  return found
}

/** "Trinta e seis horas depois da última dose do enalapril": tells when, and orders none. */
function isOfTime(tokens: readonly Token[], from: number): boolean {
  return /\b(?:dose|comprimido|caixa) d[oa]$/.test(
    wordsBetween(tokens, Math.max(0, from - 3), from),
  )
}

/** "O anlodipino fica, mas de cinco.": goes on in another dose. */
function keepsAnew(clauses: readonly Clause[], at: number): boolean {
  const own = clauses.findIndex(({ start, end }) => at >= start && at < end)
  const behind = own < 0 ? undefined : clauses[own + 1]
  const number = behind && readNumbers(behind.tokens)[0]
  return (
    behind !== undefined &&
    number !== undefined &&
    !number.article &&
    number.from <= MOST_BEFORE_DOSE &&
    /^(?:mas|so que|porem|agora)\b/.test(behind.words)
  )
}

const MOST_BEFORE_DOSE = 4

/** "Começa levetiracetam, e daqui a uma semana a gente corta a fenitoína": one plan, told whole. */
function givesWayTo(
  tokens: readonly Token[],
  mentions: readonly MedicationMention[],
  index: number,
): boolean {
  const between = wordsBetween(tokens, mentions[index]!.to, mentions[index + 1]!.lead)
  return actOf(tokens, mentions, index + 1, undefined) === 'stops' && LATER.test(between)
}

const LATER = /\b(?:daqui|depois|semana|semanas|dias|mes|quando)\b/

/** "A metformina, vamos trocar pela de liberação lenta, XR 500": how much stands further on. */
function isNumbered(tokens: readonly Token[], { to }: MedicationMention): boolean {
  return readNumbers(tokens.slice(to)).some(({ article }) => !article)
}

/** Where the words ahead of a name are those of the medicine before, it begins with the name. */
function clearOf(previous: MedicineEntry | undefined, start: number, lead: number): number {
  return previous && start < previous.end && lead >= previous.end ? lead : start
}

/** Characters of what stands between the name and its directions. */
function asideOf({ aside }: MedicationMention, tokens: readonly Token[]): [number, number] | null {
  return aside && [tokens[aside.from]!.start, tokens[aside.to]!.start]
}

export function isDirected({ dose, quantity, frequency, asNeeded }: MedicationMention): boolean {
  return (dose ?? quantity ?? frequency ?? asNeeded) !== null
}

/**
 * "Tapazol, o metimazol, 20 mg", "codeína com paracetamol, de 30": two names of one medicine are
 * one.
 */
function together(
  mentions: readonly MedicationMention[],
  tokens: readonly Token[],
): MedicationMention[] {
  return mentions.reduce<MedicationMention[]>((kept, mention) => {
    const last = kept.at(-1)
    const between = last && tokens.slice(last.to, mention.lead)
    const joint = between?.map(({ norm }) => norm).join(' ')
    // "Codeína de trinta com paracetamol, de oito em oito": the strength is of the two together.
    const isStrengthOnly =
      last !== undefined &&
      joint === 'com' &&
      (last.quantity ?? last.frequency ?? last.asNeeded ?? mention.dose) === null
    // "Levonorgestrel 0,15 com etinilestradiol 0,03": each with its strength, in one pill.
    const isCombined =
      last !== undefined &&
      /^(?:com|\+|mais)$/.test(joint ?? '') &&
      (last.quantity ?? last.frequency ?? last.asNeeded) === null &&
      last.dose !== null &&
      mention.dose !== null
    if (
      last &&
      /^(?:com|\+|mais|associad[oa] (?:a|com))$/.test(joint ?? '') &&
      (!isDirected(last) || isStrengthOnly || isCombined)
    ) {
      kept.splice(-1, 1, {
        ...mention,
        ingredient: last.ingredient,
        lead: last.lead,
        from: last.from,
      })
      return kept
    }
    if (
      last?.ingredient === mention.ingredient &&
      between &&
      between.length <= 5 &&
      !between.some(({ norm }) => /^(?:e|mas|depois|nao|[.;?])$/.test(norm))
    )
      kept.splice(-1, 1, {
        ...mention,
        lead: last.lead,
        from: last.from,
        dose: last.dose ?? mention.dose,
      })
    else kept.push(mention)
    return kept
  }, [])
}

/**
 * Character where a pause parts the order from the question behind it: "Prednisona 40 por cinco
 * dias… você tem diabetes?"
 */
function pauseAfter(tokens: readonly Token[], { from }: MedicationMention): number {
  return tokens.slice(from).find(({ norm }) => norm === '…')?.start ?? Number.POSITIVE_INFINITY
}

/** "O Orlando toma zolpidem": by a name that no doctor calls in this visit. */
function namesOther(
  { text, tokens }: Statement,
  { from }: MedicationMention,
  visit: Visit,
): boolean {
  const before = text.slice(0, tokens[from]!.start)
  const name = /\b(?:[oa]|seu|dona) (\p{Lu}\p{Ll}+) (?:é que )?(?:toma|usa|tomava|usava)\b/iu.exec(
    textAfterLast(before, '.;'),
  )?.[1]
  if (name === undefined || !/^\p{Lu}/u.test(name)) return false
  return !visit.statements.some(
    (each) => visit.roles[each.index] === 'doctor' && each.text.includes(name),
  )
}

/**
 * "Suspende", "larguei", "cortaram": it is over; not "se der febre, para o Tapazol", nor a dose
 * that was taken once.
 */
function isOver({ tokens }: Statement, { from, to }: MedicationMention, act: Act): boolean {
  if (act !== 'stops')
    return act === 'took' && ENDED.test(wordsOf(tokens.slice(Math.max(0, from - 6), to + 8)))
  const before = tokens.slice(0, from)
  return !before.some(({ norm }) => /^(?:se|caso|quando|:)$/.test(norm))
}

const THINKS_AGAIN = /\b(?:espera|perai|pera|melhor nao|alias|pensando bem|calma)\b/

/** "Atenolol eu tomava", the name before its verb. */
const TAKEN_THEN = /^\S+ (?:que )?(?:eu |ele |ela |voce |o senhor |a senhora )?(?:tomava|usava)\b/

const ENDED =
  /\b(?:parei|parou|larguei|largou|suspendeu|suspendi|suspenderam|tirou|tiraram|cortaram|cortou|cortei|acabou|pararam|trocaram|trocou)\b/
