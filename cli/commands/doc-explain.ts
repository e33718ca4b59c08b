import type { Command } from 'commander'
import type {
  DocumentExplanation,
  LineExplanation,
  Stretch,
  UnwrittenFact,
  ValueExplanation,
  WithdrawnValue,
} from '../../core/document/checks/explanation.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'
import { printable } from '../table.ts'
import type { Terminal } from '../terminal.ts'

/**
 * `svcctl doc explain <id> [field]`: shows what the document says, and is on record as a reading of
 * it.
 */
export function docExplainCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand(
    'explain',
    'why a line of a document stands, is marked or is missing (shows what it says)',
    [
      'doc explain 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11',
      'doc explain 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11 Alergias',
      'doc explain 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11 --json | jq ".values[] | select(.on_record.verdict == \\"not_found\\")"',
    ],
  )
    .argument('<document>', 'its id')
    .argument('[field]', 'a field of it, or a key of a field; all of it without')
    .action(async (id: string, field: string | undefined, _options: unknown, command: Command) => {
      await using documents = await deps.openDocuments(settingFlags(command, settings))
      const explanation = await documents.explain(id, field)
      terminal.result(explanation, () => explanationSheet(explanation, terminal))
    })
}

type Paper = Pick<Terminal, 'style' | 'sentence'>

/** Why a document says what it says, for people: a block a value, then what is missing and why. */
function explanationSheet(one: DocumentExplanation, paper: Paper): string {
  const sections = [
    one.values.map((value) => valueBlock(value, paper)),
    headed('Withdrawn', one.withdrawn, (value) => withdrawnBlock(value, paper), paper),
    headed(
      'Taken out by people',
      one.removedByPeople,
      ({ path, text }) => `  ${placeOf(path)}: ${quoted(text)}`,
      paper,
    ),
    headed('Said and not written', one.unwritten, (fact) => unwrittenBlock(fact, paper), paper),
    headed('Empty', one.empty, (path) => `  ${emptyLine(path, one)}`, paper),
  ]
  return [head(one, paper), ...sections.flat()].join('\n\n')
}

function head(
  { documentId, status, source, template, productVersion }: DocumentExplanation,
  paper: Paper,
) {
  const { written, now } = productVersion
  const release = written === now ? written : `${written}, explained by ${now}`
  const rows = [
    [
      'written by',
      [source.generator, source.model ?? '', source.version].filter(Boolean).join('  '),
    ],
    ['template', `${template.id}  version ${template.version}`],
    ['release', release],
  ]
  return [
    `${paper.style.bold(documentId)}  ${status}`,
    ...rows.map(([name, text]) => row(name!, text!, paper)),
  ].join('\n')
}

function headed<One>(
  title: string,
  all: readonly One[],
  toBlock: (one: One) => string,
  { style }: Paper,
): string[] {
  return all.length === 0 ? [] : [[style.bold(title), ...all.map(toBlock)].join('\n')]
}

function valueBlock(value: ValueExplanation, paper: Paper): string {
  const { path, text, writer, before, onRecord, sources, lines, isMeasurement } = value
  const mark = onRecord ? marked(onRecord.verdict, paper) : 'a person’s own words'
  const rows = [
    `${paper.style.bold(placeOf(path))}  ${mark}`,
    `  ${quoted(text)}`,
    row('writer', writer, paper),
  ]
  if (before !== null) rows.push(row('before', quoted(before), paper))
  if (onRecord?.reason) rows.push(row('shown', onRecord.reason, paper))
  rows.push(...sources.map((one) => row('from', stretchWords(one), paper)))
  if (isMeasurement) rows.push(row('why', 'a measurement: compared with what was heard', paper))
  else rows.push(...lines.flatMap((line) => lineRows(line, value, paper)))
  return rows.join('\n')
}

function lineRows(
  line: LineExplanation,
  { lines, onRecord }: ValueExplanation,
  paper: Paper,
): string[] {
  const { objection, required } = line
  const isOneOfSeveral = lines.length > 1
  const rows = isOneOfSeveral ? [row('line', quoted(line.text), paper)] : []
  rows.push(row('why', shareWords(line), paper))
  if (line.found.length > 0 && !line.isQuotation)
    rows.push(row('found', line.found.join(', '), paper))
  if (line.missing.length > 0) rows.push(row('missing', line.missing.join(', '), paper))
  if (required.length > 0) rows.push(row('required', required.join(', '), paper))
  // Rules quote, and are asked nothing; a document of another release was asked otherwise.
  const isNew = onRecord?.verdict === 'supported'
  const check = objection && `${isNew ? 'would object now: ' : ''}${objectionWords(objection)}`
  if (check) rows.push(row('check', check, paper))
  if (isOneOfSeveral) rows.push(...line.sources.map((one) => row('from', stretchWords(one), paper)))
  rows.push(...line.nearest.map((one) => row('nearest', stretchWords(one), paper)))
  return rows
}

function shareWords({ isQuotation, share, threshold, verdict, required }: LineExplanation): string {
  if (isQuotation) return 'quoted word for word'
  const shares = `${share.toFixed(2)} of it by weight was said, ${threshold} is enough`
  if (verdict !== 'not_found') return shares
  return required.length > 0 ? `${shares}; what is required is missing` : shares
}

function objectionWords({ check, reason, isDangerous }: NonNullable<LineExplanation['objection']>) {
  return `${check}: ${reason}${isDangerous ? ' (may harm)' : ''}`
}

function withdrawnBlock({ path, value, reason, check, sources }: WithdrawnValue, paper: Paper) {
  const why = check ? `${check}: ${reason}` : `${reason} (no check of this release says so)`
  return [
    `  ${placeOf(path)}: ${quoted(value)}`,
    row('check', why, paper),
    ...sources.map((one) => row('from', stretchWords(one), paper)),
  ].join('\n')
}

function unwrittenBlock(fact: UnwrittenFact, paper: Paper): string {
  const { kind, text, quote, field, isDismissed, speaker, start_ms: startMs } = fact
  const place = field ? `, for ${placeOf(field)}` : ''
  const source = startMs === null ? 'context' : 'transcript'
  const said = stretchWords({ source, startMs, endMs: null, speaker, words: quote })
  return [
    `  ${kind}: ${printable(text)}${place}${isDismissed ? ' (dismissed)' : ''}`,
    row('from', said, paper),
  ].join('\n')
}

/** Line for an empty place: what would have been there. */
function emptyLine(path: readonly string[], { withdrawn, unwritten }: DocumentExplanation): string {
  const isHere = (other: readonly string[] | null) =>
    other !== null && path.every((name, at) => other[at] === name)
  const taken = withdrawn.filter((one) => isHere(one.path)).length
  const listed = unwritten.filter(({ field }) => isHere(field)).length
  const why = [
    ...(taken > 0 ? [`${taken} withdrawn`] : []),
    ...(listed > 0 ? [`${listed} said and not written`] : []),
  ]
  return `${placeOf(path)}: ${why.join(', ') || 'nothing was found for it'}`
}

function marked(verdict: LineExplanation['verdict'], { style }: Paper): string {
  const words = {
    supported: style.green('has its source'),
    not_found: style.yellow('marked: no source'),
    contradicted: style.red('marked: contradicted'),
  }
  return words[verdict]
}

function stretchWords({ source, startMs, endMs, speaker, words }: Stretch): string {
  const times = [startMs, endMs].flatMap((ms) => (ms === null ? [] : clock(ms))).join('–')
  const where = [source === 'transcript' ? times : source, speaker ?? ''].filter(Boolean).join(' ')
  return `${where}: ${quoted(words)}`
}

/** 75_000 → "1:15" */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const INDENT = 14

function row(name: string, text: string, { style, sentence }: Paper): string {
  return `  ${style.dim(name.padEnd(INDENT - 4))}  ${sentence(printable(text), INDENT)}`
}

function placeOf(path: readonly string[]): string {
  return printable(path.join(' / '))
}

/** In one line, whatever it was. */
function quoted(text: string): string {
  return `“${printable(text.replace(/\s+/g, ' '))}”`
}
