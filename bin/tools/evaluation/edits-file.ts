/**
 * The error set as it is published: a line of JSON for each edit, cases and kinds in order, the
 * same bytes for the same cases.
 */
import type { Template } from '../../../core/document/models/ports.ts'
import type { EvaluationCase } from '../../../core/evaluation/case.ts'
import { editsOf } from './edits.ts'

/** @param templates by id */
export function* editLines(
  cases: readonly EvaluationCase[],
  templates: ReadonlyMap<string, Template>,
): Generator<string> {
  const sorted = [...cases].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const one of sorted) {
    const template = templates.get(one.templateId)
    if (!template) continue
    for (const { caseId, ...edit } of editsOf(one, template, sorted)) {
      const { kind, path, before, after, expected } = edit
      yield JSON.stringify({ case: caseId, kind, path, before, after, expected })
    }
  }
}
