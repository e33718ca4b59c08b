import test from 'ava'
import fc from 'fast-check'
import type { EvidencePart } from '../../core/contract/api.ts'
import { keptParts } from '../../core/contract/kept-parts.ts'

/** Each sentence of a text as a part. */
function partsOf(text: string): EvidencePart[] {
  return [...text.matchAll(/[^.?\n]+[.?]/g)].map(({ 0: raw, index }) => {
    const start = index + raw.length - raw.trimStart().length
    return { start, end: index + raw.length, verdict: 'supported', spans: [] }
  })
}

function kept(before: string, after: string): string[] {
  return keptParts(before, after, partsOf(before)).map(({ start, end }) => after.slice(start, end))
}

const VISIT = 'Dor lombar há dois dias. Nega febre nos últimos dias. Usa losartana pela manhã.'

test('sentences that stay keep their source, at their new place', (t) => {
  t.deepEqual(kept(VISIT, VISIT).length, 3)
  t.deepEqual(kept(VISIT, VISIT.replace('dois', 'três')), [
    'Nega febre nos últimos dias.',
    'Usa losartana pela manhã.',
  ])
  t.deepEqual(kept(VISIT, `Paciente agitado.\n\n- ${VISIT}`).length, 3)
  t.deepEqual(kept(VISIT, VISIT.slice(25)), [
    'Nega febre nos últimos dias.',
    'Usa losartana pela manhã.',
  ])
})

test('a sentence with text added before or after it is not kept', (t) => {
  t.deepEqual(kept('Tem febre alta hoje.', 'Não Tem febre alta hoje.'), [])
  t.deepEqual(kept('Tem febre alta hoje.', 'Nega: Tem febre alta hoje.'), [])
  const [part] = partsOf('Tem febre alta hoje.')
  t.deepEqual(
    keptParts('Tem febre alta hoje.', 'Tem febre alta hoje há um mês.', [{ ...part!, end: 19 }]),
    [],
  )
})

test('a short answer goes with its question', (t) => {
  const asked = 'Tem alergia a dipirona? Não. Fuma?'
  t.deepEqual(kept(asked, asked).length, 3)
  t.deepEqual(kept(asked, 'Tem alergia a látex? Não. Fuma?'), [])
  t.deepEqual(kept(asked, 'Tem alergia a dipirona? Às vezes. Não. Fuma?'), [
    'Tem alergia a dipirona?',
  ])
})

test('whatever is done to a text, what is kept says what it said, in order', (t) => {
  const sentence = fc.constantFrom('Dor lombar há dias.', 'Sim.', 'Não tem febre.', 'Dor?', 'a b.')
  const text = fc.array(sentence, { maxLength: 6 }).map((all) => all.join(' '))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = partsOf(before)
      const left = keptParts(before, after, parts)
      let from = 0
      for (const { start, end } of left) {
        t.true(start >= from)
        t.true(parts.some((one) => before.slice(one.start, one.end) === after.slice(start, end)))
        from = end
      }
      if (before === after) t.is(left.length, parts.length)
    }),
    { numRuns: 200 },
  )
})
