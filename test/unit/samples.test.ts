// Own process: waits for files before it declares tests.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { loadSamples } from '../../bin/tools/demo/load-samples.ts'
import { builtInTemplates } from '../../config/templates.ts'
import { decodeSample, SAMPLE_RATE_HZ } from '../helpers/demo-audio.ts'
import { holdsWords, inventedFacts, missingFacts } from '../helpers/demo-facts.ts'

const SAMPLES_DIR = fileURLToPath(new URL('../../bin/tools/demo/samples', import.meta.url))
const MEASURED = ['Sinais Vitais', 'Dados Antropométricos']

const samples = await loadSamples(SAMPLES_DIR)
const templates = new Map(builtInTemplates().map((template) => [template.id, template]))

test('there are at least six consultations of different specialties, in the order of the page', (t) => {
  t.true(samples.length >= 6)
  t.is(new Set(samples.map(({ specialty }) => specialty)).size, samples.length)
  t.deepEqual(
    samples.map(({ order }) => order),
    samples.map((_, index) => index + 1),
  )
})

for (const sample of samples) {
  const said = sample.turns.map(({ text }) => text).join(' ')
  const template = templates.get(sample.templateId)
  const measured = template?.fields.filter(({ name }) => MEASURED.includes(name)) ?? []

  test(`${sample.slug}: two people speak`, (t) => {
    t.deepEqual([...new Set(sample.turns.map(({ speaker }) => speaker))].sort(), [
      'doctor',
      'patient',
    ])
  })

  test(`${sample.slug}: facts and traps name fields of the model`, (t) => {
    t.is(sample.templateName, template?.name ?? '')
    const names = new Set(template?.fields.map(({ name }) => name))
    const used = [
      ...Object.keys(sample.facts),
      ...sample.expectedNull,
      ...sample.forbidden.flatMap(({ field }) => field ?? []),
    ]
    for (const name of used) t.true(names.has(name), name)
    for (const name of sample.expectedNull) t.false(name in sample.facts, name)
  })

  test(`${sample.slug}: facts of words are words that were said, traps too`, (t) => {
    const spoken = new Set(said.toLowerCase().match(/[\p{L}\p{N}]+/gu))
    const lists = Object.values(sample.facts).filter((fact) => Array.isArray(fact))
    for (const words of lists.flat()) {
      for (const word of words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
        t.true(spoken.has(word) || word === 'alergia', `${word} in «${words}»`)
    }
  })

  // SOAP keeps what was measured inside its text.
  if (measured.length > 0) {
    test(`${sample.slug}: every measured key has its value or its null, in the model's order`, (t) => {
      for (const { name, keys } of measured)
        t.deepEqual(Object.keys(sample.facts[name] ?? {}), keys)
      for (const { name } of measured) {
        for (const value of Object.values(sample.facts[name] ?? {}))
          t.true(value === null || typeof value === 'string', `${name} is exact`)
      }
    })

    test(`${sample.slug}: every measured number was said, and the IMC follows from weight and height`, (t) => {
      const { 'Sinais Vitais': vitals = {}, 'Dados Antropométricos': body = {} } = sample.facts
      for (const value of Object.values(vitals).filter((fact) => typeof fact === 'string')) {
        const [number = ''] = /[\d,]+/.exec(value) ?? []
        t.true(said.includes(number.replace(',', ' vírgula ')), value)
      }
      if (Array.isArray(body) || !body.IMC) return
      const weightKg = Number.parseFloat(String(body.Peso))
      const heightM = Number.parseFloat(String(body.Altura).replace(',', '.'))
      t.true(said.includes(`Peso ${weightKg} quilos`))
      t.regex(
        said,
        new RegExp(`ltura ${String(body.Altura).replace(',', ' metro e ').slice(0, -2)}`),
      )
      t.is(body.IMC, `${(weightKg / heightM ** 2).toFixed(2).replace('.', ',')} kg/m²`)
    })
  }

  test(`${sample.slug}: the sound lasts at most four minutes and as long as its words take`, async (t) => {
    const sound = await decodeSample(join(SAMPLES_DIR, `${sample.slug}.ogg`))
    const minutes = sound.length / SAMPLE_RATE_HZ / 60
    const wordsPerMinute = said.split(/\s+/).length / minutes
    t.true(minutes > 0.75 && minutes < 4, `${minutes} min`)
    t.true(wordsPerMinute > 80 && wordsPerMinute < 180, `${wordsPerMinute} words a minute`)
    const voiced = shareOfVoice(sound)
    t.true(voiced > 0.5 && voiced < 0.95, `${voiced} of it is loud`)
  })
}

test('a document that holds the facts has no fault, and each kind of mistake is found', (t) => {
  const [sample] = samples
  if (!sample) return t.fail('no sample')
  const { facts } = sample
  const perfect = Object.fromEntries(
    templates.get(sample.templateId)?.fields.map(({ name }) => {
      const fact = facts[name] ?? null
      return [name, Array.isArray(fact) ? [fact.join(', ')] : fact]
    }) ?? [],
  ) as Parameters<typeof missingFacts>[1]
  t.deepEqual(missingFacts(sample, perfect), [])
  t.deepEqual(inventedFacts(sample, perfect), [])

  const vitals = perfect['Sinais Vitais'] as Record<string, string | null>
  const wrong = { ...perfect, 'Sinais Vitais': { ...vitals, 'PA Sistólica': '15 mmHg' } }
  t.deepEqual(
    missingFacts(sample, wrong).map(({ field }) => field),
    ['Sinais Vitais / PA Sistólica'],
  )
  const allergic = { ...perfect, 'Medicações Prescritas': ['dipirona'] }
  t.true(inventedFacts(sample, allergic).some(({ field }) => field === 'Medicações Prescritas'))
  const certified = { ...perfect, Atestado: '5 dias' }
  t.deepEqual(
    inventedFacts(sample, certified).map(({ field }) => field),
    ['Atestado'],
  )
})

test('words must come in their order, and within one item', (t) => {
  t.true(holdsWords(['losartana 50 miligramas, uma vez ao dia'], 'losartana 50 uma vez ao dia'))
  t.false(holdsWords(['uma vez ao dia, 50 mg de losartana'], 'losartana 50 uma vez ao dia'))
  t.false(holdsWords(['losartana', '50 mg uma vez ao dia'], 'losartana 50'))
  t.false(holdsWords(['losartana 150'], 'losartana 50'))
})

/** Share of the windows of 100 ms that are louder than −46 dB. */
function shareOfVoice(pcm: Int16Array): number {
  const step = SAMPLE_RATE_HZ / 10
  const windows = Math.floor(pcm.length / step)
  const isLoud = (index: number) =>
    pcm.subarray(index * step, (index + 1) * step).some((value) => Math.abs(value) > 160)
  return (
    Array.from({ length: windows }, (_, index) => isLoud(index)).filter(Boolean).length / windows
  )
}
