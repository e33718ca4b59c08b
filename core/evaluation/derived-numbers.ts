/**
 * Numbers that a careful doctor writes though nobody said them in these digits, each by a rule that
 * can be followed.
 */
import type { DocumentContent, DocumentValue } from '../contract/api.ts'
import { MONTHS } from '../portuguese/months.ts'
import type { Named } from './foreign-names.ts'

interface Where {
  path: readonly string[]
  text: string
  sources: string
  known: Named
  document: DocumentContent
}

/** Whether `number` follows from what was said. */
export function isDerived(
  number: number,
  { path, text, sources, known, document }: Where,
): boolean {
  const said = [...known.numbers].map(Number)
  const place = `${path.join(' ')} ${text}`.toLowerCase()
  const key = (path[1] ?? '').toLowerCase()
  const follows = (rule: (a: number, b: number) => number) =>
    said.some((a) => said.some((b) => isClose(rule(a, b), number)))

  if (key.startsWith('imc'))
    return isBodyMassIndex(number, document[path[0] ?? ''] ?? null, path[1] ?? '')
  // "12 por 8"
  if (/press|\bpa\b/.test(place) && said.includes(number / 10)) return true
  // "1 metro e 65"; "um metro e 65", where "um" may be an article.
  if (/altura|comprimento|estatura/.test(place) && follows((m, cm) => m + cm / 100)) return true
  if (/altura|comprimento|estatura/.test(place) && said.includes(Math.round(number * 100) - 100))
    return true
  if (/altura|comprimento|estatura/.test(place) && said.includes(Math.round(number * 100)))
    return true
  // "38 e 2"
  if (/temperatura|febre|°/.test(place) && follows((a, b) => (b < 10 ? a + b / 10 : a))) return true
  // "72 quilos e 300 gramas", "72 quilos e meio"
  if (/peso|kg/.test(place) && follows((kg, g) => kg + g / 1000)) return true
  if (/\bmei[oa]\b/i.test(sources) && (number === 0.5 || said.includes(number - 0.5))) return true
  // A packet is twenty cigarettes.
  if (/maço|tabágica/.test(place) && (follows((a, b) => a * b) || follows((a, b) => (a * b) / 20)))
    return true
  if (/ganho|perda|balanço|total/.test(key) && follows((a, b) => a - b)) return true
  if (/ganhos|perdas|balanço|total/.test(key) && follows((a, b) => a + b)) return true
  if (number === 0) return /(?:nenhum|nunca|sem|não|nulípara|zero)/i.test(sources)
  if (number === 1) return /(?:^|\s)(?:um|uma|primeir[oa])(?:\s|$)/i.test(sources)
  return isMonth(number, text, sources) || isYear(number, said, text)
}

/**
 * Whether it follows from the weight and height that the same document gives; `IMC Pré-Gestacional`
 * is that of `Peso Pré-Gestacional`.
 */
function isBodyMassIndex(number: number, measures: DocumentValue, key: string): boolean {
  if (measures === null || typeof measures !== 'object' || Array.isArray(measures)) return false
  const [kg, m] = [key.replace('IMC', 'Peso'), 'Altura'].map((name) =>
    Number.parseFloat((measures[name] ?? '').replace(',', '.')),
  )
  return kg !== undefined && m !== undefined && isClose(kg / (m > 3 ? m / 100 : m) ** 2, number)
}

/** "10/05" of "dez de maio". */
function isMonth(number: number, text: string, sources: string): boolean {
  const name = MONTHS[number - 1]
  return name !== undefined && /\d\/\d/.test(text) && new RegExp(`\\b${name}\\b`, 'i').test(sources)
}

/** "12/03/2024" of "doze de março de vinte e quatro". */
function isYear(number: number, said: readonly number[], text: string): boolean {
  return number > 1900 && said.includes(number % 100) && /\d\/\d/.test(text)
}

function isClose(left: number, right: number): boolean {
  return Math.abs(left - right) < 0.0051 || Math.round(left * 10) / 10 === right
}
