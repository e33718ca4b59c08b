/**
 * What the checks make of the evaluation set: single errors put into its correct documents, the correct documents as they are, and
 * where the values that rules write say they come from. No model takes part: the figures are those of any machine.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EvidenceSpan } from '../../core/contract/api.ts'
import { filledValues, pathKey } from '../../core/document/content.ts'
import type { DocumentInput } from '../../core/document/ports.ts'
import { measureOfKey } from '../../core/document/rules/deterministic-values.ts'
import { rulesGenerator } from '../../core/document/rules/rules-generator.ts'
import { EvaluationCase } from '../../core/evaluation/case.ts'
import { caseInput } from '../../core/evaluation/case-input.ts'
import { falseAlarmsOf, recallOf, scoreEdits } from '../../core/evaluation/edits-score.ts'
import { templates as builtIn } from '../helpers/rules-samples.ts'

const FOLDER = join(import.meta.dirname, '../../config/evaluation')

export async function benchEvidence() {
  const cases = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json') && file !== 'thresholds.json')
    .map((file) => EvaluationCase.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))))
  const templates = new Map(builtIn().map((template) => [template.id, template]))
  const { edits, correct } = scoreEdits(cases, templates)
  const kinds = [...new Set(edits.map(({ kind }) => kind))]
  const written = correct.filter(({ path }) => !measureOfKey(path[1] ?? ''))

  const rules = { values: 0, withSpan: 0, badSpans: 0 }
  for (const one of cases) {
    const template = templates.get(one.templateId)!
    const input = caseInput(one, template)
    const { content, evidence } = await rulesGenerator().generate(input, {
      signal: new AbortController().signal,
      onField() {},
    })
    for (const { path } of filledValues(template, content)) {
      rules.values += 1
      const spans = evidence.find((each) => pathKey(each.path) === pathKey(path))?.spans ?? []
      if (spans.length > 0) rules.withSpan += 1
      rules.badSpans += spans.filter((span) => !isWithin(span, input)).length
    }
  }
  return {
    cases: cases.length,
    edits: edits.length,
    recall: share(recallOf(edits)),
    withdrawn: share(edits.filter(({ answer }) => answer === 'withdrawn').length / edits.length),
    recallByKind: Object.fromEntries(
      kinds.map((kind) => [kind, share(recallOf(edits.filter((edit) => edit.kind === kind)))]),
    ),
    correctValues: correct.length,
    falseAlarms: share(falseAlarmsOf(correct)),
    falseAlarmsWithoutMeasures: share(falseAlarmsOf(written)),
    correctWithdrawn: share(
      correct.filter(({ answer }) => answer === 'withdrawn').length / correct.length,
    ),
    rulesSpans: { ...rules, share: share(rules.withSpan / rules.values) },
  }
}

/** A span shows words that are there. */
function isWithin(span: EvidenceSpan, input: DocumentInput): boolean {
  if (span.source === 'derived') return span.from.length > 0
  const text =
    span.source === 'segment'
      ? input.segments.find(({ id }) => id === span.segment_id)?.text
      : span.source === 'file'
        ? input.files.find(({ id }) => id === span.file_id)?.pages[(span.page ?? 1) - 1]
        : span.source === 'context'
          ? input.contextMarkdown
          : (input.backgroundHistory ?? '')
  return text !== undefined && span.start < span.end && span.end <= text.length
}

const share = (value: number) => Math.round(value * 10_000) / 10_000
