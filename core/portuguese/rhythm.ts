/**
 * How often something is taken or done, so that all ways to say it compare: "de 8 em 8 horas",
 * "8/8h", "três vezes ao dia".
 */
import { readNumbers } from './numbers.ts'
import { type Token, tokenize } from './tokens.ts'

export interface Rhythm {
  /** Times in the period; null when only a moment was said. */
  times: number | null
  per: 'day' | 'week' | 'month'
  moment: 'morning' | 'noon' | 'night' | null
}

/** A rhythm in tokens [from, to). */
interface RhythmMention extends Rhythm {
  from: number
  to: number
  /** "Três vezes" without a day or a week: as often a count as a rhythm. */
  bare?: true
  /** "Vinte de manhã e dez à noite": its numbers are how much, not how often. */
  holdsDoses?: true
}

/**
 * Numbers as digits, so that one pattern reads "oito em oito" and "8 em 8"; `at[i]` is the token of
 * character i.
 */
function inDigits(tokens: readonly Token[]): { text: string; at: number[] } {
  const numbers = new Map(readNumbers(tokens).map((number) => [number.from, number]))
  let text = ' '
  const places = [0]
  for (let at = 0; at < tokens.length; ) {
    const number = numbers.get(at)
    const word = `${number ? number.value : tokens[at]!.norm.toLowerCase()} `
    text += word
    for (const _ of word) places.push(at)
    at = number ? number.to : at + 1
  }
  places.push(tokens.length)
  return { text, at: places }
}

const PERIOD: Record<string, Rhythm['per']> = { dia: 'day', semana: 'week', mes: 'month' }
const NIGHT = '(?:a noite|de noite|noite|dormir|deitar|jantar|janta)'
const MORNING = '(?:manha|jejum|cafe|acordar|levantar|cedo)'

export function frequenciesIn(text: string): Rhythm[] {
  return rhythmsOf(tokenize(text))
}

/** Every rhythm of a statement with its place. */
export function rhythmsOf(tokens: readonly Token[]): RhythmMention[] {
  const found: RhythmMention[] = []
  const { text, at } = inDigits(tokens)
  let rest = text
  const take = (
    pattern: RegExp,
    read: (match: RegExpMatchArray) => (Rhythm & { bare?: true; holdsDoses?: true }) | null,
  ) => {
    for (const match of rest.matchAll(pattern)) {
      const rhythm = read(match)
      const end = match.index + match[0].length
      if (rhythm) found.push({ ...rhythm, from: at[match.index + 1]!, to: at[end - 1]! + 1 })
    }
    // What was read is read once; everything keeps its place.
    rest = rest.replace(pattern, (read) => ` ${'_'.repeat(read.length - 1)}`)
  }
  const daily = (times: number): Rhythm => ({ times, per: 'day', moment: null })
  const hours = (every: number) => (every > 0 && 24 % every === 0 ? daily(24 / every) : null)

  // "Enoxaparina, quarenta por dia": nobody takes anything so often.
  take(/ (?:1[3-9]|[2-9]\d|\d{3,}) (?:por|ao) dia(?= )/g, () => ({ ...daily(1), holdsDoses: true }))
  take(/ (\d+) em (\d+)(?: h(?:oras?)?\b|(?= ))/g, (m) =>
    m[1] === m[2] ? hours(Number(m[1])) : null,
  )
  take(/ (\d+) \/ (\d+) ?h?(?:oras?)?(?= )/g, (m) => (m[1] === m[2] ? hours(Number(m[1])) : null))
  take(/ (?:a )?cada (\d+) h(?:oras?)?(?= )/g, (m) => hours(Number(m[1])))
  take(
    / (\d+) (vez(?:es)?|x|cigarros?|macos?|copos?|latas?|garrafas?|xicaras?|comprimidos?|capsulas?|gotas?|jatos?|doses?)? ?(?:(?:ao|por|no|a|na|\/) |todo |toda |cada )(dia|semana|mes)(?= (?!passad|retrasad|que vem|seguinte|anterior|da |de |do ))/g,
    ([, times, counted = 'vez', per]) =>
      // Two tablets a day may be taken at once or not.
      !/^(?:comp|caps|got|jat|dos)/.test(counted) || times === '1'
        ? { times: Number(times), per: PERIOD[per!]!, moment: null }
        : null,
  )
  // "Sessenta quilômetros por semana" is how much, not how often; a dose by weight says nothing of
  // either.
  take(
    / \d+ (?!m?c?g |ml |l |ui |unidades? |(?:mili|micro)?gramas? |miligramas? |mililitros? )[a-z]+ por (?:dia|semana|mes)(?= )/g,
    () => null,
  )
  take(/ (\d+) (?:vezes|x)(?= )/g, (m) => ({ ...daily(Number(m[1])), bare: true }))
  take(/ (?:diariamente|diario|diaria|todo dia|todos os dias|por dia|ao dia)(?= )/g, () => daily(1))
  take(/ (?:semanalmente|semanal|toda semana|por semana)(?= )/g, () => ({
    times: 1,
    per: 'week',
    moment: null,
  }))
  take(
    new RegExp(
      ` ${MORNING}(?: ,| e)? (?:(?:\\d+|ui|unidades?|mg|ml|gotas?|comprimidos?|pel[ao]|outro|outra|de|da|a|na|no|ao|do) )*(?:tarde|almoco)(?: ,)? (?:e |a |de )*(?:\\w+ )?${NIGHT}(?= )`,
      'g',
    ),
    () => ({ ...daily(3), holdsDoses: true }),
  )
  take(
    new RegExp(
      ` ${MORNING}(?: ,)? (?:e|ou) (?:(?:\\d+|ui|unidades?|mg|ml|gotas?|comprimidos?|pel[ao]|outro|outra|de|da|a|na|no|ao|do|antes) )*${NIGHT}(?= )`,
      'g',
    ),
    () => ({ ...daily(2), holdsDoses: true }),
  )
  take(
    new RegExp(
      ` (?:almoco|meio dia)(?: ,)? e (?:(?:\\d+|ui|unidades?|mg|ml|gotas?|comprimidos?|pel[ao]|outro|outra|de|da|a|na|no|ao|do|antes|depois|apos) )*${NIGHT}(?= )`,
      'g',
    ),
    () => ({ ...daily(2), holdsDoses: true }),
  )
  take(new RegExp(` ${NIGHT}(?= )`, 'g'), () => ({ times: null, per: 'day', moment: 'night' }))
  take(new RegExp(` ${MORNING}(?= )`, 'g'), () => ({ times: null, per: 'day', moment: 'morning' }))
  take(/ (?:almoco|meio dia)(?= )/g, () => ({ times: null, per: 'day', moment: 'noon' }))
  return found
}

/** A moment of the day is once a day; without a moment on one side only the count is compared. */
export function sameRhythm(one: Rhythm, other: Rhythm): boolean {
  if (one.per !== other.per) return false
  if (one.moment && other.moment) return one.moment === other.moment
  return (one.times ?? 1) === (other.times ?? 1)
}
