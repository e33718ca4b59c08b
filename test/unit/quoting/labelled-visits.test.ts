import { join } from 'node:path'
import test from 'ava'
import {
  labelledClasses,
  parseVisit,
  readLabelledVisits,
} from '../../../bin/tools/generate/labelled-visits.ts'
import { readStatements, type Statement } from '../../../core/document/pieces/statements.ts'
import { caseInput } from '../../../core/evaluation/case.ts'
import { templateOf } from '../../helpers/rules-samples.ts'

const HEAD = '# modelo: soap | modalidade: in_person | idade: adulto | sobre: tosse\n'
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'bin/tools/generate/sorter-visits')

function statementsOf(visit: ReturnType<typeof parseVisit>): Statement[] {
  const nothingBeside = { context: '', background: null, files: [] }
  return readStatements(caseInput({ ...nothingBeside, ...visit }, templateOf('anamnesis')))
}

/** The classes of each whole sentence. */
function sentencesOf(text: string): [text: string, classes: string][] {
  const visit = parseVisit('v', HEAD + text)
  return statementsOf(visit).map((each) => [
    each.text,
    labelledClasses(visit, each, 0, each.text.length).join(' '),
  ])
}

test('a label holds for what stands before it, up to the label before', (t) => {
  const text = 'P: Tomo losartana. [medicationsInUse] Minha mãe é diabética. [family] Calor, né?'
  t.deepEqual(sentencesOf(text), [
    ['Tomo losartana.', 'medicationsInUse'],
    ['Minha mãe é diabética.', 'family'],
    ['Calor, né?', 'none'],
  ])
})

test('of a sentence with two labels both are right, but nothing where one is something', (t) => {
  t.deepEqual(sentencesOf('P: Durmo mal à noite [sleep] e como pouco demais. [diet]'), [
    ['Durmo mal à noite e como pouco demais.', 'sleep diet'],
  ])
  t.deepEqual(
    sentencesOf('P: Que calor hoje, doutora, [none] e a tosse piorou. [presentIllness]'),
    [['Que calor hoje, doutora, e a tosse piorou.', 'presentIllness']],
  )
})

test('a line that is no turn, a label that is no part and a model that is none are refused', (t) => {
  t.throws(() => parseVisit('v', `${HEAD}X: Oi.`), { message: /no turn: X: Oi/ })
  t.throws(() => parseVisit('v', `${HEAD}P: Tosse. [cough]`), { message: /no part.*cough/ })
  t.throws(() => parseVisit('v', 'P: Tosse.'), { message: /names no model/ })
})

test('every labelled visit is read, and each of its sentences is labelled', (t) => {
  const learned = readLabelledVisits(FOLDER)
  const counted = readLabelledVisits(join(FOLDER, 'counted'))
  t.true(learned.length > 0 && counted.length > 0)
  for (const visit of [...learned, ...counted])
    for (const each of statementsOf(visit))
      t.true(
        labelledClasses(visit, each, 0, each.text.length).length > 0,
        `${visit.id}: ${each.text}`,
      )
})
