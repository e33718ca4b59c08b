/** How the checks answer to the error set, and how often they accuse what is correct. */
import type { DocumentContent, DocumentValue } from '../contract/api.ts'
import { checkDocument } from '../document/checks/checks.ts'
import { filledValues } from '../document/content.ts'
import { type EvidenceIndex, evidenceIndex } from '../document/evidence/evidence.ts'
import type { DocumentInput, Template } from '../document/ports.ts'
import type { EvaluationCase } from './case.ts'
import { caseInput } from './case-input.ts'
import { editsOf } from './edits.ts'
import type { Edit } from './edits-kinds.ts'

/** What the checks make of one value. */
export type Answer = 'supported' | 'contradicted' | 'not_found' | 'withdrawn'

export interface AnsweredEdit extends Edit {
  answer: Answer
}

export interface AnsweredValue {
  caseId: string
  path: string[]
  text: string
  answer: Answer
  reason: string | null
}

export interface EditScore {
  edits: AnsweredEdit[]
  /** The values as they were, before any edit. */
  correct: AnsweredValue[]
}

/**
 * @param templates by id
 * @param others whose values are foreign to a case; `cases` themselves unless only a part of a set is scored
 */
export function scoreEdits(
  cases: readonly EvaluationCase[],
  templates: ReadonlyMap<string, Template>,
  others: readonly EvaluationCase[] = cases,
): EditScore {
  const score: EditScore = { edits: [], correct: [] }
  for (const one of cases) {
    const template = templates.get(one.templateId)
    if (!template) continue
    const ask = asker(one, template)
    for (const { path, text } of filledValues(template, one.document))
      score.correct.push({ caseId: one.id, path, text, ...ask(path, text) })
    for (const edit of editsOf(one, template, others))
      score.edits.push({ ...edit, answer: ask(edit.path, edit.after).answer })
  }
  return score
}

/** Asks about one value at a time: the sources are read once. */
function asker(one: EvaluationCase, template: Template) {
  const input: DocumentInput = caseInput(one, template)
  const index: EvidenceIndex = evidenceIndex(input)

  return (path: string[], text: string): Pick<AnsweredValue, 'answer' | 'reason'> => {
    const field = template.fields.find(({ name }) => name === path[0])!
    const content: DocumentContent = { [field.name]: valueAt(path, text) }
    const checked = checkDocument(
      content,
      { ...input, template: { ...template, fields: [field] } },
      index,
    )
    const [withdrawn] = checked.contradictions
    if (withdrawn) return { answer: 'withdrawn', reason: withdrawn.reason }
    const [evidence] = checked.evidence
    return { answer: evidence?.verdict ?? 'not_found', reason: evidence?.reason ?? null }
  }

  function valueAt(path: string[], text: string): DocumentValue {
    const { type } = template.fields.find(({ name }) => name === path[0])!
    if (type === 'string') return text
    return type === 'string[]' ? [text] : { [path[1] ?? '']: text }
  }
}

/** Share of the edits that were answered with anything but `supported`. */
export function recallOf(edits: readonly AnsweredEdit[]): number {
  if (edits.length === 0) return 1
  return edits.filter(({ answer }) => answer !== 'supported').length / edits.length
}

/** Share of the correct values that were answered with anything but `supported`. */
export function falseAlarmsOf(correct: readonly AnsweredValue[]): number {
  if (correct.length === 0) return 0
  return correct.filter(({ answer }) => answer !== 'supported').length / correct.length
}
