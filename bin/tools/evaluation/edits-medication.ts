/** Drugs, doses, units and frequencies made wrong: the errors that harm most. */
import { tokenize } from '../../../core/portuguese/tokens.ts'
import type { Change, EditedValue, EditInput, EditKind } from './edits-kinds.ts'
import { findDrugs, foldedWords, places, replaced } from './edits-words.ts'

export function editMedication(input: EditInput): Change[] {
  return input.values.flatMap((value) => [
    ...drugs(input, value),
    ...doses(input, value),
    ...units(input, value),
    ...frequencies(input, value),
  ])
}

/** Common enough that every document could hold them; look-alikes among them on purpose. */
const DRUGS =
  'losartana|enalapril|metformina|glibenclamida|sinvastatina|rosuvastatina|omeprazol|pantoprazol|amoxicilina|azitromicina|cefalexina|ibuprofeno|nimesulida|dipirona|paracetamol|prednisona|dexametasona|clonazepam|diazepam|sertralina|fluoxetina|amitriptilina|carbamazepina|varfarina|digoxina|furosemida|hidroclorotiazida|espironolactona|atenolol|propranolol|captopril|loratadina|fexofenadina|levotiroxina|salbutamol|budesonida|tramadol|codeína|metoclopramida|ondansetrona'.split(
    '|',
  )

function drugs({ words, choose }: EditInput, { path, text }: EditedValue): Change[] {
  const tokens = tokenize(text)
  return findDrugs(tokens).flatMap((mention): Change[] => {
    const strangers = DRUGS.filter(
      (name) =>
        !words.says(name) &&
        findDrugs(tokenize(name)).every(({ ingredient }) => !words.drugs.has(ingredient)),
    )
    const other = strangers[choose(strangers.length)]
    if (!other) return []
    const start = tokens[mention.from]!.start
    const end = tokens[mention.from + mention.name.split(' ').length - 1]!.end
    return [{ kind: 'drug_swapped', path, before: text, after: replaced(text, start, end, other) }]
  })
}

const DOSE =
  /(?<!\d|\d[.,])(\d+(?:[.,]\d+)*)(\s*)(mg|mcg|g|ml|mL|UI|gotas?|comprimidos?|cápsulas?|jatos?|miligramas?|unidades?)(?!\p{L}|\/)/gu

function doses(input: EditInput, { path, text }: EditedValue): Change[] {
  const { words, values } = input
  if (findDrugs(tokenize(text)).length === 0) return []
  return [...text.matchAll(DOSE)].flatMap((match): Change[] => {
    const value = Number(match[1]!.replace('.', '').replace(',', '.'))
    const change = (kind: EditKind, next: number): Change[] =>
      words.numbers.has(next) && kind !== 'dose_of_another'
        ? []
        : [
            {
              kind,
              path,
              before: text,
              after: replaced(text, match.index, match.index + match[1]!.length, written(next)),
            },
          ]
    const foreign = otherDose(values, text, match[3]!, value)
    return [
      ...change('dose_times_ten', value * 10),
      ...change('dose_divided_by_ten', value / 10),
      ...(foreign === undefined ? [] : change('dose_of_another', foreign)),
    ]
  })
}

/** A dose that another drug of the document has, and this one nowhere. */
function otherDose(
  values: readonly EditedValue[],
  text: string,
  unit: string,
  own: number,
): number | undefined {
  const drugsOf = (one: string) =>
    new Set(findDrugs(tokenize(one)).map(({ ingredient }) => ingredient))
  const here = drugsOf(text)
  if (here.size !== 1) return undefined
  const dosesOf = (one: string) =>
    [...one.matchAll(DOSE)]
      .filter((match) => match[3] === unit)
      .map((match) => Number(match[1]!.replace('.', '').replace(',', '.')))
  const others = values.filter((one) => [...drugsOf(one.text)].every((drug) => !here.has(drug)))
  const mine = values
    .filter((one) => [...drugsOf(one.text)].some((drug) => here.has(drug)))
    .flatMap((one) => dosesOf(one.text))
  return others
    .filter((one) => drugsOf(one.text).size === 1)
    .flatMap((one) => dosesOf(one.text))
    .find((dose) => dose !== own && !mine.includes(dose))
}

function written(value: number): string {
  return String(Math.round(value * 10_000) / 10_000).replace('.', ',')
}

const OTHER_UNIT: Record<string, string> = {
  mg: 'g',
  mcg: 'mg',
  g: 'mg',
  ml: 'L',
  mL: 'L',
  UI: 'mg',
  gotas: 'comprimidos',
  comprimido: 'frasco',
  comprimidos: 'mL',
  jatos: 'comprimidos',
  kg: 'g',
  cm: 'm',
  m: 'cm',
  '°C': '°F',
  horas: 'dias',
  dias: 'semanas',
  semanas: 'meses',
  meses: 'semanas',
}

function units({ words }: EditInput, { path, text }: EditedValue): Change[] {
  const found = places(
    text,
    /(?<=\d|\s)(?:mg|mcg|g|mL|ml|UI|gotas|comprimidos?|jatos|kg|cm|m|°C)(?<=\d\s*\S+?)(?![\p{L}/²])/gu,
  )
  return found.flatMap(({ start, end, word }): Change[] => {
    const other = OTHER_UNIT[word]
    const number = /(?<![\d.,])([\d.,]+)$/.exec(text.slice(0, start).trimEnd())?.[1]
    if (!other || !number || words.says(`${number} ${other}`)) return []
    return [{ kind: 'unit_changed', path, before: text, after: replaced(text, start, end, other) }]
  })
}

/** Ways to say how often; each line says the same. */
const FREQUENCIES = [
  [
    'uma vez ao dia',
    '1 vez ao dia',
    'uma vez por dia',
    'um por dia',
    'um comprimido por dia',
    '24/24h',
  ],
  [
    'duas vezes ao dia',
    '2 vezes ao dia',
    'duas vezes por dia',
    'de 12 em 12 horas',
    'de doze em doze horas',
    'a cada 12 horas',
    '12/12h',
    'de manhã e à noite',
    'de manhã e de noite',
  ],
  [
    'três vezes ao dia',
    '3 vezes ao dia',
    'três vezes por dia',
    'de 8 em 8 horas',
    'de oito em oito horas',
    'a cada 8 horas',
    '8/8h',
  ],
  [
    'quatro vezes ao dia',
    '4 vezes ao dia',
    'de 6 em 6 horas',
    'de seis em seis horas',
    'a cada 6 horas',
    '6/6h',
  ],
  ['de 4 em 4 horas', 'de quatro em quatro horas', 'a cada 4 horas', 'seis vezes ao dia'],
  ['uma vez por semana', '1 vez por semana', 'um por semana', 'semanalmente'],
  ['à noite', 'de noite', 'antes de dormir', 'ao deitar'],
  ['de manhã', 'pela manhã', 'em jejum'],
] as const

const ONCE_A_DAY = new Set([0, 6, 7])

function frequencies({ words, choose }: EditInput, { path, text }: EditedValue): Change[] {
  if (findDrugs(tokenize(text)).length === 0) return []
  const all: readonly (readonly string[])[] = FREQUENCIES
  const lower = text.toLowerCase()
  return all.flatMap((same, at): Change[] => {
    const phrase = [...same].sort((a, b) => b.length - a.length).find((one) => lower.includes(one))
    if (!phrase) return []
    const start = lower.indexOf(phrase)
    // "De manhã e à noite" is no "à noite".
    if (/\be\s*$/.test(text.slice(0, start)) || /^\s*e\b/.test(text.slice(start + phrase.length)))
      return []
    const others = all.filter(
      (line, index) =>
        index !== at &&
        // Once a day, in the morning and at night are no contradiction to each other.
        !(ONCE_A_DAY.has(index) && ONCE_A_DAY.has(at) && (index === 0 || at === 0)) &&
        line.every((one) => !words.text.includes(` ${foldedWords(one)}`)),
    )
    const line = others[choose(Math.max(1, others.length))]
    if (!line) return []
    const after = replaced(text, start, start + phrase.length, line[choose(line.length)]!)
    return [{ kind: 'frequency_changed', path, before: text, after }]
  })
}
