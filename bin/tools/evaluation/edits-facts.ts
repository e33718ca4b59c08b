/** Denials, sides, relatives, durations, dates and digits made wrong. */
import {
  isMeasuredField,
  measureOfKey,
} from '../../../core/document/measures/deterministic-values.ts'
import { sectionOf } from '../../../core/document/models/sections.ts'
import type { Change, EditedValue, EditInput } from './edits-kinds.ts'
import { places, replaced } from './edits-words.ts'

export function editFacts(input: EditInput): Change[] {
  return input.values.flatMap((value) => [
    ...denialsDropped(value),
    ...denialsAdded(input, value),
    ...sides(input, value),
    ...relatives(input, value),
    ...durations(input, value),
    ...dates(input, value),
    ...digits(input, value),
  ])
}

/** "Nega febre" becomes "Refere febre", "sem sopro" becomes "com sopro". */
const DROPS: readonly [RegExp, string][] = [
  [/(?<!\p{L})[Nn]ega(?=\s)/gu, 'refere'],
  [/(?<!\p{L})[Nn]egam(?=\s)/gu, 'referem'],
  [/(?<!\p{L})[Ss]em(?=\s\p{Ll})(?!\s(?:bater|parar|conseguir|saber|receita|uso))/gu, 'com'],
  [
    /(?<!\p{L})[Nn]ão\s(?=(?:tem|teve|bebe|fuma|usa|sente|faz|toma|há|come|dorme|bateu|operou|ronca)(?!\p{L}))/gu,
    '',
  ],
  [
    /(?<!\p{L})[Nn]unca\s(?=(?:fumou|operou|teve|bebeu|usou|fez|foi|internou|engravidou)(?!\p{L}))/gu,
    '',
  ],
]

function denialsDropped({ path, text }: EditedValue): Change[] {
  return DROPS.flatMap(([pattern, by]) =>
    places(text, pattern).map(({ start, end }): Change => {
      const after = replaced(text, start, end, by)
      return { kind: 'negation_dropped', path, before: text, after: tidy(after) }
    }),
  )
}

function tidy(text: string): string {
  return text.replace(
    /(^|[.!?]\s+)(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
}

/** "Dor no peito há dois dias." becomes "Nega dor no peito há dois dias." */
const FINDING =
  /(?:^|(?<=[.;]\s))(?:Refere |Com |Apresenta |Tem )?(Dor|Tosse|Febre|Cefaleia|Náuseas?|Vômitos?|Tontura|Falta de ar|Cansaço|Queimação|Coceira|Prurido|Edema|Inchaço|Palpitaç\p{L}+|Diarreia|Insônia|Ansiedade|Tristeza|Hipertens\p{L}+|Diabetes|Asma|Pressão alta|Alergia|Sopro|Ferida|Manchas?|Lesões|Sangramento|Perda de peso|Formigamento|Dormência|Rigidez|Febril|Sibilos?|Estertores|Hiperemia|Crises?|Quedas?|Ardor|Ardência|Corrimento|Secreção|Obstrução|Rinite|Sinusite|Enxaqueca|Artrose|Obesidade|Hipotireoidismo|Depressão|Angina|Fratura|Varizes|Chiado|Coriza|Dispneia|Medo|Irritabilidade)(?!\p{L})/gu

function denialsAdded({ template }: EditInput, { path, text }: EditedValue): Change[] {
  const field = template.fields.find(({ name }) => name === path[0])!
  if (sectionOf(field) === 'orientations') return []
  return places(text, FINDING).flatMap(({ start, end, word }): Change[] => {
    const finding = word.replace(/^(?:Refere |Com |Apresenta |Tem )/, '')
    const denied = `Nega ${finding.slice(0, 1).toLowerCase()}${finding.slice(1)}`
    return [
      { kind: 'negation_added', path, before: text, after: replaced(text, start, end, denied) },
    ]
  })
}

const OTHER_SIDE: Record<string, string> = {
  direito: 'esquerdo',
  direita: 'esquerda',
  esquerdo: 'direito',
  esquerda: 'direita',
  direitos: 'esquerdos',
  esquerdos: 'direitos',
  direitas: 'esquerdas',
  esquerdas: 'direitas',
}

function sides(_: EditInput, { path, text }: EditedValue): Change[] {
  return places(text, /(?<!\p{L})(?:direit|esquerd)[oa]s?(?!\p{L})/giu).map(
    ({ start, end, word }): Change => {
      const after = replaced(text, start, end, OTHER_SIDE[word.toLowerCase()]!)
      return { kind: 'side_changed', path, before: text, after }
    },
  )
}

const RELATIVES =
  'pai|mãe|irmã|irmão|avó|avô|tia|tio|filha|filho|esposa|marido|prima|primo|sogra'.split('|')

function relatives(input: EditInput, { path, text }: EditedValue): Change[] {
  const { words, choose } = input
  const pattern = new RegExp(
    `(?<!\\p{L})(?:${RELATIVES.join('|')})(?:\\s(?:matern|patern)[oa])?(?!\\p{L})`,
    'giu',
  )
  return places(text, pattern).flatMap(({ start, word }): Change[] => {
    const strangers = RELATIVES.filter((one) => !words.says(one) && !words.says(`${one}s`))
    const other = strangers[choose(Math.max(1, strangers.length))]
    return other
      ? [
          {
            kind: 'relative_swapped',
            path,
            before: text,
            after: replaced(text, start, start + word.length, other),
          },
        ]
      : []
  })
}

const COUNTS =
  'um|uma|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta|quarenta'.split(
    '|',
  )
const VALUES = [1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 40]

/** "Há três dias" becomes "há nove dias"; of a length of time only. */
function durations({ words, choose }: EditInput, { path, text }: EditedValue): Change[] {
  const pattern = new RegExp(
    `(?<![\\p{L}\\d,])(?:\\d{1,2}|${COUNTS.join('|')})(?=\\s(?:horas?|dias?|semanas?|m[eê]s(?:es)?|anos?)(?!\\p{L}))`,
    'giu',
  )
  return places(text, pattern).flatMap(({ start, end, word }): Change[] => {
    // "De 8 em 8 horas" is a frequency.
    if (/(?:\bem|\d\/|cada)\s*$/.test(text.slice(0, start)) || /^\s*em\b/.test(text.slice(end)))
      return []
    const strangers = [3, 4, 5, 6, 7, 8, 9, 11, 13, 14, 16, 17].filter(
      (one) => !words.numbers.has(one),
    )
    const other = strangers[choose(Math.max(1, strangers.length))]
    if (other === undefined) return []
    const spelled = /\d/.test(word) ? undefined : COUNTS[VALUES.indexOf(other)]
    return [
      {
        kind: 'duration_changed',
        path,
        before: text,
        after: replaced(text, start, end, spelled ?? String(other)),
      },
    ]
  })
}

function dates({ words, choose }: EditInput, { path, text }: EditedValue): Change[] {
  return places(text, /(?<!\d)(?:19|20)\d\d(?!\d)/g).flatMap(({ start, end, word }): Change[] => {
    const strangers = [-9, -7, -4, -3, 2, 3]
      .map((by) => Number(word) + by)
      .filter((year) => !words.numbers.has(year))
    const other = strangers[choose(Math.max(1, strangers.length))]
    return other === undefined
      ? []
      : [
          {
            kind: 'date_changed',
            path,
            before: text,
            after: replaced(text, start, end, String(other)),
          },
        ]
  })
}

/** One digit of a measure, in its own field. */
function digits({ words, template, choose }: EditInput, { path, text }: EditedValue): Change[] {
  const field = template.fields.find(({ name }) => name === path[0])
  if (!field || !isMeasuredField(field) || !measureOfKey(path[1] ?? '')) return []
  const [number] = places(text, /\d+(?:[.,]\d+)?/g)
  if (!number) return []
  const at = places(number.word, /\d/g)
  return [0, 1].flatMap((): Change[] => {
    const place = at[choose(at.length)]!
    const digit = String((Number(place.word) + 1 + choose(8)) % 10)
    const changed = replaced(number.word, place.start, place.end, digit)
    if (words.numbers.has(Number(changed.replace(',', '.')))) return []
    return [
      {
        kind: 'digit_changed',
        path,
        before: text,
        after: replaced(text, number.start, number.end, changed),
      },
    ]
  })
}
