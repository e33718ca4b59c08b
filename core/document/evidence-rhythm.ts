/** How often something is taken or done, so that all ways to say it compare: "de 8 em 8 horas", "8/8h", "três vezes ao dia". */
import { readNumbers } from './extractors/numbers.ts'
import { tokenize } from './extractors/tokens.ts'

export interface Rhythm {
  /** Times in the period; null when only a moment was said. */
  times: number | null
  per: 'day' | 'week' | 'month'
  moment: 'morning' | 'noon' | 'night' | null
}

/** Numbers as digits, so that one pattern reads "oito em oito" and "8 em 8". */
function inDigits(text: string): string {
  const tokens = tokenize(text)
  const numbers = new Map(readNumbers(tokens).map((number) => [number.from, number]))
  const words: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const number = numbers.get(at)
    words.push(number ? String(number.value) : tokens[at]!.norm.toLowerCase())
    at = number ? number.to : at + 1
  }
  return words.join(' ')
}

const PERIOD: Record<string, Rhythm['per']> = { dia: 'day', semana: 'week', mes: 'month' }
const NIGHT = '(?:a noite|de noite|noite|dormir|deitar|jantar|janta)'
const MORNING = '(?:manha|jejum|cafe|acordar|levantar|cedo)'

export function frequenciesIn(text: string): Rhythm[] {
  const found: Rhythm[] = []
  let rest = ` ${inDigits(text)} `
  const take = (pattern: RegExp, read: (match: RegExpMatchArray) => Rhythm | null) => {
    for (const match of rest.matchAll(pattern)) {
      const rhythm = read(match)
      if (rhythm) found.push(rhythm)
    }
    rest = rest.replace(pattern, ' ')
  }
  const daily = (times: number): Rhythm => ({ times, per: 'day', moment: null })
  const hours = (every: number) => (every > 0 && 24 % every === 0 ? daily(24 / every) : null)

  take(/ (\d+) em (\d+)(?: h(?:oras?)?\b|(?= ))/g, (m) =>
    m[1] === m[2] ? hours(Number(m[1])) : null,
  )
  take(/ (\d+) \/ (\d+) ?h?(?:oras?)?(?= )/g, (m) => (m[1] === m[2] ? hours(Number(m[1])) : null))
  take(/ (?:a )?cada (\d+) h(?:oras?)?(?= )/g, (m) => hours(Number(m[1])))
  take(
    / (\d+) (vez(?:es)?|x|comprimidos?|capsulas?|gotas?|jatos?|doses?)? ?(?:(?:ao|por|no|a|na) |todo |toda |cada )(dia|semana|mes)(?= )/g,
    ([, times, counted = 'vez', per]) =>
      // Two tablets a day may be taken at once or not.
      /^(?:vez|x)/.test(counted) || times === '1'
        ? { times: Number(times), per: PERIOD[per!]!, moment: null }
        : null,
  )
  take(/ (\d+) (?:vezes|x)(?= )/g, (m) => daily(Number(m[1])))
  take(/ (?:diariamente|diario|diaria|todo dia|todos os dias|por dia|ao dia)(?= )/g, () => daily(1))
  take(/ (?:semanalmente|semanal|toda semana|por semana)(?= )/g, () => ({
    ...{ times: 1, per: 'week', moment: null },
  }))
  take(
    new RegExp(
      ` ${MORNING}(?: ,| e)? (?:(?:\\d+|outro|outra|de|da|a|na|no|ao|do) )*(?:tarde|almoco)(?: ,)? (?:e |a |de )*(?:\\w+ )?${NIGHT}(?= )`,
      'g',
    ),
    () => daily(3),
  )
  take(
    new RegExp(
      ` ${MORNING}(?: ,)? (?:e|ou) (?:(?:\\d+|outro|outra|de|da|a|na|no|ao|do|antes) )*${NIGHT}(?= )`,
      'g',
    ),
    () => daily(2),
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
