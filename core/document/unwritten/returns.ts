/** When the patient comes back: a length of time or a day ahead, beside a word for coming back. */
import { readDates } from '../../portuguese/dates.ts'
import { readDurations } from '../../portuguese/durations.ts'
import { normAt } from '../../portuguese/tokens.ts'
import type { Fact } from './fact.ts'
import { chartText } from './fact.ts'
import { isPatients, type Said, type Visit } from './visit-reader.ts'

export function returnsIn({ said }: Visit): Fact[] {
  return said.flatMap(returnOf)
}

export const COMES_BACK =
  /^(?:retorn\p{L}+|volt[aeo]|voltar|volte|volta|reavali\p{L}+|revejo|rever|revemos|reve|consulta|vemos|vejo|ve|venha|vem|marcad[oa])$/u
const REACH = 8

function returnOf(one: Said): Fact[] {
  const { statement, role } = one
  const { tokens, question } = statement
  if (
    question ||
    role === 'patient' ||
    /\bse (?:\p{L}+ )?(?:piorar|nao|der|tiver)\b/u.test(one.words)
  )
    return []
  const cues = tokens.flatMap(({ norm }, at) => (COMES_BACK.test(norm) ? [at] : []))
  if (cues.length === 0) return []
  const whens = [...lengthsAhead(one), ...daysAhead(one)]
  return whens.slice(0, 1).flatMap(({ from, to, key }): Fact[] => {
    const cue = cues.find((at) => Math.abs(from - at) <= REACH)
    if (cue === undefined || !isPatients(one, cue)) return []
    const [start, end] = [tokens[from]!.start, tokens[to - 1]!.end]
    const when = chartText(statement, start, end)
    return [
      {
        kind: 'return',
        keys: ['retorno'],
        details: [key],
        statement,
        start,
        end,
        text: `Retorno ${when.slice(0, 1).toLocaleLowerCase('pt-BR')}${when.slice(1)}`,
        tells: 1,
        isDecided: true,
      },
    ]
  })
}

interface When {
  from: number
  to: number
  key: string
}

/** "Em trinta dias", "daqui a duas semanas", "com quinze dias". */
function lengthsAhead({ statement: { tokens } }: Pick<Said, 'statement'>): When[] {
  return readDurations(tokens).flatMap(({ kind, iso, unit, from, to }) => {
    const isAhead =
      kind === 'ahead' ||
      /^(?:em|com|daqui|dentro|por)$/.test(normAt(tokens, from)) ||
      /^(?:em|com|daqui|dentro)$/.test(normAt(tokens, from - 1))
    if (kind === 'ago' || !isAhead || iso === null || /^(?:minute|hour|second)$/.test(unit))
      return []
    const lead = /^(?:em|com)$/.test(normAt(tokens, from - 1)) ? from - 1 : from
    return [{ from: lead, to, key: inDays(iso) }]
  })
}

/** "Mês que vem", "segunda que vem", "dia 15". */
export function daysAhead({ statement: { tokens } }: Pick<Said, 'statement'>): When[] {
  return readDates(tokens).flatMap(({ iso, relative, from, to }) => {
    if (relative && relative.amount > 0)
      return [{ from, to, key: `${relative.amount} ${relative.unit} ${relative.weekday ?? ''}` }]
    return iso?.startsWith('--') && !iso.startsWith('---0') ? [{ from, to, key: iso }] : []
  })
}

/** "P2W" and "P15D" are both a fortnight as people count. */
export function inDays(iso: string): string {
  const [, years = 0, months = 0, weeks = 0, days = 0] =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?/.exec(iso) ?? []
  const all = Number(years) * 360 + Number(months) * 30 + Number(weeks) * 7 + Number(days)
  return `${all === 14 ? 15 : all === 28 ? 30 : all} d`
}
