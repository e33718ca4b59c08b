/** How the checks answer to the error set, and how often they accuse what is correct. */
import type { DocumentContent, DocumentValue, EvidenceFinding } from '../../../core/contract/api.ts'
import { checkDocument } from '../../../core/document/checks/checks.ts'
import { type EvidenceIndex, evidenceIndex } from '../../../core/document/evidence/evidence.ts'
import { filledValues } from '../../../core/document/models/content.ts'
import type {
  DocumentInput,
  GeneratedDocument,
  Template,
} from '../../../core/document/models/ports.ts'
import { caseInput, type EvaluationCase } from '../../../core/evaluation/case.ts'
import { editsOf } from './edits.ts'
import type { Edit } from './edits-kinds.ts'

/** What the checks make of one value. */
export type EvidenceAnswer = 'supported' | 'contradicted' | 'not_found' | 'withdrawn'

export interface AnsweredEdit extends Edit {
  answer: EvidenceAnswer
}

export interface AnsweredValue {
  caseId: string
  path: string[]
  text: string
  answer: EvidenceAnswer
  reason: string | null
  sentences: { all: number; accused: number }
}

export interface EditScore {
  edits: AnsweredEdit[]
  /** The values as they were, before any edit. */
  correct: AnsweredValue[]
}

/**
 * @param templates by id
 * @param others whose values are foreign to a case; `cases` themselves unless only a part of a set
 * is scored
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
      score.edits.push({ ...edit, answer: ask(edit.path, edit.after, edit.before).answer })
  }
  return score
}

/** Asks about one value at a time: the sources are read once. */
function asker(one: EvaluationCase, template: Template) {
  const input: DocumentInput = caseInput(one, template)
  const index: EvidenceIndex = evidenceIndex(input)

  /**
   * @param before the right value that `text` was made of: asked is then whether one of the
   * sentences that are not of it is noticed
   */
  return (
    path: string[],
    text: string,
    before?: string | null,
  ): Pick<AnsweredValue, 'answer' | 'reason' | 'sentences'> => {
    const field = template.fields.find(({ name }) => name === path[0])!
    const content: DocumentContent = { [field.name]: valueAt(path, text) }
    const checked = checkDocument(
      content,
      { ...input, template: { ...template, fields: [field] } },
      index,
    )
    const [evidence] = checked.evidence
    const sentences = sentencesOf(checked, index)
    const kept = filledValues({ fields: [field] }, checked.content)[0]?.text ?? ''
    const passed = (evidence?.parts ?? []).filter(({ verdict }) => verdict === 'supported')
    if (before && passed.length > 0) {
      const own = new Set(index.claims(before).map(({ range }) => wordsAt(before, range)))
      const left = new Set(passed.map((part) => wordsAt(kept, part)))
      const made = index.claims(text).map(({ range }) => wordsAt(text, range))
      const wrong = made.filter((words) => !own.has(words))
      if (wrong.length > 0 && wrong.every((words) => left.has(words)))
        return { answer: 'supported', reason: null, sentences }
    }
    const [withdrawn] = checked.contradictions
    if (withdrawn) return { answer: 'withdrawn', reason: withdrawn.reason, sentences }
    const { verdict: answer = 'not_found', reason = null } = evidence ?? {}
    return { answer, reason, sentences }
  }

  function valueAt(path: string[], text: string): DocumentValue {
    const { type } = template.fields.find(({ name }) => name === path[0])!
    if (type === 'string') return text
    return type === 'string[]' ? [text] : { [path[1] ?? '']: text }
  }
}

function sentencesOf({ evidence, contradictions }: GeneratedDocument, index: EvidenceIndex) {
  const kept = evidence.flatMap((one): EvidenceFinding[] => one.parts ?? [one])
  const gone = contradictions.reduce((sum, { value }) => sum + index.claims(value).length, 0)
  const accused = kept.filter(({ verdict }) => verdict !== 'supported').length
  return { all: kept.length + gone, accused: accused + gone }
}

function wordsAt(text: string, { start, end }: { start: number; end: number }): string {
  return text.slice(start, end).replace(/[.;]$/, '').toLowerCase()
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

/** The same by sentence: of a text, those that stay unmarked are no alarm. */
export function sentenceAlarmsOf(correct: readonly AnsweredValue[]): number {
  const sum = (key: 'all' | 'accused') =>
    correct.reduce((total, { sentences }) => total + sentences[key], 0)
  return sum('all') === 0 ? 0 : sum('accused') / sum('all')
}
