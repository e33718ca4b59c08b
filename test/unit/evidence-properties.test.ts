/**
 * What holds for every visit: where spans point, what a flip of a fact is answered with, and that
 * the order of sources decides nothing.
 */
import test from 'ava'
import fc from 'fast-check'
import { checkDocument } from '../../core/document/checks/checks.ts'
import { evidenceIndex, foundEvidence } from '../../core/document/evidence/evidence.ts'
import { buildInput, quoted, sampleTemplate } from '../helpers/rules.ts'

const template = sampleTemplate([{ name: 'História da Doença Atual', type: 'string' }])
const RUNS = { seed: 38 }

const finding = fc.constantFrom('febre', 'tosse', 'tontura', 'falta de ar', 'diarreia', 'coceira')
const place = fc.constantFrom('no joelho', 'no ombro', 'no punho', 'no ouvido', 'no tornozelo')
const side = fc.constantFrom('direito', 'esquerdo')
const drug = fc.constantFrom('losartana', 'sertralina', 'omeprazol', 'metformina', 'prednisona')
const dose = fc.constantFrom(5, 10, 20, 25, 40, 50)
const days = fc.integer({ min: 2, max: 30 })

interface Fact {
  said: string
  written: string
  /** The same value with one thing made wrong. */
  wrong: string
}

const facts = fc
  .tuple(
    fc.tuple(finding, finding).filter(([one, other]) => one !== other),
    ...([place, side, drug, dose, days] as const),
  )
  .map(([[has, hasNot], where, which, medicine, amount, length]): Fact[] => [
    { said: `Não tenho ${hasNot}.`, written: `Nega ${hasNot}.`, wrong: `Refere ${hasNot}.` },
    { said: `Estou com ${has}.`, written: `Refere ${has}.`, wrong: `Nega ${has}.` },
    {
      said: `Tenho dor ${where} ${which} há ${length} dias.`,
      written: `Dor ${where} ${which} há ${length} dias.`,
      wrong: `Dor ${where} ${which === 'direito' ? 'esquerdo' : 'direito'} há ${length} dias.`,
    },
    {
      said: `Tenho dor ${where} ${which} há ${length} dias.`,
      written: `Dor ${where} ${which} há ${length} dias.`,
      wrong: `Dor ${where} ${which} há ${length + 31} dias.`,
    },
    {
      said: `Tomo ${medicine} de ${amount} miligramas uma vez ao dia.`,
      written: `Em uso de ${medicine} ${amount} mg uma vez ao dia.`,
      wrong: `Em uso de ${medicine} ${amount * 10} mg uma vez ao dia.`,
    },
    {
      said: `Tomo ${medicine} de ${amount} miligramas uma vez ao dia.`,
      written: `Em uso de ${medicine} ${amount} mg uma vez ao dia.`,
      wrong: `Em uso de ${medicine} ${amount} g uma vez ao dia.`,
    },
  ])

const visitOf = (all: readonly Fact[]) =>
  buildInput(template, [...new Set(all.map(({ said }) => said))])

function verdictOf(value: string, input: ReturnType<typeof visitOf>) {
  const content = { 'História da Doença Atual': value }
  const { evidence, contradictions } = checkDocument(content, input)
  return contradictions.length > 0 ? 'withdrawn' : evidence[0]!.verdict
}

test('a said statement is supported; with denial, side, number or dose changed it never is', (t) => {
  fc.assert(
    fc.property(facts, (all) => {
      const input = visitOf(all)
      for (const { written, wrong } of all) {
        t.is(verdictOf(written, input), 'supported', written)
        t.not(verdictOf(wrong, input), 'supported', wrong)
      }
    }),
    { ...RUNS, numRuns: 15 },
  )
  t.pass()
})

test('every span lies in its source and shows words; what is not found shows none', (t) => {
  const words = fc.array(fc.oneof(finding, place, side, drug, days.map(String), fc.string()), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(facts, words, (all, own) => {
      const input = visitOf(all)
      const index = evidenceIndex(input)
      for (const value of [
        own.join(' '),
        ...all.flatMap(({ written, wrong }) => [written, wrong]),
      ]) {
        const { verdict, spans } = foundEvidence(index.claims(value))
        t.is(spans.length > 0, verdict === 'supported', value)
        for (const span of spans) t.truthy(quoted(input, span)?.trim(), value)
      }
    }),
    { ...RUNS, numRuns: 12 },
  )
  t.pass()
})

test('the order in which things were said changes no verdict', (t) => {
  const shuffled = facts.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  )
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      const [one, two] = [visitOf(all), visitOf(other)]
      for (const { written, wrong } of all)
        for (const value of [written, wrong])
          t.is(verdictOf(value, one), verdictOf(value, two), value)
    }),
    { ...RUNS, numRuns: 8 },
  )
  t.pass()
})
