import test from 'ava'
import type { FilingPlace } from '../../../core/document/quoting/places.ts'
import { modelRouter, type Routed } from '../../../core/document/quoting/router.ts'
import { rulesGenerator } from '../../../core/document/quoting/rules-generator.ts'
import type { SaidClause } from '../../../core/document/quoting/said-clauses.ts'
import type { Weights } from '../../../core/document/quoting/softmax.ts'
import { sortClauses } from '../../../core/document/quoting/sort-clauses.ts'
import { SORTED_CLASSES, type SortedClass } from '../../../core/document/quoting/sorted-classes.ts'
import { buildInput } from '../../helpers/rules.ts'
import { templateOf, templates } from '../../helpers/rules-samples.ts'
import { shippedRules } from '../../helpers/shipped-rules.ts'

const SURE = {
  file: 0.5,
  advise: 2,
  move: 0.5,
  leave: 0.5,
  leaveAnswer: 0.5,
  keep: 0.5,
  overrule: 2,
  trust: 99,
  moveDecided: 0.5,
  keepDecided: 0,
}

/** Sure of one class, whatever it sees. */
function sureOf(wanted: SortedClass): Weights {
  const values = Float32Array.from(SORTED_CLASSES, (each) => (each === wanted ? 20 : 0))
  return { classes: SORTED_CLASSES, rows: new Map([['bias', 0]]), values }
}

/** The clauses of a visit, as they reach the sorter, and where it puts them. */
async function sort(turns: string[], wanted: SortedClass, model = 'anamnesis') {
  let said: readonly SaidClause[] = []
  let sorted: Routed[] = []
  const generator = rulesGenerator({
    router: modelRouter,
    sorter: (template) => (clauses) => {
      said = clauses
      sorted = sortClauses(clauses, template, sureOf(wanted), SURE)
      return sorted
    },
  })
  const input = buildInput(templateOf(model), turns)
  await generator.generate(input, { signal: new AbortController().signal, onField() {} })
  const placeOf = (words: RegExp): FilingPlace | null | undefined => {
    const at = said.findIndex(({ clause }) => words.test(clause.words))
    return at < 0 ? undefined : sorted[at]!.place
  }
  const routedTo = (words: RegExp) =>
    said.find(({ clause }) => words.test(clause.words))?.routed.place
  return { placeOf, routedTo }
}

test('what the tables do not place is filed where the sorter is sure', async (t) => {
  const { placeOf, routedTo } = await sort(
    ['Umas bolhinhas feito sagu no canto.'],
    'presentIllness',
  )
  t.is(routedTo(/sagu/), null)
  t.is(placeOf(/sagu/), 'presentIllness')
})

test('a section that the model has no field for is none', async (t) => {
  const { placeOf } = await sort(['Umas bolhinhas feito sagu no canto.'], 'devices')
  t.is(placeOf(/sagu/), null)
})

test('the sorter files nothing among medicines', async (t) => {
  for (const wanted of ['medicationsInUse', 'prescriptions'] as const) {
    const { placeOf } = await sort(['Umas bolhinhas feito sagu no canto.'], wanted)
    t.is(placeOf(/sagu/), null)
  }
})

test('what a doctor decides is filed from a doctor alone', async (t) => {
  const turns = ['O que o senhor tem?', 'Eu tenho umas bolhinhas feito sagu no canto, doutor.']
  for (const wanted of ['hypotheses', 'orientations', 'referral', 'certificate'] as const)
    t.not((await sort(turns, wanted)).placeOf(/sagu/), wanted)
})

test('an allergy is never left out, and a relative stays a relative', async (t) => {
  const turns = ['Tem alergia?', 'Tenho alergia a dipirona, doutor.', 'Minha mãe tem diabetes.']
  const none = await sort(turns, 'none')
  t.is(none.placeOf(/dipirona/), 'allergies')
  const moved = await sort(turns, 'pastHistory')
  t.is(moved.placeOf(/mae/), 'family')
})

test('what the sorter is sure to be nothing is left out', async (t) => {
  const turns = ['Tenho dor de cabeça há três dias.']
  t.is((await sort(turns, 'none')).routedTo(/dor/), 'presentIllness')
  t.is((await sort(turns, 'none')).placeOf(/dor/), null)
})

test('what the sorter finds unlikely where the tables put it is left out, but for what the speaker labels', async (t) => {
  const unlikely = await sort(['Tenho dor de cabeça há três dias.'], 'prescriptions')
  t.is(unlikely.routedTo(/dor/), 'presentIllness')
  t.is(unlikely.placeOf(/dor/), null)
  const answer = await sort(['O senhor fuma?', 'Sim, 10 por dia.'], 'prescriptions')
  t.is(answer.placeOf(/10/), 'substances')
  const labelled = await sort(['Conduta combinada. Orientações: dieta leve.'], 'prescriptions')
  t.is(labelled.placeOf(/dieta/), 'orientations')
})

test('the same visit gives the same document, by every model', async (t) => {
  const turns = [
    'Bom dia, o que houve?',
    'Tô com uma tosse seca faz três dias.',
    'Alergia?',
    'Inchei o rosto com dipirona.',
  ]
  const write = async (model: string) => {
    const input = buildInput(templateOf(model), turns)
    const options = { signal: new AbortController().signal, onField() {} }
    return (await shippedRules().generate(input, options)).content
  }
  for (const { id } of templates()) t.deepEqual(await write(id), await write(id), id)
})
