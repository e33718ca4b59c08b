// Own process: reads the sentence encoder, some 10 MB.
import test from 'ava'
import { clauseSenses } from '../../../ai-local/encoding/clause-senses.ts'
import { pieceTokenizer } from '../../../ai-local/encoding/read-encoder.ts'
import { visitPieces } from '../../../ai-local/encoding/visit-pieces.ts'
import type { Statement } from '../../../core/document/pieces/statements.ts'
import { byTables, rulesGenerator } from '../../../core/document/quoting/rules-generator.ts'
import type { SaidClause } from '../../../core/document/quoting/said-clauses.ts'
import { sorterWith } from '../../../core/document/quoting/shipped-sorter.ts'
import { COMPLAINT, SORTED_CLASSES } from '../../../core/document/quoting/sorted-classes.ts'
import { buildInput } from '../../helpers/rules.ts'
import { templateOf } from '../../helpers/rules-samples.ts'
import { boxEncoder, byPyTorch } from '../../helpers/sentence-encoder.ts'

const model = boxEncoder()
const expected = byPyTorch()

async function read(turns: string[]) {
  let found: { said: readonly SaidClause[]; statements: readonly Statement[] } | undefined
  const generator = rulesGenerator({
    router: byTables.router,
    sorter: (template) => (said, statements) => {
      found = { said, statements }
      return byTables.sorter(template)(said, statements)
    },
  })
  await generator.generate(buildInput(templateOf('anamnesis'), turns), {
    signal: new AbortController().signal,
    onField() {},
  })
  return found!
}

test('words are cut as the model was taught to read them', async (t) => {
  const { said, statements } = await read(expected.turns)
  const { pieces } = visitPieces(statements, said, pieceTokenizer(model.vocabulary), model.end)
  t.deepEqual(pieces, expected.pieces)
})

test('the probabilities are those of PyTorch with the same weights', async (t) => {
  const { said, statements } = await read(expected.turns)
  t.deepEqual(
    said.map(({ clause }) => clause.words),
    expected.clauses,
  )
  const given = clauseSenses(model)(statements, said)
  const story = SORTED_CLASSES.indexOf('presentIllness')
  for (const [at, wanted] of expected.probabilities.entries()) {
    const { classes, complaint } = given[at]!
    t.true(Math.abs(complaint - wanted[COMPLAINT]!) < 0.02)
    for (const [each, probability] of wanted.slice(0, COMPLAINT).entries()) {
      const whole = probability + (each === story ? wanted[COMPLAINT]! : 0)
      t.true(Math.abs(classes[each]! - whole) < 0.02, `${said[at]!.clause.words} ${each}`)
    }
  }
})

test('what was read before changes nothing of what is read now', async (t) => {
  const others = expected.turns.map((turn) => turn.replace('doutor', 'doutora'))
  const [one, two] = [await read(expected.turns), await read(others)]
  const lasting = clauseSenses(model)
  for (const { said, statements } of [one, two, one, two])
    t.deepEqual(lasting(statements, said), clauseSenses(model)(statements, said))
  // The same words by another voice are another run.
  const turned = one.said.map((each) => ({ ...each, role: 'patient' as const }))
  t.deepEqual(lasting(one.statements, turned), clauseSenses(model)(one.statements, turned))
})

test('what no word of the tables tells is sorted by what it means', async (t) => {
  const { said, statements } = await read(expected.turns)
  const senses = clauseSenses(model)(statements, said)
  for (const each of senses) t.is(each!.classes.length, SORTED_CLASSES.length)
  t.deepEqual(clauseSenses(model)(statements, said), senses)
  const sort = sorterWith(clauseSenses(model))(templateOf('anamnesis'))
  t.is(sort(said, statements).length, said.length)
})
