import test from 'ava'
import { compareRuns } from '../../../core/evaluation/compare-runs.ts'
import { figuresOf, judgeFigures, Thresholds } from '../../../core/evaluation/figures.ts'
import type { CaseResult, EvaluationReport } from '../../../core/evaluation/report.ts'

const NOTHING = { said: 0, wrong: 0, added: 0 }

function result(
  id: string,
  more: Partial<CaseResult> = {},
  score: Partial<CaseResult['score']> = {},
): CaseResult {
  return {
    id,
    templateId: 'soap',
    part: 'read',
    failure: null,
    speech: null,
    seconds: 2,
    ...more,
    score: {
      fields: { 'Sinais Vitais': { facts: 4, found: 3, written: 5, right: 4 } },
      kinds: { measure: { facts: 4, found: 3 } },
      omitted: [{ path: ['Sinais Vitais', 'Peso'], kind: 'measure', holds: '80 kg' }],
      wrong: [],
      unsupported: [],
      nulls: { expected: 2, kept: 2, filled: [] },
      words: 30,
      referenceWords: 40,
      valid: true,
      ...score,
    },
  }
}

function report(cases: CaseResult[]): EvaluationReport {
  return {
    format: 1,
    set: 'product',
    withheld: false,
    version: '1',
    at: '',
    generator: { kind: 'rules', model: null, version: 'r' },
    speech: null,
    seconds: 10,
    peakMemoryMiB: 100.4,
    cases,
  }
}

test('figures are sums over the cases, not means of their shares', (t) => {
  const other = {
    fields: { prescriptions: { facts: 1, found: 0, written: 1, right: 0 } },
    kinds: {},
  }
  const figures = figuresOf(report([result('a-01'), result('a-02', {}, other)]))
  t.like(figures, {
    'read.documents': 2,
    'read.facts.recall': 0.6,
    'read.facts.precision': 0.6667,
    'read.facts.omitted': 2,
    'read.group.vitalSigns.recall': 0.75,
    'read.group.vitalSigns.precision': 0.8,
    'read.group.medication.recall': 0,
    'read.kind.measure.recall': 0.75,
    'read.model.soap.recall': 0.6,
    'read.lengthRatio': 0.75,
    'read.secondsPerDocument': 2,
    peakMemoryMiB: 100,
  })
  t.false('heard.documents' in figures)
})

test('a document that failed is no valid one, and no shape to judge', (t) => {
  const figures = figuresOf(
    report([result('a-01'), result('a-02', { failure: 'generation_failed' })]),
  )
  t.is(figures['read.failures'], 1)
  t.is(figures['read.valid'], 1)
})

test('recognized text has error rates of its own', (t) => {
  const speech = {
    words: { said: 8, wrong: 1, added: 1 },
    drugs: { said: 2, wrong: 1, added: 0 },
    terms: NOTHING,
    numbers: NOTHING,
    misheard: [],
    audioS: 10,
    seconds: 5,
  }
  const figures = figuresOf(report([result('a-01', { part: 'heard', speech })]))
  t.is(figures['heard.words.errorRate'], 0.25)
  t.is(figures['heard.drugs.errorRate'], 0.5)
  t.is(figures['heard.secondsPerAudioSecond'], 0.5)
  t.false('heard.numbers.errorRate' in figures)
})

test('thresholds name what is missed, and what was not measured', (t) => {
  const figures = { 'read.facts.recall': 0.9, 'read.unsupported': 1 }
  const thresholds = {
    'read.facts.recall': { min: 0.95 },
    'read.unsupported': { max: 1 },
    'heard.facts.recall': { min: 0.5 },
  }
  t.deepEqual(judgeFigures(figures, thresholds), {
    missed: [{ figure: 'read.facts.recall', value: 0.9, min: 0.95, max: null }],
    notMeasured: ['heard.facts.recall'],
  })
  t.true(Thresholds.safeParse(thresholds).success)
  t.false(Thresholds.safeParse({ 'read.unsupported': {} }).success)
  t.false(Thresholds.safeParse({ 'read.unsupported': { least: 1 } }).success)
})

test('a comparison says which figures and which cases got better or worse, and by what', (t) => {
  const fields = { 'Sinais Vitais': { facts: 4, found: 4, written: 5, right: 4 } }
  const better = result('a-01', {}, { fields, omitted: [] })
  const unsupported = [{ path: ['Plano'], text: 'dipirona', why: 'it is an allergy' }]
  const worse = result('a-02', {}, { unsupported })
  const before = report([result('a-01'), result('a-02'), result('a-03')])
  const { figures, cases, onlyBefore, onlyAfter } = compareRuns(before, report([better, worse]))

  t.like(
    figures.find(({ figure }) => figure === 'read.facts.recall'),
    { before: 0.75, after: 0.875, change: 'better' },
  )
  t.like(
    figures.find(({ figure }) => figure === 'read.unsupported'),
    { before: 0, after: 1, change: 'worse' },
  )
  t.deepEqual(cases, [
    {
      id: 'a-01',
      part: 'read',
      change: 'better',
      lost: [],
      gained: ['omitted: Sinais Vitais / Peso · 80 kg'],
    },
    {
      id: 'a-02',
      part: 'read',
      change: 'worse',
      gained: [],
      lost: ['unsupported: Plano · dipirona'],
    },
  ])
  t.deepEqual(onlyBefore, ['a-03 (read)'])
  t.deepEqual(onlyAfter, [])
  t.deepEqual(compareRuns(before, before).cases, [])
})
