/**
 * What belongs to somebody else or to another day: other patients' values, relatives' diseases, old
 * measures, invented findings.
 */

import { isMeasuredField } from '../../../core/document/measures/deterministic-values.ts'
import type { Template, TemplateFieldSpec } from '../../../core/document/models/ports.ts'
import { sectionOf } from '../../../core/document/models/sections.ts'
import type { EvaluationCase } from '../../../core/evaluation/case.ts'
import { matchesInOrder } from '../../../core/portuguese/text-matches.ts'
import { fold, tokenize } from '../../../core/portuguese/tokens.ts'
import type { Change, EditedValue, EditInput } from './edits-kinds.ts'
import { findDrugs, isForeign, places, replaced, tellingWords } from './edits-words.ts'

export function editForeign(input: EditInput): Change[] {
  return [
    ...input.values.flatMap((value) => [...ofAnother(input, value), ...asToday(input, value)]),
    ...relativeMadePatient(input),
    ...allergyPrescribed(input),
    ...invented(input),
  ]
}

/** The value that another patient's document has in the field of this name. */
function ofAnother(input: EditInput, { path, text }: EditedValue): Change[] {
  const { template, others, words, choose } = input
  const field = template.fields.find(({ name }) => name === path[0])!
  const found = others
    .flatMap(({ document }) => valuesAt(document, path))
    .filter((other) => {
      if (other === text) return false
      if (!isMeasuredField(field)) return isForeign(other, words.text, 2)
      const number = /\d+(?:,\d+)?/.exec(other)?.[0]
      return number !== undefined && !words.numbers.has(Number(number.replace(',', '.')))
    })
  const after = found[choose(Math.max(1, found.length))]
  return after === undefined ? [] : [{ kind: 'other_patient', path, before: text, after }]
}

function valuesAt(document: EvaluationCase['document'], [name = '', key = '']: string[]): string[] {
  const value = document[name] ?? null
  if (value === null) return []
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value
  const entry = value[key] ?? null
  return entry === null ? [] : [entry]
}

/** What ended is told as if it went on; "nunca fumou" and "nunca fuma" are the same. */
const TODAY: readonly [RegExp, string][] = [
  [/(?<!\p{L})[Ee]x-tabagista/gu, 'tabagista'],
  [/(?<!\p{L})[Ee]x-etilista/gu, 'etilista'],
  [/(?<!\p{L})[Pp]arou de fumar(?: há [^.,;]+)?/gu, 'fuma'],
  [/(?<!\p{L})(?<![Nn]unca |[Nn]ão )[Ff]umou(?: por [^.,;]+)?/gu, 'fuma'],
  [/(?<!\p{L})[Pp]arou de beber(?: há [^.,;]+)?/gu, 'bebe'],
  [/(?<!\p{L})[Tt]omava(?!\p{L})/gu, 'toma'],
  [/(?<!\p{L})[Uu]sava(?!\p{L})/gu, 'usa'],
  [/(?<!\p{L})[Tt]inha(?!\p{L})/gu, 'tem'],
  [/(?<!\p{L})[Ff]azia(?!\p{L})/gu, 'faz'],
  [/(?<!\p{L})[Ss]uspendeu(?!\p{L})/gu, 'usa'],
  [/(?<!\p{L})[Ll]argou(?!\p{L})/gu, 'usa'],
]

function asToday({ template }: EditInput, { path, text }: EditedValue): Change[] {
  const field = template.fields.find(({ name }) => name === path[0])!
  if (sectionOf(field) === 'family') return []
  return TODAY.flatMap(([pattern, by]) =>
    places(text, pattern).map(
      ({ start, end }): Change => ({
        kind: 'history_as_today',
        path,
        before: text,
        after: replaced(text, start, end, by),
      }),
    ),
  )
}

const RELATIVE =
  /^(?:O |A )?(?:pai|mãe|irmão|irmã|avô|avó|tio|tia)(?: (?:matern|patern)[oa])?(?:,)? (?:com |tem |teve |tinha |era |morreu de |faleceu de )?(?=\p{Ll})/iu

/** "Pai infartou aos 52 anos" becomes the patient's own past. */
function relativeMadePatient({ template, values }: EditInput): Change[] {
  const past = template.fields.find(
    (field) => sectionOf(field) === 'pastHistory' && field.type === 'string',
  )
  if (!past) return []
  const before = values.find(({ path }) => path[0] === past.name)?.text ?? null
  const own = ownWords(template, values)
  return values.flatMap(({ path, text }): Change[] => {
    if (path[0] === past.name) return []
    return text.split(/(?<=[.;])\s+/).flatMap((sentence): Change[] => {
      const told = sentence.replace(RELATIVE, '')
      if (told === sentence || told.length < 4) return []
      // What the patient has too is no error.
      if (tellingWords(told).every((word) => own.includes(word.slice(0, 6)))) return []
      const said = told.slice(0, 1).toUpperCase() + told.slice(1)
      const after = [before, /[.;]$/.test(said) ? said : `${said}.`].filter(Boolean).join(' ')
      return [{ kind: 'relative_made_patient', path: [past.name], before, after }]
    })
  })
}

/**
 * What the document says of the patient: everything but the family's history and sentences about
 * relatives.
 */
function ownWords(template: Template, values: readonly EditedValue[]): string {
  const sentences = values
    .filter(({ path }) => {
      const field = template.fields.find(({ name }) => name === path[0])
      return !field || sectionOf(field) !== 'family'
    })
    .flatMap(({ text }) => text.split(/(?<=[.;])\s+/))
  return fold(sentences.filter((sentence) => !RELATIVE.test(sentence)).join(' '))
}

/** A drug the patient is allergic to stands in the prescription. */
function allergyPrescribed({ one, template, values }: EditInput): Change[] {
  const field = template.fields.find(
    (each) => sectionOf(each) === 'prescriptions' && each.type === 'string[]',
  )
  if (!field) return []
  const text = [
    ...one.facts.filter(({ kind }) => kind === 'allergy').map(({ holds }) => holds),
    ...values.map((value) => /[Aa]l[eé]rgi[^.;]*/u.exec(value.text)?.[0] ?? ''),
  ].join('. ')
  const drugs = new Set(findDrugs(tokenize(text)).map(({ name }) => name))
  return [...drugs]
    .filter((drug) => !matchesInOrder(/neg\p{L}/iu, new RegExp(drug, 'iu'), /\./).test(text))
    .map((drug) => {
      const after = `${drug.slice(0, 1).toUpperCase()}${drug.slice(1)} 500 mg de 6 em 6 horas`
      return { kind: 'allergy_prescribed', path: [field.name, '99'], before: null, after }
    })
}

/** A sentence or an item of another document that says what nobody said here. */
function invented(input: EditInput): Change[] {
  const { template, others, words, values, choose } = input
  return template.fields.flatMap((field): Change[] => {
    if (field.type === 'dict') return []
    const found = others
      .flatMap(({ document }) => sentencesOf(document, field))
      .filter((sentence) => isForeign(sentence, words.text, 2))
    const picked = found[choose(Math.max(1, found.length))]
    if (!picked) return []
    const before = values.find(({ path }) => path[0] === field.name)?.text ?? null
    if (field.type === 'string[]')
      return [{ kind: 'invented_finding', path: [field.name, '99'], before: null, after: picked }]
    const after = before === null ? picked : `${before} ${picked}`
    return [{ kind: 'invented_finding', path: [field.name], before, after }]
  })
}

function sentencesOf(document: EvaluationCase['document'], { name }: TemplateFieldSpec): string[] {
  const value = document[name] ?? null
  if (value === null || typeof value === 'object') return Array.isArray(value) ? value : []
  return value.split(/(?<=[.;])\s+/)
}
