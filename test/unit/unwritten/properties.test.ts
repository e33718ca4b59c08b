/**
 * The promise of the list, over the whole lexicon: what the document says is never on it, what a
 * patient takes and nobody wrote always is.
 */
import test from 'ava'
import fc from 'fast-check'
import { medicationNames } from '../../../core/portuguese/medications.ts'
import { listed } from '../../helpers/unwritten.ts'

/** Names that say nothing but the medicine; a name of several words may hold another. */
const NAMES = [...medicationNames()].filter(([name]) => /^[a-z]{5,}$/.test(name))
const RUNS = { numRuns: 150 }

const drug = fc.constantFrom(...NAMES)
const dose = fc.constantFrom(5, 10, 20, 25, 40, 50, 75, 100, 150, 200, 250, 300, 500, 850)
const taking = fc.constantFrom('Tomo', 'Eu tomo', 'Uso', 'Estou tomando', 'Faço uso de')
const often = fc.constantFrom('', ' de manhã', ' à noite', ' duas vezes ao dia', ' todo dia')

test('a medicine with its dose that the patient takes and no field says is always listed', (t) => {
  fc.assert(
    fc.property(taking, drug, dose, often, (verb, [name, ingredient], mg, when) => {
      const items = listed(`Bom dia. | ${verb} ${name} ${mg} miligramas${when}. | Certo.`)
      const found = items.filter(
        ({ kind, id, text }) =>
          kind === 'medicine' && id.includes(ingredient) && text.includes(`${mg} mg`),
      )
      return found.length === 1
    }),
    RUNS,
  )
  t.pass()
})

test('a fact in the document is never listed, even if it is said again', (t) => {
  fc.assert(
    fc.property(taking, drug, dose, often, (verb, [name], mg, when) => {
      const written = `${name} ${mg} mg${when}`
      const said = `${verb} ${name} ${mg} miligramas${when}.`
      const inList = listed(said, { content: { 'Medicações em uso': [written] } })
      const inText = listed(said, { content: { 'História da Doença Atual': said } })
      return inList.length === 0 && inText.length === 0
    }),
    RUNS,
  )
  t.pass()
})

test('however often it is said, it is one entry', (t) => {
  fc.assert(
    fc.property(drug, dose, fc.integer({ min: 1, max: 5 }), ([name], mg, times) => {
      const again = Array.from({ length: times }, () => `Tomo ${name} ${mg} miligramas.`)
      return listed(again.join(' | ')).filter(({ kind }) => kind === 'medicine').length === 1
    }),
    RUNS,
  )
  t.pass()
})
