/**
 * Reports of `svcctl eval` for people: figures beside each other, then what is missing of the
 * thresholds.
 */
import type { Comparison } from '../core/evaluation/compare-runs.ts'
import { type Figures, figuresOf, type Miss } from '../core/evaluation/figures.ts'
import {
  type CaseResult,
  type EvaluationReport,
  PARTS,
  type Part,
} from '../core/evaluation/report.ts'
import { printable } from './table.ts'
import type { Terminal } from './terminal.ts'

const TITLES: Record<Part, string> = {
  read: 'as read',
  heard: 'as heard',
}

interface Judged {
  missed: readonly Miss[]
  notMeasured: readonly string[]
  details: boolean
}

export function evaluationSheet(
  terminal: Terminal,
  report: EvaluationReport,
  { missed, notMeasured, details }: Judged,
): string {
  const figures = figuresOf(report)
  const parts = PARTS.filter((part) => `${part}.documents` in figures)
  return [
    heading(report),
    ...tables(terminal, figures, parts),
    ...(details ? [caseList(terminal, report.cases)] : []),
    ...limits(terminal, missed, notMeasured),
  ].join('\n\n')
}

const SETS: Record<EvaluationReport['set'], string> = {
  product: 'the product’s set',
  'held-out': 'the held-out set',
  own: 'a set of one’s own',
}

function heading(report: EvaluationReport): string {
  const { set, generator, speech, cases, seconds, peakMemoryMiB } = report
  const writer = generator.model ? `${generator.kind} (${generator.model})` : generator.kind
  const ears = speech ? `; heard by ${speech.model ?? speech.engine ?? 'nothing'}` : ''
  const memory = peakMemoryMiB === null ? '' : `, ${Math.round(peakMemoryMiB)} MiB at most`
  return printable(
    `${cases.length} documents of ${SETS[set]} by ${writer}${ears}; ${Math.round(seconds)} s${memory}`,
  )
}

const ROWS: readonly [figure: string, title: string][] = [
  ['documents', 'documents'],
  ['failures', 'no document'],
  ['valid', 'right shape'],
  ['facts.recall', 'facts written'],
  ['facts.precision', 'right of what is written'],
  ['facts.omitted', 'facts omitted'],
  ['unsupported', 'unsupported statements'],
  ['nullsKept', 'nulls kept'],
  ['lengthRatio', 'length against the reference'],
  ['words.errorRate', 'words misheard'],
  ['terms.errorRate', 'medical terms misheard'],
  ['drugs.errorRate', 'drugs misheard'],
  ['numbers.errorRate', 'numbers misheard'],
  ['secondsPerDocument', 'seconds for a document'],
  ['secondsPerAudioSecond', 'seconds for a second of sound'],
]
const COUNTS = new Set(['documents', 'failures', 'facts.omitted', 'unsupported'])

function tables(terminal: Terminal, figures: Figures, parts: readonly Part[]): string[] {
  const whole = ROWS.filter(([name]) => parts.some((part) => `${part}.${name}` in figures))
  const columns = parts.map((part) => ({
    header: TITLES[part],
    align: 'right' as const,
    cell: ([name]: readonly [string, string]) => show(figures[`${part}.${name}`], COUNTS.has(name)),
  }))
  return [
    terminal.table(whole, [{ header: '', cell: ([, title]) => title }, ...columns]),
    ...groups(terminal, figures, parts, 'kind', 'facts by kind, written'),
    ...groups(terminal, figures, parts, 'group', 'written / right'),
    ...groups(terminal, figures, parts, 'field', 'by field, written / right'),
    ...groups(terminal, figures, parts, 'model', 'by document model, written / right'),
  ]
}

/** Every figure `<part>.<group>.<name>.recall` and its precision where there is one. */
function groups(
  terminal: Terminal,
  figures: Figures,
  parts: readonly Part[],
  group: string,
  title: string,
): string[] {
  const pattern = new RegExp(`^\\w+\\.${group}\\.(.+)\\.(?:recall|precision)$`)
  const names = [
    ...new Set(Object.keys(figures).flatMap((figure) => pattern.exec(figure)?.[1] ?? [])),
  ]
  if (names.length === 0) return []
  const columns = parts.map((part) => ({
    header: TITLES[part],
    align: 'right' as const,
    cell(name: string) {
      const recall = show(figures[`${part}.${group}.${name}.recall`])
      if (group === 'kind') return recall
      return `${recall} / ${show(figures[`${part}.${group}.${name}.precision`])}`
    },
  }))
  return [
    terminal.table(names, [{ header: title, shrinks: true, cell: (name) => name }, ...columns]),
  ]
}

function show(value: number | undefined, isCount = false): string {
  if (value === undefined) return '–'
  return isCount ? String(value) : value.toFixed(3)
}

function caseList({ style }: Terminal, cases: readonly CaseResult[]): string {
  const lines = cases.flatMap(({ id, part, failure, score }) => {
    const place = (path: readonly string[]) => path.join(' / ')
    const faults = [
      ...(failure === null ? [] : [`no document: ${failure}`]),
      ...score.omitted.map(({ path, holds }) => `omitted      ${place(path)}: ${holds}`),
      ...score.wrong.map(({ path, text }) => `wrong        ${place(path)}: ${text}`),
      ...score.unsupported.map(
        ({ path, text, why }) => `unsupported  ${place(path)}: ${text} (${why})`,
      ),
      ...score.nulls.filled.map((path) => `not null     ${place(path)}`),
    ]
    if (faults.length === 0) return []
    return [style.bold(`${id} ${TITLES[part]}`), ...faults.map((fault) => `  ${printable(fault)}`)]
  })
  return lines.length > 0 ? lines.join('\n') : 'Nothing omitted, wrong or unsupported.'
}

function limits({ style }: Terminal, missed: readonly Miss[], notMeasured: readonly string[]) {
  const lines = [
    ...missed.map(({ figure, value, min, max }) => {
      const bound = min !== null && value < min ? `at least ${min}` : `at most ${max}`
      return style.red(`✗ ${figure} is ${value}, asked for ${bound}`)
    }),
    ...notMeasured.map((figure) => style.yellow(`! ${figure} was not measured in this run`)),
  ]
  return lines.length > 0 ? [lines.join('\n')] : []
}

/** What changed between two runs, the worse first. */
export function comparisonSheet(terminal: Terminal, comparison: Comparison): string {
  const { figures, cases, onlyBefore, onlyAfter } = comparison
  const { style } = terminal
  const order = { worse: 0, mixed: 1, better: 2, other: 3 }
  const paint = { worse: style.red, mixed: style.yellow, better: style.green, other: style.dim }
  const sorted = [...figures].sort((a, b) => order[a.change] - order[b.change])
  const lines = [...cases]
    .sort((a, b) => order[a.change] - order[b.change])
    .flatMap(({ id, part, change, gained, lost }) => [
      paint[change](`${id} ${TITLES[part]}: ${change}`),
      ...lost.map((fault) => `  - ${printable(fault)}`),
      ...gained.map((fault) => `  + no longer ${printable(fault)}`),
    ])
  const only = [
    ...onlyBefore.map((id) => `${id}: only in the earlier report`),
    ...onlyAfter.map((id) => `${id}: only in the later report`),
  ]
  if (figures.length === 0 && lines.length === 0 && only.length === 0) return 'No difference.'
  return [
    terminal.table(sorted, [
      { header: 'figure', cell: ({ figure }) => figure, shrinks: true },
      { header: 'before', cell: ({ before }) => String(before), align: 'right' },
      { header: 'after', cell: ({ after }) => String(after), align: 'right' },
      {
        header: '',
        cell: ({ change }) => change,
        paint: (text, { change }) => paint[change](text),
      },
    ]),
    lines.join('\n'),
    only.join('\n'),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}
