/**
 * What an object within a list's element is about: the element itself once more, how it is taken,
 * one part of it, or something else. A name means the element's only in the first three: the maker
 * of a medicine has a name of its own.
 */
import { conceptOf } from './concepts.ts'
import { codesNamed } from './diagnosis-codes.ts'
import { nameWords, tellingWords } from './labels.ts'
import { type Part, partNamed } from './medication-part.ts'

export type Around =
  | { kind: 'item' }
  /** Everything of a medicine but its name. */
  | { kind: 'directions' }
  /** Part of a medicine (`dose: { valor, unidade }`). */
  | { kind: 'part'; part: Part }
  | { kind: 'other' }

export function aroundWithin(
  outer: Around,
  name: string,
  { list, isMedication }: { list: string; isMedication: boolean },
): Around {
  if (outer.kind === 'other' || outer.kind === 'part') return { kind: 'other' }
  const words = nameWords(name)
  const key = words.join(' ')
  if (NEUTRAL.test(key)) return outer
  if (!isMedication) {
    const isSame = isElementOf(words, list) || VALUES.test(key) || isCoding(name)
    return isSame ? outer : { kind: 'other' }
  }
  if (outer.kind === 'item' && (MEDICINE.test(key) || isElementOf(words, list))) return outer
  if (DIRECTIONS.test(key)) return { kind: 'directions' }
  const part = partNamed(name, '')
  return part && part !== 'name' ? { kind: 'part', part } : { kind: 'other' }
}

const NEUTRAL = /^(?:item|dados|detalhes|informacoes|info|details|data)(?: (?:do|da) item)?$/
const VALUES = /^(?:resultado|valor|medida|medicao|result|value|measurement)$/
const MEDICINE =
  /^(?:medicamento|medicacao|remedio|farmaco|droga|produto|medication|medicine|drug|product)$/
const DIRECTIONS =
  /^(?:posologia|prescricao|administracao|uso|modo (?:de )?uso|tratamento|esquema(?: terapeutico)?|instruc(?:ao|oes)|orientac(?:ao|oes)|dosage|directions|administration|treatment|regimen)$/

/** `diagnostico` is an element of `diagnosticos`, `exame` of `examesSolicitados`. */
function isElementOf(words: readonly string[], list: string): boolean {
  const listed = new Set(tellingWords(nameWords(list)).map(stem))
  const telling = tellingWords(words).map(stem)
  if (telling.length > 0 && telling.every((word) => listed.has(word))) return true
  const [own, all] = [conceptOf(words.join(' '), ''), conceptOf(list, '')]
  return own?.kind === 'section' && all?.kind === 'section' && own.section === all.section
}

function stem(word: string): string {
  return word.replace(/(?:oes|ao)$/, 'o').replace(/s$/, '')
}

function isCoding(name: string): boolean {
  const isOne = codesNamed(name, [{ code: '', description: '' }]).length > 0
  return isOne || /^(?:codificacao|classificacao|coding|classification)$/.test(name.toLowerCase())
}
