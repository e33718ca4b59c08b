/**
 * A prescribed medicine as its parts, each a stretch of the line as it stands in the document:
 * "Losartana 50 mg, um comprimido via oral uma vez ao dia por 30 dias". What is suspended, denied
 * or exchanged is no prescription.
 */
import type {
  MedicationFinder,
  MedicationMention,
} from '../document/medicines/medication-mentions.ts'
import { doseUnit } from '../document/medicines/medication-mentions.ts'
import { type NumberPhrase, readNumbers } from '../portuguese/numbers.ts'
import { fold, type Token, tokenize } from '../portuguese/tokens.ts'

export interface MedicationParts {
  name: string
  /** "50 mg"; its number and unit also apart. */
  dose: string | null
  doseValue: number | null
  doseUnit: string | null
  /** "um comprimido", "20 gotas". */
  quantity: string | null
  route: string | null
  frequency: string | null
  duration: string | null
  /** "se dor". */
  condition: string | null
  /** Said to be only when needed; null says nothing about it. */
  asNeeded: true | null
  /** Everything after the name. */
  directions: string | null
  whole: string
}

/** @param find reads the lexicon of medicines */
export function splitMedications(text: string, find: MedicationFinder): MedicationParts[] {
  if (NOT_TAKEN.test(fold(text))) return []
  const tokens = tokenize(text)
  const names = withCombinations(find(tokens), tokens)
  if (names.length === 0) return unknownMedicine(text)
  return names.map(({ from, to }, index) => {
    const next = names[index + 1]
    const start = tokens[from]!.start
    const end = next ? tokens[next.from]!.start : text.length
    const whole = text
      .slice(start, end)
      .replace(/(?<![\s,;.])[\s,;.]+(?:(?:e|mais)[\s,;.]*)?$/i, '')
    return partsOf(whole, tokens[to - 1]!.end - start)
  })
}

/**
 * Names, tokens [from, to): "losartana + hidroclorotiazida" and "insulina NPH" are one medicine.
 */
function withCombinations(
  mentions: readonly MedicationMention[],
  tokens: readonly Token[],
): { from: number; to: number }[] {
  const names: { from: number; to: number }[] = []
  for (const { from, name } of mentions) {
    const to = from + name.split(' ').length
    const last = names.at(-1)
    const between = last && tokens.slice(last.to, from)
    if (last && between?.every(({ norm }) => norm === '+' || norm === '/')) last.to = to
    else names.push({ from, to })
  }
  return names
}

const NOT_TAKEN =
  /\b(?:nao|nunca|sem|nega|suspend\w*|suspens\w+|par(?:ar|ou|e|ei)|interromp\w+|evit\w+|troc\w+|substitu\w+|alergi\w+)\b/

/** A name that the lexicon lacks counts when a dose follows it, or when it stands alone. */
function unknownMedicine(text: string): MedicationParts[] {
  const trimmed = text.trim().replace(/(?<![.;,])[.;,]+$/, '')
  const named = /^([\p{L}][\p{L}\d -]{1,60}?)\s+(?=\d)/u.exec(trimmed)
  if (named && DOSE.test(places(trimmed))) return [partsOf(trimmed, named[1]!.length)]
  const alone = trimmed.split(/\s+/).length <= 3 && /^[\p{L}\d\s-]+$/u.test(trimmed)
  return alone ? [partsOf(trimmed, trimmed.length)] : []
}

const NUMBER =
  '(?:(?<![\\d.,/])\\d+(?:[.,]\\d+)?(?: ?/ ?\\d+(?:[.,]\\d+)?)?|meio|meia|um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta|quarenta|cinquenta|cem|quinhentos)'
const DOSE = new RegExp(
  `\\b${NUMBER}(?: (?:e|virgula) ${NUMBER}){0,4}(?: mil)? ?(?:mg/ml|mg|g|gramas?|mcg|ug|ml|ui|miligramas?|microgramas?|mililitros?|unidades?|meq|%)(?![\\p{L}\\d])`,
  'u',
)
const QUANTITY = new RegExp(
  `\\b${NUMBER} ?(?:comprimidos?|cp|capsulas?|gotas?|jatos?|puffs?|sache(?:s|ts)?|ampolas?|colher(?:es)?(?: de (?:cha|sopa|sobremesa))?|aplicac(?:ao|oes)|inalac(?:ao|oes))\\b`,
  'u',
)
const ROUTE =
  /\b(?:(?:por |pela )?via (?:oral|sublingual|intramuscular|endovenosa|intravenosa|subcutanea|inalatoria|nasal|ocular|otologica|retal|vaginal|topica)|uso topico|vo|im|ev|iv|sc|sl)\b/
const FREQUENCY = new RegExp(
  `\\b(?:(?:de )?${NUMBER} (?:em|/) ?${NUMBER} ?(?:horas?|hs?|dias?)|(?:a )?cada ${NUMBER} ?(?:horas?|hs?|dias?|semanas?)|\\d{1,2} ?/ ?\\d{1,2} ?(?:horas?|hs?)|${NUMBER} ?(?:vez(?:es)?|x) ?(?:ao dia|por dia|no dia|dia|por semana|na semana|ao mes|por mes|/ ?dia)|diariamente|semanalmente|(?:todos os dias|todo dia)|dias alternados)(?: (?:pela manha|de manha|a noite|a tarde|antes de dormir|ao deitar|em jejum|(?:antes|depois|apos|durante) (?:do|o|das|as|da|a)? ?(?:almoco|jantar|cafe(?: da manha)?|refeicoes)))?`,
  'u',
)
const TIME_OF_DAY =
  /\b(?:pela manha|de manha|a noite|a tarde|antes de dormir|ao deitar|em jejum|(?:antes|depois|apos) (?:do|das|da|o|as) (?:almoco|jantar|cafe(?: da manha)?|refeicoes))(?![\p{L}\d])/u
const DURATION = new RegExp(
  `\\b(?:(?:por|durante) (?:mais )?${NUMBER} (?:dias?|semanas?|mes(?:es)?|anos?)|uso continuo|continuamente)\\b`,
  'u',
)
/** No condition is longer: a text that begins many and ends none would be read from each. */
const CONDITION =
  /\b(?:se (?:necessario|preciso|precisar|(?:tiver|sentir|houver) [\p{L} ]{1,99}?|[\p{L}]+(?: (?:ou|e) [\p{L}]+)?)|em caso de [\p{L} ]{1,99}?|quando (?:necessario|houver [\p{L} ]{1,99}?)|sos)(?=$|[,.;)]| por | durante )/u

function partsOf(whole: string, nameEnd: number): MedicationParts {
  const folded = places(whole)
  const taken: [number, number][] = [[0, nameEnd]]
  function part(pattern: RegExp): string | null {
    for (const match of folded.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))) {
      const [from, to] = [match.index, match.index + match[0].trimEnd().length]
      if (taken.some(([start, end]) => from < end && to > start)) continue
      taken.push([from, to])
      return whole.slice(from, to)
    }
    return null
  }
  const dose = part(DOSE)
  const frequency = part(FREQUENCY) ?? part(TIME_OF_DAY)
  const duration = part(DURATION)
  const condition = part(CONDITION)
  const directions = whole
    .slice(nameEnd)
    .replace(/^[\s,;:–-]+/, '')
    .trim()
  return {
    name: whole.slice(0, nameEnd),
    dose,
    ...measured(dose),
    quantity: part(QUANTITY),
    route: part(ROUTE),
    frequency,
    duration,
    condition,
    asNeeded: condition === null ? null : true,
    directions: directions === '' ? null : directions,
    whole,
  }
}

/** "0,5 mg" is 0.5 and "mg"; "160/12,5 mg" is no one number. */
function measured(dose: string | null): Pick<MedicationParts, 'doseValue' | 'doseUnit'> {
  if (dose === null) return { doseValue: null, doseUnit: null }
  const tokens = tokenize(dose)
  const numbers: NumberPhrase[] = readNumbers(tokens)
  const last = tokens.at(-1)
  const unit = last && doseUnit(last.norm.toLowerCase())
  return {
    doseValue: numbers.length === 1 ? numbers[0]!.value : null,
    doseUnit: /mg\/ml$/i.test(dose) ? 'mg/mL' : unit ? (WRITTEN_UNITS[unit] ?? unit) : null,
  }
}

const WRITTEN_UNITS: Record<string, string> = { ui: 'UI', ml: 'mL', meq: 'mEq' }

/** Lower case without accents, letter by letter: a place in it is a place in the text. */
function places(text: string): string {
  return Array.from({ length: text.length }, (_, index) => fold(text[index]!)[0] ?? ' ').join('')
}
