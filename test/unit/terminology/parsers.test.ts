import test from 'ava'
import fc from 'fast-check'
import { isAppError } from '../../../core/errors.ts'
import { decodeText } from '../../../core/terminology/import/decode-text.ts'
import {
  parseDelimited,
  parseFixedWidth,
  parseLayout,
} from '../../../core/terminology/import/delimited.ts'
import { readTableFile } from '../../../core/terminology/import/table-file.ts'

test('bytes 80 to 9F are read as Windows-1252', (t) => {
  t.is(decodeText('f', Uint8Array.of(0x93, 0x41, 0x94, 0x20, 0x96, 0x20, 0x80, 0xe9)), '“A” – €é')
})

/** Windows-1252 of what Portuguese is written with: its letters lie where Unicode has them. */
const windows1252 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)

const letter = fc.constantFrom(
  ...'abcdefghijklmnopqrstuvwxyz ABCÇÁÉÍÓÚÂÊÔÀÜçáéíóúâêôãõàü.()[]-/0129',
)
const words = fc.string({ unit: letter, minLength: 1, maxLength: 60 }).map((text) => `x${text}x`)

test('a text reads the same in UTF-8, with or without a mark, and in Windows-1252', (t) => {
  fc.assert(
    fc.property(words, (text) => {
      t.is(decodeText('f', utf8(text)), text)
      t.is(decodeText('f', utf8(`\ufeff${text}`)), text)
      t.is(decodeText('f', windows1252(text)), text)
    }),
  )
})

const separator = fc.constantFrom(';', '\t', ',')
const field = words.map((text) => text.trim().replaceAll(',', ' '))

test('fields come back as they were written, whatever separates and ends them', (t) => {
  const table = fc.tuple(
    separator,
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.boolean(),
    fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 8 }),
    fc.boolean(),
  )
  fc.assert(
    fc.property(table, ([mark, end, trailing, rows, quoted]) => {
      const write = (fields: readonly string[]) =>
        fields.map((one) => (quoted ? `"${one}"` : one)).join(mark) + (trailing ? mark : '')
      const text = [['um', 'dois', 'tres'], ...rows].map(write).join(end)
      const parsed = parseDelimited('f.csv', text)
      t.deepEqual(
        parsed.rows.map(({ fields }) => fields.slice(0, 3)),
        rows.map((row) => [...row]),
      )
      t.deepEqual(
        parsed.rows.map(({ line }) => line),
        rows.map((_, index) => index + 2),
      )
    }),
  )
})

test('quotes that are part of a title stay in it', (t) => {
  const { rows } = parseDelimited(
    'f.csv',
    'a;b;\nI48;"Flutter" e fibrilação atrial;\nX;Crise ou "tempestade";\nY;"a; ""b""";\n',
  )
  t.deepEqual(
    rows.map(({ fields }) => fields[1]),
    ['"Flutter" e fibrilação atrial', 'Crise ou "tempestade"', 'a; "b"'],
  )
})

const refused = test.macro({
  title: (_, what: string) => `${what} is refused, and it is said where`,
  exec(t, _what: string, read: () => unknown, line: number | null, says: RegExp) {
    const error = t.throws(read)
    t.true(isAppError(error))
    t.like(error, { code: 'terminology_file_invalid' })
    t.regex(error?.message ?? '', says)
    t.like((error as unknown as { details: object[] }).details[0], { line })
  },
})
const layout = 'Coluna,Tamanho,Inicio,Fim,Tipo\nA,2,1,2,VARCHAR2\nB,3,3,5,NUMBER\n'
test(refused, 'an empty file', () => parseDelimited('f', '\n \n'), null, /empty/)
test(
  refused,
  'a line with a field too few',
  () => parseDelimited('f', 'a;b;\n1;2;\n1\n3;4;\n5;6;\n'),
  3,
  /3.*1/,
)
test(
  refused,
  'a line cut short at the end',
  () => parseDelimited('f', 'a;b;\n1;2;\n3'),
  3,
  /cut short/,
)
test(
  refused,
  'a spreadsheet',
  () => decodeText('f', utf8('PK\u0003\u0004...')),
  null,
  /save it as CSV/,
)
test(
  refused,
  'a picture',
  () => decodeText('f', Uint8Array.of(0x89, 0x50, 0x4e, 0x0d, 0x0a, 0x1a)),
  2,
  /not text/,
)
test(
  refused,
  'text cut inside a letter',
  () => decodeText('f', utf8('sinal é: não').slice(0, -2)),
  null,
  /cut short/,
)
test(
  refused,
  'JSON cut short',
  () => readTableFile('f.json', '{"resourceType":\n"CodeSystem","concept":[{"code"'),
  2,
  /JSON/,
)
test(
  refused,
  'a CodeSystem without codes',
  () =>
    readTableFile(
      'f.json',
      '{"resourceType":"CodeSystem","id":"BRCBO","concept":[{"display":"x"}]}',
    ),
  null,
  /concept\.0\.code/,
)
test(refused, 'a layout that is none', () => parseLayout('f', 'Coluna;Tipo\nA;B\n'), 1, /layout/)
test(
  refused,
  'a layout whose columns overlap',
  () => parseLayout('f', 'Coluna,Inicio,Fim\nA,1,5\nB,3,6\n'),
  3,
  /cannot be right/,
)
test(
  refused,
  'a line longer than the layout',
  () => parseFixedWidth('f', '12345\n123456\n', parseLayout('l', layout)),
  2,
  /5 characters.*6/,
)

test('columns of fixed width are cut where the layout says', (t) => {
  t.deepEqual(parseFixedWidth('f', '01abc\r\n02 d \r\n', parseLayout('l', layout)), [
    { line: 1, fields: { A: '01', B: 'abc' } },
    { line: 2, fields: { A: '02', B: 'd' } },
  ])
})

const is = test.macro({
  title: (_, what: string) => `${what} is recognised`,
  exec(t, _what: string, file: string, text: string, like: object) {
    t.like(readTableFile(file, text), like)
  },
})
const name = 'CONSULTA MÉDICA'.padEnd(250)
const procedureLayout =
  'Coluna,Tamanho,Inicio,Fim,Tipo\r\nCO_PROCEDIMENTO,10,1,10,VARCHAR2\r\nNO_PROCEDIMENTO,250,11,260,VARCHAR2\r\nDT_COMPETENCIA,6,261,266,CHAR\r\n'
test(
  is,
  'the official CID-10',
  'a.csv',
  'SUBCAT;CLASSIF;RESTRSEXO;CAUSAOBITO;DESCRICAO;DESCRABREV;REFER;EXCLUIDOS;\nJ069;;;;Infecção;x;;;\n',
  { system: 'CID10', rows: [{ code: 'J069', display: 'Infecção', line: 2 }] },
)
test(
  is,
  'the official CBO',
  'CBO2002 - Ocupacao.csv',
  'CODIGO;TITULO\r\n225125;Médico clínico\r\n',
  { system: 'CBO', rows: [{ code: '225125' }] },
)
test(
  is,
  'a family of occupations',
  'CBO2002 - Familia.csv',
  'CODIGO;TITULO\n2251;Médicos clínicos\n',
  { skipped: 'groups of occupations', known: true },
)
test(
  is,
  'synonyms of occupations',
  'CBO2002 - Sinonimo.csv',
  'CODIGO;TITULO\n225125;Clínico geral\n',
  { known: true },
)
test(
  is,
  'TUSS',
  'tuss.csv',
  'Código do Termo;Termo;Data de início de vigência;Data de fim de vigência;Data de fim de implantação\n10101012;Consulta;;;\n',
  { system: 'TUSS', rows: [{ code: '10101012' }] },
)
test(
  is,
  'SIGTAP as CSV',
  'p.csv',
  'CO_PROCEDIMENTO,NO_PROCEDIMENTO\n0301010064,"CONSULTA, MÉDICA"\n',
  { system: 'SIGTAP', rows: [{ display: 'CONSULTA, MÉDICA' }] },
)
test(is, 'SIGTAP without its layout', 'tb_procedimento.txt', `0301010064${name}12345678\r\n`, {
  system: 'SIGTAP',
  version: null,
  rows: [{ code: '0301010064', display: 'CONSULTA MÉDICA' }],
})
test(is, 'another table of SIGTAP', 'rl_procedimento_cid.txt', 'x', { known: true })
test(
  is,
  'the chapters of the CID-10',
  'CID-10-CAPITULOS.CSV',
  'NUMCAP;CATINIC;CATFIM;DESCRICAO;DESCRABREV;\n1;A00;B99;x;x;\n',
  { known: true },
)
test(
  is,
  'the CID-O',
  'CID-O-CATEGORIAS.CSV',
  'CAT;DESCRICAO;REFER;\nM8000/0;Neoplasia benigna;;\n',
  { known: true },
)
test(is, 'prose', 'readme.txt', 'These are tables.\nRead on; please.\n', { known: false })
test(is, 'a patient', 'p.json', '{"resourceType":"Patient"}', { known: false })
test(
  is,
  'a CodeSystem of no use here',
  'm.json',
  '{"resourceType":"CodeSystem","id":"BRMedDRA","concept":[{"code":"1","display":"x"}]}',
  { known: true },
)

test('SIGTAP with its layout says which month it is for', (t) => {
  const file = readTableFile(
    'd/tb_procedimento.txt',
    `0301010064${name}202512\r\n`,
    procedureLayout,
  )
  t.like(file, { system: 'SIGTAP', version: '202512', rows: [{ line: 1, code: '0301010064' }] })
})

test('a CodeSystem: concepts within concepts, other names, and none that is inactive', (t) => {
  const concept = [
    {
      code: '1',
      display: 'IGHT',
      definition: 'Imunoglobulina humana antitétano',
      concept: [{ code: '2', display: 'SAT' }],
    },
    { code: '18', display: 'VR', property: [{ code: 'inactive', valueBoolean: true }] },
  ]
  const text = JSON.stringify({
    resourceType: 'CodeSystem',
    id: 'BRImunobiologico',
    version: '02.16',
    concept,
  })
  t.like(readTableFile('f.json', text), {
    system: 'IMUNOBIOLOGICO',
    version: '02.16',
    rows: [
      { code: '1', display: 'IGHT', also: 'Imunoglobulina humana antitétano' },
      { code: '2', display: 'SAT', also: null },
    ],
  })
})
