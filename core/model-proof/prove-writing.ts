/**
 * Whether a model's documents are at least as good as those of the rules on the same visits. The
 * first ones may decide.
 */
import type { DocumentContent } from '../contract/api.ts'
import type { DocumentInput, GeneratedDocument, Template } from '../document/models/ports.ts'
import { emptyContent } from '../document/models/template-schema.ts'
import { isAppError } from '../errors.ts'
import { caseInput, type EvaluationCase } from '../evaluation/case.ts'
import { documentScorer } from '../evaluation/score-document.ts'
import type { WriteFigures } from '../model-file/model-fitness.ts'

export interface WritingDeps {
  cases: readonly EvaluationCase[]
  templates: readonly Template[]
  byModel(input: DocumentInput): Promise<GeneratedDocument>
  byRules(input: DocumentInput): Promise<GeneratedDocument>
  onCase(): void
}

/** What a model may fail at without being broken: no document is one without facts. */
const NO_DOCUMENT = ['generation_failed', 'generation_timeout', 'prompt_too_long']

export async function proveWriting(deps: WritingDeps): Promise<WriteFigures> {
  const score = documentScorer()
  const tallied = (one: EvaluationCase, template: Template, content: DocumentContent) => {
    const { fields, unsupported } = score(one, template, content)
    const tallies = Object.values(fields)
    const sum = (of: 'facts' | 'found') => tallies.reduce((total, each) => total + each[of], 0)
    return { facts: sum('facts'), found: sum('found'), unsupported: unsupported.length }
  }
  const pairs = deps.cases.map((one) => {
    const template = deps.templates.find(({ id }) => id === one.templateId)
    if (!template) throw new Error(`${one.id}: there is no document model ${one.templateId}`)
    return { one, template, input: caseInput(one, template) }
  })

  const figures = { cases: 0, facts: 0, found: 0, unsupported: 0 }
  let foundByRules = 0
  let unsupportedByRules = 0
  for (const { one, template, input } of pairs) {
    const { content } = await deps.byRules(input)
    const rules = tallied(one, template, content)
    figures.facts += rules.facts
    foundByRules += rules.found
    unsupportedByRules += rules.unsupported
  }
  let missed = 0
  for (const { one, template, input } of pairs) {
    const content = await contentOf(deps.byModel(input), template)
    const model = tallied(one, template, content)
    figures.cases += 1
    figures.found += model.found
    figures.unsupported += model.unsupported
    missed += model.facts - model.found
    deps.onCase()
    if (missed > figures.facts - foundByRules || figures.unsupported > unsupportedByRules) break
  }
  return { ...figures, foundByRules, unsupportedByRules }
}

export function canWrite({ found, foundByRules, unsupported, unsupportedByRules }: WriteFigures) {
  return found >= foundByRules && unsupported <= unsupportedByRules
}

/** @throws what is not the model's words: an engine that ended, a signal */
async function contentOf(
  document: Promise<GeneratedDocument>,
  template: Template,
): Promise<DocumentContent> {
  try {
    return (await document).content
  } catch (error) {
    if (!isAppError(error) || !NO_DOCUMENT.includes(error.code)) throw error
    return emptyContent(template)
  }
}
