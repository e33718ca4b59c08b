/**
 * Two runs beside each other: which figures and which cases got better or worse, and by which
 * facts.
 */
import { figuresOf, isMoreBetter } from './figures.ts'
import type { CaseResult, EvaluationReport } from './report.ts'

export interface FigureChange {
  figure: string
  before: number
  after: number
  /** `other`: neither is better by itself. */
  change: 'better' | 'worse' | 'other'
}

export interface CaseChange {
  id: string
  part: CaseResult['part']
  change: 'better' | 'worse' | 'mixed'
  /** Each as "omitted: Alergias · ibuprofeno". */
  gained: string[]
  lost: string[]
}

export interface Comparison {
  figures: FigureChange[]
  /** Empty when one of the runs withholds its words. */
  cases: CaseChange[]
  /** Cases that only one of the runs has; they are in none of the lists above. */
  onlyBefore: string[]
  onlyAfter: string[]
}

/** Over the cases that both runs have: a figure of other cases would compare nothing. */
export function compareRuns(before: EvaluationReport, after: EvaluationReport): Comparison {
  const [earlier, later] = [before, after].map(
    ({ cases }) => new Map(cases.map((one) => [keyOf(one), one])),
  )
  const shared = (report: EvaluationReport, other: ReadonlyMap<string, CaseResult>) => ({
    ...report,
    cases: report.cases.filter((one) => other.has(keyOf(one))),
  })
  const was = figuresOf(shared(before, later!))
  const is = figuresOf(shared(after, earlier!))
  return {
    figures: Object.keys(is).flatMap((figure): FigureChange[] => {
      const [old, now] = [was[figure], is[figure]!]
      return old === undefined || old === now
        ? []
        : [{ figure, before: old, after: now, change: changeOf(figure, now - old) }]
    }),
    cases:
      before.withheld || after.withheld
        ? []
        : [...earlier!].flatMap(([key, one]) => caseChange(one, later!.get(key))),
    onlyBefore: [...earlier!.keys()].filter((key) => !later!.has(key)),
    onlyAfter: [...later!.keys()].filter((key) => !earlier!.has(key)),
  }
}

/** "som-03 (heard)" */
function keyOf({ id, part }: CaseResult): string {
  return `${id} (${part})`
}

function changeOf(figure: string, difference: number): FigureChange['change'] {
  const more = isMoreBetter(figure)
  if (more === null) return 'other'
  return difference > 0 === more ? 'better' : 'worse'
}

function caseChange(before: CaseResult, after: CaseResult | undefined): CaseChange[] {
  if (!after) return []
  const [old, now] = [faultsOf(before), faultsOf(after)]
  const gained = [...old].filter((fault) => !now.has(fault))
  const lost = [...now].filter((fault) => !old.has(fault))
  if (gained.length === 0 && lost.length === 0) return []
  const change = lost.length === 0 ? 'better' : gained.length === 0 ? 'worse' : 'mixed'
  return [{ id: after.id, part: after.part, change, gained, lost }]
}

/** Everything a case lost points for, in words that stay the same from run to run. */
function faultsOf({ score, failure }: CaseResult): Set<string> {
  const place = (path: readonly string[]) => path.join(' / ')
  return new Set([
    ...(failure === null ? [] : [`no document: ${failure}`]),
    ...(score.valid ? [] : ['not valid']),
    ...score.omitted.map(({ path, holds }) => `omitted: ${place(path)} · ${holds}`),
    ...score.unsupported.map(({ path, text }) => `unsupported: ${place(path)} · ${text}`),
    ...score.wrong.map(({ path, text }) => `wrong: ${place(path)} · ${text}`),
    ...score.nulls.filled.map((path) => `not null: ${place(path)}`),
  ])
}
