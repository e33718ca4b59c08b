/**
 * What `svcctl eval` does. Loaded when it is asked for: with the sets and their measures it is half
 * of the command line's code.
 */
import { AppError } from '../core/errors.ts'
import type { EvaluationCase } from '../core/evaluation/case.ts'
import { type Comparison, compareRuns } from '../core/evaluation/compare-runs.ts'
import { figuresOf, judgeFigures, type Miss } from '../core/evaluation/figures.ts'
import type { Evaluation, EvaluationSet } from '../core/evaluation/ports.ts'
import { EvaluationReport, withholdWords } from '../core/evaluation/report.ts'
import type { CliDeps, Flags } from './deps.ts'
import { comparisonSheet, evaluationSheet } from './evaluation-sheet.ts'

/** `svcctl eval --edits`: the error set that the checks are measured on, as a file. */
async function writeErrorSet(
  { terminal }: CliDeps,
  evaluation: Evaluation,
  { name, cases }: EvaluationSet,
  path: string,
): Promise<void> {
  if (name === 'held-out')
    throw new AppError(
      'invalid',
      'usage',
      'Nothing of the held-out set is written out, so that nothing is tuned on it.',
    )
  const written = await evaluation.writeEdits(path, cases)
  terminal.result(written, () => `${written.edits} edits of ${written.cases} cases are in ${path}.`)
}

export interface EvaluationOptions {
  case?: string[]
  model?: string[]
  limit?: number
  sound: boolean
  set?: string
  heldOut?: boolean
  out?: string
  thresholds?: string
  details?: boolean
  reveal?: boolean
  edits?: string
  compare?: string[]
}

/**
 * @throws {AppError} `below_thresholds`, and what a set, a report or the options are refused for
 */
export async function runEvaluation(
  deps: CliDeps,
  options: EvaluationOptions,
  flags: Flags,
): Promise<void> {
  const { terminal } = deps
  if (options.compare) return compare(deps, options.compare)
  const evaluation = await deps.openEvaluation(flags)
  const set = await evaluation.openSet(chosenSet(options))
  if (options.edits) return writeErrorSet(deps, evaluation, set, options.edits)
  const isSealed = set.name === 'held-out' && !options.reveal
  if (isSealed && options.details) throw sealed()
  const thresholds = await chosenThresholds(evaluation, set, options)
  const line = terminal.progress('evaluating')
  const whole = await evaluation
    .run({
      set,
      cases: chosenCases(set.cases, options),
      sound: options.sound,
      onStep: (done, of, what) => line.update(done / of, what),
    })
    .finally(() => line.end())
  const report = isSealed ? withholdWords(whole) : whole
  if (options.out) await evaluation.writeReport(options.out, report)
  const figures = figuresOf(report)
  const judged = judgeFigures(figures, thresholds ?? {})
  terminal.result(presentReport(report, judged), () =>
    evaluationSheet(terminal, report, { ...judged, details: options.details ?? false }),
  )
  if (judged.missed.length > 0) throw belowThresholds(judged.missed)
}

async function compare(deps: CliDeps, paths: readonly string[]): Promise<void> {
  const [before, after, ...more] = paths
  if (before === undefined || after === undefined || more.length > 0)
    throw new AppError('invalid', 'usage', '--compare takes two reports: the earlier, the later.')
  const comparison = compareRuns(await readReport(deps, before), await readReport(deps, after))
  deps.terminal.result(comparison satisfies Comparison, () =>
    comparisonSheet(deps.terminal, comparison),
  )
}

async function readReport({ readTextFile }: CliDeps, path: string): Promise<EvaluationReport> {
  const refuse = (why: string, cause: unknown) =>
    new AppError('invalid', 'report_invalid', `${path}: ${why}`, { cause })
  const text = await readTextFile(path)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refuse('not JSON. A report is what svcctl eval --out writes.', cause)
  }
  const parsed = EvaluationReport.safeParse(value)
  if (parsed.success) return parsed.data
  const { path: place = [], message = '' } = parsed.error.issues[0] ?? {}
  throw refuse(`at ${place.join('.')}: ${message}`, parsed.error)
}

function chosenSet({ set, heldOut }: EvaluationOptions) {
  if (set === undefined) return heldOut ? 'held-out' : 'product'
  if (!heldOut) return { folder: set }
  throw new AppError('invalid', 'usage', '--held-out is a set of its own: leave --set out.')
}

function sealed(): AppError {
  return new AppError(
    'invalid',
    'confirmation_needed',
    'Held out: looking at its details spoils it. Its figures say how the product does on visits that nobody tuned it on, for as long as nobody does.\nTo look all the same: --reveal',
  )
}

/**
 * A set's thresholds are for the whole of it: of a part, or of other people's cases, they would say
 * nothing.
 */
async function chosenThresholds(
  evaluation: Evaluation,
  set: EvaluationSet,
  options: EvaluationOptions,
) {
  const { case: ids, model, limit } = options
  const isWhole = [ids, model, limit].every((choice) => choice === undefined)
  const path = options.thresholds ?? (isWhole ? set.thresholds : null)
  return path === null ? null : evaluation.readThresholds(path)
}

function chosenCases(
  cases: readonly EvaluationCase[],
  options: EvaluationOptions,
): EvaluationCase[] {
  const { case: ids, model, limit } = options
  const isCalled = (wanted: string) => (one: EvaluationCase) =>
    wanted !== '' && one.id.startsWith(wanted)
  const unknown = ids?.find((wanted) => !cases.some(isCalled(wanted)))
  if (unknown !== undefined) throw noSuchCase(unknown, cases)
  const chosen = cases
    .filter((one) => ids?.some((wanted) => isCalled(wanted)(one)) ?? true)
    .filter(({ templateId }) => model?.includes(templateId) ?? true)
    .slice(0, limit)
  if (chosen.length > 0) return chosen
  const message = 'No case is chosen by this. All of them: svcctl eval'
  throw new AppError('not-found', 'case_not_found', message)
}

/**
 * Others that are there are run by none of them: a report of fewer cases than were asked for looks
 * like one of all.
 */
function noSuchCase(wanted: string, cases: readonly EvaluationCase[]): AppError {
  const some = cases.slice(0, 3).map(({ id }) => id)
  return new AppError(
    'not-found',
    'case_not_found',
    `No case of this set begins with "${wanted}". There are ${cases.length}, such as ${some.join(', ')}.`,
  )
}

/** The figures by name, and every case in short: the whole of it is what `--out` writes. */
function presentReport(report: EvaluationReport, judged: ReturnType<typeof judgeFigures>) {
  const { set, version, at, generator, speech, seconds, peakMemoryMiB, cases } = report
  return {
    set,
    version,
    at,
    generator,
    speech,
    seconds,
    peakMemoryMiB,
    figures: Object.entries(figuresOf(report)).map(([figure, value]) => ({ figure, value })),
    ...judged,
    cases: cases.map(({ id, templateId, part, failure, score, seconds: took }) => ({
      id,
      templateId,
      part,
      failure,
      valid: score.valid,
      omitted: score.omitted.length,
      wrong: score.wrong.length,
      unsupported: score.unsupported.length,
      seconds: took,
    })),
  }
}

function belowThresholds(missed: readonly Miss[]): AppError {
  const count = missed.length === 1 ? 'One figure is' : `${missed.length} figures are`
  return new AppError('rejected', 'below_thresholds', `${count} not what the thresholds ask for.`, {
    details: missed.map((miss) => ({ ...miss })),
  })
}
