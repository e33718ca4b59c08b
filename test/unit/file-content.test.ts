import test from 'ava'
import fc from 'fast-check'
import { cleanText } from '../../ai-local/files/clean-text.ts'
import { rowsOf } from '../../ai-local/files/rows.ts'
import { cleanName } from '../../core/file/clean-name.ts'
import { endsAsArchive, sniffType } from '../../core/file/sniff.ts'
import { makeZip } from '../helpers/make-zip.ts'

const HEADS = {
  'application/pdf': '%PDF-1.7\n',
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/jpeg': '\xff\xd8\xff\xe0',
  'image/webp': 'RIFF\x10\0\0\0WEBPVP8 ',
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
        endsAsArchive(any)
        const starts = Object.values(HEADS).some((head) =>
          bytes(head.slice(0, 3)).equals(any.subarray(0, 3)),
        )
        return starts || sniffType(any) === null
      }),
    ),
  )
})

test('a PDF behind anything that has a tag, a zero or the beginning of another file is none', (t) => {
  const foreign = fc.constantFrom(
    'GIF89a',
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

test('an archive is found wherever it begins, with whatever comment', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(tail, tail, (before, comment) => {
        const zip = makeZip('a', 'b')
        zip.writeUInt16LE(comment.length, zip.length - 2)
        return endsAsArchive(Buffer.concat([before, zip, comment]))
      }),
    ),
  )
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

test('cells side by side are one row; columns of prose are not read across', (t) => {
  const at = (text: string, x0: number, y0: number) => ({ text, x0, y0, x1: x0 + 100, y1: y0 + 20 })
  const names = [at('Hemoglobina', 0, 0), at('Glicemia', 0, 40)]
  const values = [at('13,2', 300, 3), at('98', 300, 38)]
  t.deepEqual(rowsOf([...names, ...values]), ['Hemoglobina\t13,2', 'Glicemia\t98'])
  const prose = 'uma frase comprida que conta o que houve com o paciente'
  t.deepEqual(rowsOf([at(prose, 0, 0), at(prose, 300, 2)]), [prose, prose])
})
