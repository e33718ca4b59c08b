/**
 * No regular expression of the product takes longer than its text is long: a transcript, a file, a
 * value of a document or a request may be long, and written to be slow. Expressions are searched
 * for words that could make them so, and their steps over those words are counted: no clock is
 * read, so the answer is the same on every machine.
 */
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { DISEASES, EXAMS, SPECIALTIES, SYMPTOMS } from '../../core/portuguese/clinical-terms.ts'
import { expressionsIn } from '../helpers/expressions/expressions-in.ts'
import { superLinear } from '../helpers/expressions/super-linear.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['bin', 'core', 'api', 'ai-local', 'plugin', 'cli', 'config', 'models']

/** Those that may grow faster, and why nothing long ever meets them. */
const SHORT: Record<string, string> = {
  'bin/build-tests.mjs':
    'esbuild reads it, in Go, where every expression is linear; the text is a path of the repository',
  'cli/commands/doctor.ts': 'advice that the doctor wrote itself, a line long',
}

/** Those put together of what a run knows, and why they are linear. */
const PUT_TOGETHER: Record<string, string> = {
  'ai-local/llama/chat-prompt.ts': 'names of tokens, one or the other, without a repeat',
  'bin/doctor/process.ts': 'a fixed name at the beginning of a line of /proc',
  'cli/evaluation-sheet.ts': 'begins where the text begins, and repeats one thing',
  'cli/program.ts': 'names of commands; the text is a hint of this program, a few lines long',
  'core/portuguese/word-forms.ts': 'words from beginning to end of one word',
  'core/document/measures/qualify.ts': 'the expressions of its own file again, for all matches',
  'core/portuguese/clinical-terms.ts': 'lists of words, asked below',
  'core/portuguese/record-words.ts':
    'words from beginning to end of one word, each begun at its border',
  'core/document/rewriting/check-rewrite.ts': 'lists of words, asked below',
  'core/document/quoting/record-lines.ts': 'names at the beginning, one or the other',
  'core/document/quoting/file-clause.ts': 'a list of words, asked below, as a whole',
  'core/evaluation/check-case.ts': 'a fixed name',
  'bin/tools/evaluation/edits-facts.ts': 'lists of words, one or the other',
  'bin/tools/evaluation/edits-foreign.ts': 'the name of a medicine',
  'core/evaluation/word-errors.ts': 'lists of words, asked below',
  'bin/tools/host-test/judge-host.ts': 'a fixed name before brackets of blanks',
  'core/structured-output/split-medication.ts':
    'the expressions of its own file again, for all matches',
}

test('work grows with the text alone, whatever expression reads it', (t) => {
  const { files, expressions, unknown } = expressionsIn(root, FOLDERS)
  t.true(files > 1000 && expressions.length > 1000)
  const seen = new Set<string>()
  const growing = expressions.flatMap(({ file, line, source, flags }) => {
    const isKnown = seen.has(`${source}/${flags}`) || file in SHORT
    seen.add(`${source}/${flags}`)
    const growth = isKnown ? undefined : superLinear(source, flags)
    return growth ? [{ at: `${file}:${line}`, source, ...growth }] : []
  })
  t.deepEqual(
    growing,
    [],
    'over `prefix`, `word`, repeated, then `suffix`: twice the text, more than twice the steps. Begin where the repeat cannot have begun already ((?<!x)x+), bound it, or ask in two steps (core/portuguese/text-matches.ts)',
  )
  t.deepEqual(
    unknown.filter((made) => !(made.slice(0, made.indexOf(':')) in PUT_TOGETHER)),
    [],
    'say above why it is linear',
  )
})

test('lists of clinical words are read in one go', (t) => {
  for (const { source, flags } of [SYMPTOMS, DISEASES, EXAMS, SPECIALTIES])
    t.is(superLinear(source, flags), undefined)
})

/** What was found in this repository once, by why it grew. */
const GREW: readonly RegExp[] = [
  // A repeat that begins again inside of itself, and then fails.
  /[aoeus]+$/,
  /\d+ (?:em|\/)$|(?:^| )(?:em|\/)$/,
  /\S+ \S+ \S+ (?:ta|ta bom|ok)$/,
  /(?:^|[:;.…])[^\p{L}]*(?:(?:olha|bom)[\s,]+){0,3}(?:é|são)(?![\p{L}])/iu,
  // Words from which everything behind is read.
  /(?<!\p{L})(?:nega|sem|não)\s[^,;.]*\scom\s[^,;.]*$/iu,
  /(?<!\p{L})sem\s[^;.]*(?:,|\se)\s[^,]*$/iu,
  /(?<!\p{L})(?:como|porque|por|já que|devido)\s[^.]*alergi/iu,
  /(?:^| )((?:desde|em|no)(?: (?:o|a|no|na))*)$/,
  /\b(?:era|eram|antes)(?: (?:era|eram|de|com|uns))*$/,
  /\b(?:familia|parentes|caso de .* na familia)\b/,
  /\b(?:tem|toma|usa)\b.*\?/,
  /\b(?:gotas|mg|ml) .*\b(?:por|durante|se|em) /,
  /\[(?=[^\]]*\]\s?[([:])/g,
  /(?<=\d\s*)(?:mg|g|ml)(?![\p{L}/²])/gu,
  // The same, behind something else.
  /\ssrc\s*=\s*["']?\s*data:/i,
  /^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/,
  /\ba (?:dez|10)(?: quanto (?:\p{L}+ ?){1,4})?$/u,
  // Two repeats that share one stretch in many ways, also in one inside the other.
  /^[\s,;]*(?:e|mas)?[\s,;]*$/,
  /^\s*(?:\[?\d{1,3}:\d{2}\]?\s*)?(.+)$/u,
  /^(?:a+)+$/,
  /^(?:\w+\s?)*$/,
]

for (const expression of GREW)
  test(`would be noticed: ${expression}`, (t) => {
    const growth = superLinear(expression.source, expression.flags)
    t.truthy(growth)
  })

/** The same without the fault, or never with it. */
const STAYS: readonly RegExp[] = [
  /(?<![aoeus])[aoeus]+$/,
  /^[\s,;]*(?:(?:e|mas)[\s,;]*)?$/,
  /(?:^| )((?:desde|em|no)(?: (?:o|a|no|na)){0,3})$/,
  /"(?:[^"\\]|\\.)*"/y,
  /\p{L}+(?: \p{L}+)*/gu,
  /^\s*(\w+)\s*:\s*(\S.*)$/s,
]

for (const expression of STAYS)
  test(`stays: ${expression}`, (t) => {
    t.is(superLinear(expression.source, expression.flags), undefined)
  })
