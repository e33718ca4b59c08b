import test from 'ava'
import fc from 'fast-check'
import { cleanText } from '../../ai-local/files/clean-text.ts'
import { judgeLanguage } from '../../ai-local/files/is-language.ts'
import { layOutRows } from '../../ai-local/files/layout/rows.ts'
import { withAccents } from '../../ai-local/files/pdf/accents.ts'
import {
  asUnit,
  fromTwoReadings,
  numbersIn,
  withMarks,
} from '../../ai-local/files/recognition/two-readings.ts'
import { cleanName } from '../../core/file/announce-file.ts'
import { isHeic, sniffType, startsAnimation } from '../../core/file/sniff.ts'

const HEADS = {
  'application/pdf': '%PDF-1.7\n',
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/jpeg': '\xff\xd8\xff\xe0',
  'image/webp': 'RIFF\x10\0\0\0WEBPVP8 ',
  'image/gif': 'GIF89a',
  'image/tiff': 'II*\0',
  'image/bmp': `BM${'\0'.repeat(12)}\x28${'\0'.repeat(25)}`,
} as const
const bytes = (text: string) => Buffer.from(text, 'latin1')
const tail = fc.uint8Array({ maxLength: 2000 })

for (const [type, head] of Object.entries(HEADS))
  test(`${type} is known by its beginning, whatever follows`, (t) => {
    t.notThrows(() =>
      fc.assert(
        fc.property(tail, (rest) => sniffType(Buffer.concat([bytes(head), rest])) === type),
      ),
    )
  })

test('no bytes make the sniffer fail, and hardly any make a file', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(tail, (any) => {
        isHeic(any)
        startsAnimation(any)
        const starts = Object.values(HEADS).some((head) =>
          bytes(head.slice(0, 2)).equals(any.subarray(0, 2)),
        )
        return starts || sniffType(any) === null
      }),
    ),
  )
})

test('a PDF header after a tag, a zero byte or another file’s beginning is no PDF', (t) => {
  const foreign = fc.constantFrom(
    '#!/bin/sh',
    'PK\x03\x04',
    'MZ',
    '<!-- ',
    '\x7fELF',
    'a\0',
    '{}<',
    'RIFF',
  )
  t.notThrows(() =>
    fc.assert(
      fc.property(foreign, fc.string({ maxLength: 200 }), (start, more) => {
        const head = bytes(`${start}${more}%PDF-1.7`)
        return sniffType(head) === null
      }),
    ),
  )
  t.is(sniffType(bytes(`${' '.repeat(1019)}%PDF-`)), 'application/pdf')
  t.is(sniffType(bytes(`${' '.repeat(1020)}%PDF-`)), null)
})

test('a name that is shown has no path, no control and no direction, and cleaning it again changes nothing', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const clean = cleanName(name)
        if (clean === undefined) return true
        const length = [...clean].length
        return (
          !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\]/u.test(clean) &&
          length >= 1 &&
          length <= 255 &&
          cleanName(clean) === clean
        )
      }),
    ),
  )
})

for (const [name, shown] of [
  ['Hemograma 12/03.pdf', 'Hemograma 1203.pdf'],
  ['C:\\Users\\ana\\exame.pdf', 'C:Usersanaexame.pdf'],
  ['exame\u202efdp.exe', 'examefdp.exe'],
  ['  relatório\n\tfinal.pdf ', 'relatóriofinal.pdf'],
  ['e\u0301', 'é'],
  ['\u0000/\\', undefined],
  ['a'.repeat(255), 'a'.repeat(255)],
  ['a'.repeat(256), undefined],
  ['🩺'.repeat(255), '🩺'.repeat(255)],
] as const)
  test(`the name ${JSON.stringify(name.slice(0, 30))} is shown as ${JSON.stringify(shown?.slice(0, 30))}`, (t) => {
    t.is(cleanName(name), shown)
  })

test('text is clean once, and no visible word of it is lost', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const clean = cleanText(text)
        const words = (from: string) =>
          from
            .normalize('NFC')
            .match(/[\p{L}\p{N}]+/gu)
            ?.join('') ?? ''
        return cleanText(clean) === clean && words(clean) === words(text)
      }),
    ),
  )
  t.is(
    cleanText('Hemoglobina\t13,2 \t g/dL \r\n\n\n\nfim\u200b\u202e\0'),
    'Hemoglobina  13,2  g/dL\n\nfim',
  )
})

const at = (text: string, x0: number, y0: number, width = 100) => ({
  text,
  x0,
  y0,
  x1: x0 + width,
  y1: y0 + 20,
})

test('text at one height is one row, in any order and rotation', (t) => {
  const names = [at('Hemoglobina', 0, 0), at('Glicemia', 0, 40), at('TSH', 0, 80)]
  const values = [at('13,2', 300, 3), at('98', 300, 38), at('2,1', 300, 82)]
  const units = [at('g/dL', 410, 1), at('mg/dL', 410, 41), at('µUI/mL', 410, 79)]
  const rows = ['Hemoglobina\t13,2 g/dL', 'Glicemia\t98 mg/dL', 'TSH\t2,1 µUI/mL']
  t.deepEqual(layOutRows([...names, ...values, ...units]).rows, rows)
  const askew = [...units, ...names, ...values].map((piece) => {
    const down = 0.02 * ((piece.x0 + piece.x1) / 2)
    return { ...piece, y0: piece.y0 + down, y1: piece.y1 + down }
  })
  t.deepEqual(layOutRows(askew).rows, rows)
})

test('columns of prose are read one after the other, between what spans them', (t) => {
  const prose = (name: string) =>
    Array.from(
      { length: 5 },
      (_, line) => `${name} frase que conta o que houve, linha ${'i'.repeat(line + 1)}`,
    )
  const [left, right] = [prose('primeira'), prose('segunda')]
  const pieces = [
    at('Relatório', 0, 0),
    ...left.map((text, line) => at(text, 0, 40 + 30 * line, 260)),
    ...right.map((text, line) => at(text, 300, 42 + 30 * line, 260)),
    at('Assinatura', 0, 300),
  ]
  t.deepEqual(layOutRows(pieces).rows, ['Relatório', ...left, ...right, 'Assinatura'])
})

test('a page of more words than anybody prints is still laid out in time', (t) => {
  const many = Array.from({ length: 19_000 }, (_, index) => at('a', (index % 7) * 200, index % 900))
  const started = performance.now()
  t.true(layOutRows(many).rows.length > 0)
  t.true(performance.now() - started < 20_000)
})

for (const [text, judged] of [
  ['Hemoglobina Leucócitos Plaquetas Glicose Creatinina', 'language'],
  ['Paciente refere dor de cabeça há três dias, sem febre.', 'language'],
  ['COLESTEROL TOTAL TRIGLICERIDES FERRITINA VITAMINA', 'language'],
  ['+HPRJORELQD /HXFRFLWRV 3ODTXHWDV *OLFRVH &UHDWLQLQD', 'none'],
  ['\u0013\u0014\u000f\u0015 \u0018\u0019', 'none'],
  ['\ue001\ue002\ue003 13,2', 'none'],
  ['13,2 12,0 16,0', 'too-short'],
  ['HDL LDL VLDL TSH PTH PSA BNP TGO TGP GGT FAL DHL CPK TTPA INR PCR VHS', 'too-short'],
] as const)
  test(`${JSON.stringify(text.slice(0, 24))} is judged as ${judged}`, (t) => {
    t.is(judgeLanguage(text), judged)
  })

for (const [word, numbers, marked] of [
  ['13,2', ['13,2'], '13,2 (incerto)'],
  ['12,0a16,0', ['12,0', '16,0'], '12,0 (incerto) a 16,0 (incerto)'],
  ['12/03/2024', ['12/03/2024'], '12/03/2024 (incerto)'],
  ['B12', [], 'B12 (incerto)'],
  ['al4,4', [], 'al4,4 (incerto)'],
  ['42aU,7', ['42'], '42 (incerto)aU,7 (incerto)'],
] as const)
  test(`${word} holds the numbers ${numbers.join(' ')}, and is marked as ${marked}`, (t) => {
    t.deepEqual(numbersIn(word), [...numbers])
    t.is(withMarks(word), marked)
  })

test('a unit is recognized although letters of it are repeated, and nothing else is', (t) => {
  const read = ['9/dL', 'mg/dL', 'mMEqQ/L', '/mMm3', 'ng/mL', '13,2/dL', 'g', 'e/ou', 'mEqg/L']
  t.deepEqual(read.map(asUnit), [
    'g/dL',
    'mg/dL',
    'mEq/L',
    '/mm3',
    'ng/mL',
    undefined,
    undefined,
    undefined,
    'mEq/L',
  ])
})

test('a letter for a digit of its shape is marked however sure it is, and a name with a digit is not', (t) => {
  const read = (...texts: string[]) => {
    const seen = texts.map((text, i) => ({ ...at(text, i * 300, 0), confidence: 95, digits: null }))
    const { words } = fromTwoReadings({ data: Buffer.alloc(0), width: 0, height: 0 }, seen, seen)
    return words.map(({ text }) => text)
  }
  for (const wrong of ['O5', '(O5)', 'l3', '1O5', '1l5', '12O', '5,l'])
    t.regex(read(wrong)[0]!, /\(incerto\)$/, wrong)
  const good = ['O2', 'SpO2', 'O80', 'I10', 'T4', 'B12', 'S1', 'L5', '1o', '2l', '500ml', 'O', '3x']
  t.deepEqual(read(...good), good)
  t.deepEqual(read('a99', 'a1'), ['a 99', 'a1'])
})

test('accents that a font draws beside their letters are on them again', (t) => {
  const drawn = 'insuficiˆencia card´ıaca, fra¸c˜ao e eje¸c˜ ao, Pot´assio'
  t.is(withAccents(drawn), 'insuficiência cardíaca, fração e ejeção, Potássio')
  for (const plain of ['copo d´água', 'd´agua', '5´ e 10´', '`code` ~ 5', 'ão'])
    t.is(withAccents(plain), plain)
})
