/**
 * Writes the labelled visits as the sentence encoder reads them, a line of JSON each:
 *
 *   tsx bin/tools/generate/make-encoder-visits.ts BASE.bin OUT.jsonl
 *
 * What `sentence-encoder/train.py` learns from. Two of five stand there once more, without marks
 * and capitals, as a poor recognizer writes them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pieceTokenizer, readEncoder } from '../../../ai-local/encoding/read-encoder.ts'
import { visitPieces } from '../../../ai-local/encoding/visit-pieces.ts'
import { COMPLAINT, SORTED_CLASSES } from '../../../core/document/quoting/sorted-classes.ts'
import { type LabelledVisit, parseVisit, tellsComplaint } from './labelled-visits.ts'
import { readTemplates } from './read-templates.ts'
import { visitExamples } from './sorter-examples.ts'

/** Behind the id of a visit that stands there once more. */
const AGAIN = '~'
const MARK = /[.,;:!?…—“”"()]/
const NOTHING_LEFT_OUT = { share: 0, choice: 0 }
const STORY = SORTED_CLASSES.indexOf('presentIllness')
const [base, out] = process.argv.slice(2)
const model = readEncoder(readFileSync(base!))
const cut = pieceTokenizer(model.vocabulary)
const templates = readTemplates()
const lines: string[] = []
const folder = join(import.meta.dirname, 'sorter-visits')
const files = readdirSync(folder).filter((name) => /^[a-z]-\d+\.txt$/.test(name))
for (const [at, name] of files.sort().entries()) {
  const [id, text] = [name.slice(0, -4), readFileSync(join(folder, name), 'utf8')]
  await add(parseVisit(id, text))
  if (at % 5 === 0 || at % 5 === 2) await add(parseVisit(`${id}${AGAIN}`, withoutMarks(text)))
}
writeFileSync(out!, `${lines.join('\n')}\n`)
console.log(`${lines.length} visits`)

async function add(visit: LabelledVisit) {
  const examples = await visitExamples([visit], templates, NOTHING_LEFT_OUT)
  const said = examples.map((each) => each.said)
  const read = visitPieces(examples[0]!.statements, said, cut, model.end)
  const labels = {
    may: examples.map(({ may, said: { clause } }) =>
      tellsComplaint(visit, clause.statement, clause.start, clause.end)
        ? may.map((each) => (each === STORY ? COMPLAINT : each))
        : may,
    ),
    weight: examples.map(({ weight }) => weight),
  }
  lines.push(JSON.stringify({ id: visit.id, ...read, ...labels }))
}

/** The first line stays, and who speaks, and the labels. */
function withoutMarks(text: string): string {
  const [head, ...turns] = text.split('\n')
  const bare = turns.map((turn) =>
    turn.replace(/(^[MPA]: )|(\[[a-zA-Z|]+\])|[^[]/g, (part, who, label) =>
      who || label ? part : MARK.test(part) ? ' ' : part.toLowerCase(),
    ),
  )
  return [head, ...bare].join('\n')
}
