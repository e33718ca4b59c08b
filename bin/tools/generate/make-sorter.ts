/**
 * Learns the sorter's weights from the tuned cases, the further cases 01 to 12 and the labelled
 * visits, and writes core/document/quoting/weights.ts:
 *
 *   tsx bin/tools/generate/make-sorter.ts            learns from all of them and writes
 *   tsx bin/tools/generate/make-sorter.ts --check    leaves a fifth of the cases out each time, tells how they are sorted, writes nothing
 *
 * By hand, after the cases, the rules or the cues have changed: some minutes on two cores. The same
 * cases and rules give the same bytes. Held-out cases and the further cases 13 to 24 are never read
 * here.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack } from '../../../core/document/quoting/packed-weights.ts'
import { probabilitiesOf } from '../../../core/document/quoting/softmax.ts'
import { SORTED_CLASSES } from '../../../core/document/quoting/sorted-classes.ts'
import { EvaluationCase } from '../../../core/evaluation/case.ts'
import { clauseLabeller } from './label-clauses.ts'
import { readLabelledVisits } from './labelled-visits.ts'
import { type Example, type LearnOptions, learn } from './learn.ts'
import { readTemplates } from './read-templates.ts'
import {
  type LabelledClause,
  type LeftOut,
  sorterExamples,
  visitExamples,
} from './sorter-examples.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const EVALUATION = join(root, 'config', 'evaluation')
const FURTHER = /^further-(?:0\d|1[0-2])\.json$/
const OUT = join(root, 'core', 'document', 'quoting', 'weights.ts')

/** As the router is, and twice with three tenths of its terms left out. */
const ROUTERS: readonly LeftOut[] = [
  { share: 0, choice: 0 },
  { share: 0.3, choice: 1 },
  { share: 0.3, choice: 2 },
]
const OPTIONS: LearnOptions = { least: 40, rounds: 6, rate: 0.03, decay: 1e-3 }
const FOLDS = 5
/** Probabilities by which the sorter is told apart where it is checked. */
const SURE = [0, 0.5, 0.7, 0.8, 0.9, 0.95]

const cases = [
  ...readCases(EVALUATION, (name) => name !== 'thresholds.json'),
  ...readCases(join(EVALUATION, 'further'), (name) => FURTHER.test(name)),
]
const visits = readLabelledVisits(join(import.meta.dirname, 'sorter-visits'))
const templates = readTemplates()
const label = clauseLabeller(cases)
const examples: LabelledClause[][] = []
for (const left of ROUTERS)
  examples.push([
    ...(await sorterExamples(cases, templates, left, label)),
    ...(await visitExamples(visits, templates, left)),
  ])
if (process.argv.includes('--check')) check()
else write()

function write(): void {
  const all = examples.flat().filter(({ weight }) => weight > 0)
  const packed = pack(learn(all, SORTED_CLASSES, OPTIONS))
  const digest = createHash('sha256').update(`${packed.cues}\n${packed.values}`).digest('hex')
  const text = `/**
 * The weights of the sorter, written by \`bin/tools/generate/make-sorter.ts\` from ${examples[0]!.length} clauses of ${cases.length + visits.length} invented consultations (CC BY 4.0). No line is written by hand.
 */
import type { PackedWeights } from './packed-weights.ts'

/** SHA-256 of the cues, a line break and the values. */
export const DIGEST = '${digest}'
export const WEIGHTS: PackedWeights = {
  classes:
    '${packed.classes.join(' ')}'.split(
      ' ',
    ),
  step: ${packed.step},
  cues: '${packed.cues}',
  values:
    '${packed.values}',
}
`
  writeFileSync(OUT, text)
  console.log(
    `${packed.cues.split('|').length} cues, ${Math.round(text.length / 1000)} kB, ${digest}`,
  )
}

/**
 * Cases that were left out, sorted by what the others taught: with the router as it is, and
 * thinned.
 */
function check(): void {
  const foldOf = new Map([...cases, ...visits].map(({ id }, at) => [id, at % FOLDS]))
  const isIn = (fold: number) => (each: LabelledClause) => foldOf.get(each.visitId) === fold
  const counts = ROUTERS.map(() => SURE.map(() => ({ sorted: 0, right: 0 })))
  for (let fold = 0; fold < FOLDS; fold++) {
    const rest: Example[] = examples.flat().filter((each) => each.weight > 0 && !isIn(fold)(each))
    const weights = learn(rest, SORTED_CLASSES, OPTIONS)
    for (const [router, all] of examples.entries())
      for (const { cues, may, weight } of all.filter(isIn(fold))) {
        if (weight === 0) continue
        const given = probabilitiesOf(cues, weights)
        const best = given.indexOf(Math.max(...given))
        for (const [at, sure] of SURE.entries()) {
          if (given[best]! < sure) continue
          counts[router]![at]!.sorted += 1
          if (may.includes(best)) counts[router]![at]!.right += 1
        }
      }
  }
  for (const [at, { share }] of ROUTERS.entries())
    for (const [level, sure] of SURE.entries()) {
      const { sorted, right } = counts[at]![level]!
      const part = sorted / counts[at]![0]!.sorted
      console.log(
        `terms left out ${share}, sure from ${sure}: ${(right / sorted).toFixed(3)} right of ${part.toFixed(3)}`,
      )
    }
}

function readCases(folder: string, isWanted: (name: string) => boolean): EvaluationCase[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && isWanted(name))
    .sort()
    .map((name) => EvaluationCase.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}
