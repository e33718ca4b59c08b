import { type Command, InvalidArgumentError } from 'commander'
import { AppError } from '../../core/errors.ts'
import type { EvaluationCase } from '../../core/evaluation/case.ts'
import { type Comparison, compareRuns } from '../../core/evaluation/compare-runs.ts'
import { figuresOf } from '../../core/evaluation/figures.ts'
import type { Evaluation, EvaluationSet } from '../../core/evaluation/ports.ts'
import { EvaluationReport, withholdWords } from '../../core/evaluation/report.ts'
import { judgeFigures, type Miss } from '../../core/evaluation/thresholds.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { comparisonSheet, evaluationSheet } from '../evaluation-sheet.ts'
import { settingFlags } from '../setting-flags.ts'
import { writeErrorSet } from './eval-edits.ts'

interface Options {
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

/** `svcctl eval`: how right the installed models are, and whether that is enough. Exit 65 below the thresholds. */
export function evalCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('eval', 'run the installed models over the evaluation set and judge them', [
    'eval --out before.json',
    'eval --case cardiologia-01 som-03 --details',
    'eval --thresholds our-limits.json --set /srv/our-cases',
    'eval --held-out',
    'eval --edits edits.ndjson',
    'eval --compare before.json after.json',
  ])
    .option('--case <id...>', 'only these cases; the beginning of an id will do')
    .option('--model <template...>', 'only cases of these document models')
    .option('--limit <number>', 'only the first so many', readLimit)
    .option('--no-sound', 'hear nothing: write from the words as they stand in the cases')
    .option('--set <folder>', 'other cases, in the same format')
    .option('--held-out', 'the product’s second set, which nothing is tuned on: figures only')
    .option('--out <file>', 'write the whole report there, for --compare')
    .option('--thresholds <file>', 'what must be reached; else the set’s own, for the whole of it')
    .option('--details', 'say for each case what was omitted, wrong or invented')
    .option('--reveal', 'of the held-out set too, which spoils it: --details, and words in --out')
    .option('--edits <file>', 'run nothing: write the error set, single edits of the documents')
    .option('--compare <report...>', 'run nothing: compare two reports')
    .action(async (options: Options, command: Command) => {
      if (options.compare) return compare(deps, options.compare)
      const evaluation = await deps.openEvaluation(settingFlags(command, settings))
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
    })
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

function chosenSet({ set, heldOut }: Options) {
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

/** A set's thresholds are for the whole of it: of a part, or of other people's cases, they would say nothing. */
async function chosenThresholds(evaluation: Evaluation, set: EvaluationSet, options: Options) {
  const { case: ids, model, limit } = options
  const isWhole = [ids, model, limit].every((choice) => choice === undefined)
  const path = options.thresholds ?? (isWhole ? set.thresholds : null)
  return path === null ? null : evaluation.readThresholds(path)
}

function chosenCases(cases: readonly EvaluationCase[], options: Options): EvaluationCase[] {
  const { case: ids, model, limit } = options
  const chosen = cases
    .filter(({ id }) => ids?.some((wanted) => id.startsWith(wanted)) ?? true)
    .filter(({ templateId }) => model?.includes(templateId) ?? true)
    .slice(0, limit)
  if (chosen.length > 0) return chosen
  const message = 'No case is chosen by this. All of them: svcctl eval'
  throw new AppError('not-found', 'case_not_found', message)
}

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1.')
  return Number(text)
}

/** The figures by name, and every case in short: the whole of it is what `--out` writes. */
function presentReport(report: EvaluationReport, judged: ReturnType<typeof judgeFigures>) {
  const { set, version, at, generator, speech, seconds, peakMemoryMiB, cases } = report
  return {
    ...{ set, version, at, generator, speech, seconds, peakMemoryMiB },
    figures: Object.entries(figuresOf(report)).map(([figure, value]) => ({ figure, value })),
    ...judged,
    cases: cases.map(({ id, templateId, part, failure, score, seconds: took }) => ({
      ...{ id, templateId, part, failure, valid: score.valid },
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
