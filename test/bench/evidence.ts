/**
 * What the checks make of an evaluation set: single errors put into its correct documents, the
 * correct documents as they are, and where values say they come from, in documents written by rules
 * and in the references. The product's own cases are given in two halves
 * (bin/tools/evaluation/halves.ts); any other folder (`-- --set folder`) as one. No model takes
 * part: the figures are those of any machine.
 */
import { resolve } from 'node:path'
import {
  type EditScore,
  falseAlarmsOf,
  recallOf,
  scoreEdits,
  sentenceAlarmsOf,
} from '../../bin/tools/evaluation/edits-score.ts'
import { halfOf } from '../../bin/tools/evaluation/halves.ts'
import type { DocumentContent, Evidence, EvidenceSpan } from '../../core/contract/api.ts'
import { checkDocument } from '../../core/document/checks/checks.ts'
import { measureOfKey } from '../../core/document/measures/deterministic-values.ts'
import { filledValues, pathKey } from '../../core/document/models/content.ts'
import type { DocumentInput, Template } from '../../core/document/models/ports.ts'
import { caseInput, type EvaluationCase } from '../../core/evaluation/case.ts'
import { caseFiles, EVALUATION_FOLDER, readCase } from '../helpers/evaluation-cases.ts'
import { templates as builtIn } from '../helpers/rules-samples.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'

export async function benchEvidence({ set }: { set?: string } = {}) {
  const folder = set === undefined ? EVALUATION_FOLDER : resolve(set)
  const cases = caseFiles(folder).map((id) => readCase(id, folder))
  const templates = new Map(builtIn().map((template) => [template.id, template]))
  const score = scoreEdits(cases, templates)
  return {
    cases: cases.length,
    ...figuresOf(score),
    ...(folder === EVALUATION_FOLDER
      ? { development: halfFigures(score, 'development'), heldOut: halfFigures(score, 'heldOut') }
      : {}),
    rulesSpans: await spansOf(cases, templates, writtenByRules),
    withdrawnFromReferences: withdrawnFrom(cases, templates),
    referenceSpans: await spansOf(cases, templates, async (input, one) => {
      const { content, evidence } = checkDocument(one.document, input)
      return { content, evidence }
    }),
  }
}

function halfFigures({ edits, correct }: EditScore, half: ReturnType<typeof halfOf>) {
  return figuresOf({
    edits: edits.filter(({ caseId }) => halfOf(caseId) === half),
    correct: correct.filter(({ caseId }) => halfOf(caseId) === half),
  })
}

function figuresOf({ edits, correct }: EditScore) {
  const kinds = [...new Set(edits.map(({ kind }) => kind))].sort()
  const written = correct.filter(({ path }) => !measureOfKey(path[1] ?? ''))
  const answered = (answer: string) =>
    share(correct.filter((value) => value.answer === answer).length / correct.length)
  return {
    edits: edits.length,
    recall: share(recallOf(edits)),
    withdrawn: share(edits.filter(({ answer }) => answer === 'withdrawn').length / edits.length),
    recallByKind: Object.fromEntries(
      kinds.map((kind) => [kind, share(recallOf(edits.filter((edit) => edit.kind === kind)))]),
    ),
    correctValues: correct.length,
    falseAlarms: share(falseAlarmsOf(correct)),
    falseAlarmsBySentence: share(sentenceAlarmsOf(correct)),
    falseAlarmsWithoutMeasures: share(falseAlarmsOf(written)),
    correctWithdrawn: answered('withdrawn'),
    correctContradicted: answered('contradicted'),
    correctNotFound: answered('not_found'),
  }
}

/** How much of right documents is taken out of them, by characters. */
function withdrawnFrom(cases: readonly EvaluationCase[], templates: ReadonlyMap<string, Template>) {
  let characters = 0
  let withdrawn = 0
  for (const one of cases) {
    const template = templates.get(one.templateId)!
    const { contradictions } = checkDocument(one.document, caseInput(one, template))
    for (const { text } of filledValues(template, one.document)) characters += text.length
    for (const { value } of contradictions) withdrawn += value.length
  }
  return { characters, withdrawn, share: share(withdrawn / characters) }
}

type Written = { content: DocumentContent; evidence: Evidence[] }

function writtenByRules(input: DocumentInput): Promise<Written> {
  return shippedRules().generate(input, { signal: new AbortController().signal, onField() {} })
}

/**
 * Numbers, doses, units, sides, denials and allergies: of these every supported value must show
 * where it comes from.
 */
const EXACT =
  /\d|(?<!\p{L})(?:direit|esquerd)[oa]s?(?!\p{L})|(?<!\p{L})(?:nega|não|nunca|sem|nenhuma?)(?!\p{L})|alergi/iu

async function spansOf(
  cases: readonly EvaluationCase[],
  templates: ReadonlyMap<string, Template>,
  write: (input: DocumentInput, one: EvaluationCase) => Promise<Written>,
) {
  const all = { values: 0, withSpan: 0 }
  const supported = { values: 0, withSpan: 0 }
  const exact = { values: 0, withSpan: 0 }
  const sentences = {
    sentences: 0,
    supported: 0,
    contradicted: 0,
    notFound: 0,
    ofThemWithNearest: 0,
  }
  let badSpans = 0
  for (const one of cases) {
    const template = templates.get(one.templateId)!
    const input = caseInput(one, template)
    const { content, evidence } = await write(input, one)
    for (const { path, text } of filledValues(template, content)) {
      const found = evidence.find((each) => pathKey(each.path) === pathKey(path))
      const spans = found?.spans ?? []
      const groups = [all]
      const isSupported = found?.verdict === 'supported'
      if (isSupported) groups.push(supported)
      if (isSupported && EXACT.test(text)) groups.push(exact)
      for (const group of groups) {
        group.values += 1
        if (spans.length > 0 && spans.every((span) => isWithin(span, input))) group.withSpan += 1
      }
      for (const part of found?.parts ?? (found ? [found] : [])) {
        sentences.sentences += 1
        const { verdict, nearest = [] } = part
        sentences[verdict === 'not_found' ? 'notFound' : verdict] += 1
        if (nearest.length > 0) sentences.ofThemWithNearest += 1
        badSpans += [...part.spans, ...nearest].filter((span) => !isWithin(span, input)).length
      }
      badSpans += spans.filter((span) => !isWithin(span, input)).length
    }
  }
  const withShare = <T extends { values: number; withSpan: number }>(group: T) => ({
    ...group,
    share: share(group.withSpan / group.values),
  })
  return {
    ...withShare(all),
    badSpans,
    sentences,
    supported: withShare(supported),
    exact: withShare(exact),
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
