import test from 'ava'
import { allergenFinder, otherAllergen } from '../../../core/rnds/compile-record/allergies.ts'
import { hasShared, readShared } from '../../helpers/shared-files.ts'

const TABLE = 'rnds/definitions/terminology/CodeSystem-BRAlergenosCBARA.json'
const official = hasShared(TABLE) ? test : test.skip

interface Catalogue {
  concept: { code: string; display: string; property: [{ valueCode: string }] }[]
}

/** Other things too, so that words alone do not say which. */
const AMBIGUOUS = ['coelho', 'cola', 'ferro', 'grama']
const OTHERS = ['outro-agente-substancia', 'outro-alimento']

official('each name of the official catalogue leads to its own code and category', (t) => {
  const allergens = allergenFinder()
  const missing: string[] = []
  for (const { code, display, property } of readShared<Catalogue>(TABLE).concept) {
    const found = allergens.named(display)
    if (found === null) missing.push(code)
    else t.deepEqual(found, { code, category: property[0].valueCode as 'food' }, display)
  }
  t.deepEqual(missing.sort(), [...AMBIGUOUS, ...OTHERS].sort())
})

official('what is sent for anything else is in the catalogue', (t) => {
  const codes = readShared<Catalogue>(TABLE).concept.map(({ code }) => code)
  t.true(codes.includes(otherAllergen(true)))
  t.true(codes.includes(otherAllergen(false)))
})
