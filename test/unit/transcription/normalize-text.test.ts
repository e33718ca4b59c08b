import test from 'ava'
import fc from 'fast-check'
import { normalizeText } from '../../../core/transcription/normalize/normalize-text.ts'
import type { NormalizedText } from '../../../core/transcription/normalize/normalized-text.ts'
import { presentSegment } from '../../../core/transcription/present-segment.ts'
import { shownLine } from '../../../plugin/text/shown-line.ts'
import { segments } from '../../helpers/documents.ts'

const becomes = test.macro({
  title: (_, raw: string, text: string) => `${raw} → ${text}`,
  exec(t, raw: string, text: string) {
    const normalized = normalizeText(raw)
    t.is(normalized.text, text)
    t.is(rawText(normalized), raw)
  },
})

const CASES: [string, string][] = [
  ['Tomo losartana cinquenta miligramas uma vez ao dia.', 'Tomo losartana 50 mg uma vez ao dia.'],
  ['Tomo losartana 50 miligramas duas vezes ao dia.', 'Tomo losartana 50 mg 2 vezes ao dia.'],
  ['losartana de 50 duas vezes por dia', 'losartana de 50 duas vezes por dia'],
  ['losartana de 50, duas vezes por dia', 'losartana de 50, duas vezes por dia'],
  ['levotiroxina vinte e cinco microgramas em jejum', 'levotiroxina 25 mcg em jejum'],
  ['um grama de ceftriaxona', '1 g de ceftriaxona'],
  ['insulina dez unidades', 'insulina dez unidades'],
  ['vitamina D sete mil unidades internacionais', 'vitamina D 7000 UI'],
  ['cinco mililitros por dia', '5 mL por dia'],
  ['quinze miligramas por quilo', '15 mg/kg'],
  ['glicemia de cento e dez miligramas por decilitro', 'glicemia de 110 mg/dL'],
  ['de oito em oito horas por sete dias', 'de 8/8 h por 7 dias'],
  ['de 12 em 12 horas', 'de 12/12 h'],
  ['de oito em doze horas', 'de oito em 12 horas'],
  ['Pressão doze por oito.', 'Pressão 120/80.'],
  ['A pressão está 12 por 8', 'A pressão está 120/80'],
  ['pressão arterial cento e trinta por oitenta e cinco', 'pressão arterial 130/85'],
  ['Pressão arterial 120 por 80 milímetros de mercúrio.', 'Pressão arterial 120/80 mmHg.'],
  ['hoje deu doze por oito', 'hoje deu 12 por 8'],
  ['120 por 80', '120 por 80'],
  ['um nódulo de dois por três centímetros', 'um nódulo de 2 por 3 cm'],
  ['uma caixa de três por dois metros', 'uma caixa de três por dois metros'],
  ['Temperatura trinta e sete vírgula oito.', 'Temperatura 37,8 °C.'],
  ['temperatura trinta e oito e meio', 'temperatura 38,5 °C'],
  ['Temperatura trinta e oito e dois, saturação noventa', 'Temperatura 38,2 °C, saturação 90'],
  ['a febre chegou a trinta e nove', 'a febre chegou a 39 °C'],
  ['sem febre, trinta e seis e meio', 'sem febre, 36,5 °C'],
  ['febre por trinta e oito dias', 'febre por 38 dias'],
  ['febre trinta e oito dias', 'febre 38 dias'],
  ['dez ml de doze em doze por dez dias', 'dez ml de doze em doze por 10 dias'],
  ['acorda três quatro vezes', 'acorda três quatro vezes'],
  ['Temperatura 37 vírgula 8 graus', 'Temperatura 37,8 °C'],
  ['Tive febre de 39 graus.', 'Tive febre de 39 °C.'],
  ['flexão de quarenta graus', 'flexão de 40 graus'],
  ['saturação noventa e oito por cento', 'saturação 98%'],
  ['por cento e dez reais', 'por 110 reais'],
  ['metformina oitocentos e cinquenta', 'metformina 850'],
  ['desde dois mil e dezenove', 'desde 2019'],
  ['Alenia quatrocentos doze', 'Alenia quatrocentos doze'],
  ['um e cinquenta e cinco de altura', 'um e cinquenta e cinco de altura'],
  ['chegou a trinta e oito e seis', 'chegou a trinta e oito e seis'],
  ['pesa setenta e sete e duzentos', 'pesa setenta e sete e duzentos'],
  ['cinquenta e um pouco', 'cinquenta e um pouco'],
  ['frequência cardíaca setenta e dois batimentos por minuto', 'frequência cardíaca 72 bpm'],
  ['frequência respiratória 18 incursões por minuto', 'frequência respiratória 18 irpm'],
  ['um metro e setenta', '1,70 m'],
  ['1 metro e 70 centímetros', '1,70 m'],
  ['Peso setenta quilos e meio', 'Peso 70,5 kg'],
  ['Peso 80 quilos e altura 1 metro e 70', 'Peso 80 kg e altura 1,70 m'],
  ['há dois ou três dias', 'há 2 ou 3 dias'],
  ['dois a três comprimidos', '2 a 3 comprimidos'],
  ['Tenho um cachorro e três gatos.', 'Tenho um cachorro e três gatos.'],
  ['há um dia', 'há um dia'],
  ['Não, não, não. Um, dois, três.', 'Não, não, não. Um, dois, três.'],
  ['uma dor do lado direito', 'uma dor do lado direito'],
  ['', ''],
]
for (const [raw, text] of CASES) test(becomes, raw, text)

const WORDS =
  'pressão doze por oito cento e vinte oitenta miligramas mg de em horas vírgula 37 8 1.200 metro um quilos meio graus febre três dias ou a não % , . 💊 ção — x batimentos minuto quatorze ponto zero'.split(
    ' ',
  )
const anyText = fc.oneof(
  fc
    .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', '  ', '\n', '')), {
      maxLength: 30,
    })
    .map((all) => all.flat().join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

test('reversing the normalization gives the recognized text, to the letter', (t) => {
  fc.assert(
    fc.property(anyText, (raw) => {
      const normalized = normalizeText(raw)
      t.is(rawText(normalized), raw)
      let last = 0
      for (const { from, to, rawFrom, rawTo, raw: said } of normalized.parts) {
        t.true(from >= last && to > from && rawTo > rawFrom)
        t.is(raw.slice(rawFrom, rawTo), said)
        t.is(raw.slice(last - from + rawFrom, rawFrom).length, from - last)
        last = to
      }
    }),
    { numRuns: 2000 },
  )
})

test('an offset in the spoken text maps to the shown text, and covers the same words', (t) => {
  fc.assert(
    fc.property(anyText, fc.nat(200), fc.nat(200), (raw, a, b) => {
      const line = presentSegment(segments([raw])[0]!)
      const parts = line.normalized?.parts ?? []
      const { text, written, place } = shownLine(line, false)
      t.deepEqual(shownLine(line, true).text, raw)
      t.deepEqual(
        written.map(({ said }) => said),
        parts.map(({ raw_from, raw_to }) => raw.slice(raw_from, raw_to)),
      )
      const [start, end] = [Math.min(a, b), Math.max(a, b)].map((at) => Math.min(at, raw.length))
      const there = place({ start: start!, end: end! })
      t.true(there.start >= 0 && there.end <= text.length && there.start <= there.end)
      const touched = parts.filter(({ raw_from, raw_to }) => start! < raw_to && end! > raw_from)
      if (touched.length === 0) t.is(text.slice(there.start, there.end), raw.slice(start, end))
      for (const { from, to } of touched) t.true(there.start <= from && there.end >= to)
    }),
    { numRuns: 500 },
  )
})

test('writing it twice changes nothing more', (t) => {
  for (const [, text] of CASES) t.is(normalizeText(text).text, text)
})

/** The text as it was heard, to the letter. */
function rawText({ text, parts }: NormalizedText): string {
  let raw = ''
  let at = 0
  for (const { from, to, raw: said } of parts) {
    raw += text.slice(at, from) + said
    at = to
  }
  return raw + text.slice(at)
}
