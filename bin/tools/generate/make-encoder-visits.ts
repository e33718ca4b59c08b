/**
 * Writes the labelled visits as the sentence encoder reads them, a line of JSON each:
 *
 *   tsx bin/tools/generate/make-encoder-visits.ts BASE.bin OUT.jsonl
 *
 * What `sentence-encoder/train.py` learns from.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pieceTokenizer } from '../../../ai-local/encoding/piece-tokens.ts'
import { readEncoder } from '../../../ai-local/encoding/read-encoder.ts'
import { visitPieces } from '../../../ai-local/encoding/visit-pieces.ts'
import { readLabelledVisits } from './labelled-visits.ts'
import { readTemplates } from './read-templates.ts'
import { visitExamples } from './sorter-examples.ts'

const NOTHING_LEFT_OUT = { share: 0, choice: 0 }
const [base, out] = process.argv.slice(2)
const model = readEncoder(readFileSync(base!))
const cut = pieceTokenizer(model.vocabulary)
const templates = readTemplates()
const lines: string[] = []
for (const visit of readLabelledVisits(join(import.meta.dirname, 'sorter-visits'))) {
  const examples = await visitExamples([visit], templates, NOTHING_LEFT_OUT)
  const said = examples.map((each) => each.said)
  const read = visitPieces(examples[0]!.statements, said, cut, model.end)
  const labels = {
    may: examples.map(({ may }) => may),
    weight: examples.map(({ weight }) => weight),
  }
  lines.push(JSON.stringify({ id: visit.id, ...read, ...labels }))
}
writeFileSync(out!, `${lines.join('\n')}\n`)
console.log(`${lines.length} visits`)
