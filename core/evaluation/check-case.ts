/**
 * Whether a case can be asked of a writer at all: it fits its document model, its own document says
 * every fact and nothing forbidden, and every number and drug in it comes from the sources or
 * follows from them. Faults name places and words of the case.
 */
import { filledValues } from '../document/models/content.ts'
import type { Template } from '../document/models/ports.ts'
import { validateContent } from '../document/models/template-schema.ts'
import type { EvaluationCase } from './case.ts'
import { isDerived } from './derived-numbers.ts'
import { namedReader, sourceTexts } from './foreign-names.ts'
import { plainText } from './plain-words.ts'
import { forbiddenIn, isHeld } from './score-document.ts'

export interface CaseFault {
  /** As in `facts.3` or `document.Sinais Vitais.PA Sistólica`. */
  path: string
  problem: string
}

export type CheckCase = (one: EvaluationCase, template: Template) => CaseFault[]

/** Reads the lexicon of drugs once; the check is pure. */
export function caseChecker(): CheckCase {
  const named = namedReader()

  function sourceFaults(one: EvaluationCase, template: Template): CaseFault[] {
    const sources = sourceTexts(one).join('\n')
    const known = named(sources)
    return filledValues(template, one.document).flatMap(({ path, text }) => {
      const { numbers, drugs } = named(text)
      const place = ['document', ...path].join('.')
      return [
        ...[...numbers]
          .filter((number) => !known.numbers.has(number))
          .filter(
            (number) =>
              !isDerived(Number(number), { path, text, sources, known, document: one.document }),
          )
          .map((number) => ({ path: place, problem: `nobody said ${number}` })),
        ...[...drugs]
          .filter((drug) => !known.drugs.has(drug))
          .map((drug) => ({ path: place, problem: `nobody named ${drug}` })),
      ]
    })
  }

  return (one, template) => {
    const shape = validateContent(template, one.document).map(({ field, issue }) => ({
      path: `document.${field}`,
      problem: String(issue),
    }))
    // Everything further rests on a document of the right shape.
    if (shape.length > 0) return shape
    return [
      ...factFaults(one, template),
      ...forbiddenFaults(one, template),
      ...nullFaults(one, template),
      ...sourceFaults(one, template),
    ]
  }
}

function factFaults({ facts, document }: EvaluationCase, template: Template): CaseFault[] {
  const seen = new Set<string>()
  return facts.flatMap((fact, index): CaseFault[] => {
    const path = `facts.${index}`
    if (!isInTemplate(fact.path, template))
      return [{ path, problem: `no such field: ${fact.path.join(' / ')}` }]
    const key = JSON.stringify([fact.path, fact.holds])
    if (seen.has(key)) return [{ path, problem: `twice: ${fact.holds}` }]
    seen.add(key)
    const says = plainText(fact.holds)
    if (says.words.length === 0 && !says.denies) return [{ path, problem: 'holds no word' }]
    if (isHeld({ ...fact, or: [] }, document[fact.path[0]!] ?? null)) return []
    return [
      { path, problem: `the document does not say “${fact.holds}” in ${fact.path.join(' / ')}` },
    ]
  })
}

function forbiddenFaults(one: EvaluationCase, template: Template): CaseFault[] {
  return one.forbidden.flatMap((each, index): CaseFault[] => {
    const path = `forbidden.${index}`
    if (each.field !== null && !isInTemplate([each.field], template))
      return [{ path, problem: `no such field: ${each.field}` }]
    if (plainText(each.text).words.length === 0) return [{ path, problem: 'holds no word' }]
    return forbiddenIn({ forbidden: [each] }, template, one.document).map((found) => ({
      path,
      problem: `the document says “${each.text}” in ${found.path.join(' / ')}: ${found.text}`,
    }))
  })
}

function nullFaults({ nulls, document }: EvaluationCase, template: Template): CaseFault[] {
  return nulls.flatMap((place, index): CaseFault[] => {
    const path = `nulls.${index}`
    const [name = '', key] = place
    if (!isInTemplate(place, template))
      return [{ path, problem: `no such field: ${place.join(' / ')}` }]
    const value = document[name] ?? null
    const isNull =
      value === null ||
      (key !== undefined && typeof value === 'object' && !Array.isArray(value) && !value[key])
    return isNull ? [] : [{ path, problem: `the document fills ${place.join(' / ')}` }]
  })
}

function isInTemplate([name, key]: readonly string[], { fields }: Template): boolean {
  const field = fields.find((each) => each.name === name)
  return field !== undefined && (key === undefined || (field.keys ?? []).includes(key))
}
