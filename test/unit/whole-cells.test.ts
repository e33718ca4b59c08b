/** Cells of several lines, and short columns of prose, are read as one cell each, or it is told. */
import test from 'ava'
import fc from 'fast-check'
import { layOutRows } from '../../ai-local/files/layout/rows.ts'

const HEIGHT = 12
const LETTER = 6

/** Where each line of a cell is drawn, as a program lays out text of one size. */
function cell(x: number, top: number, lines: readonly string[], pitch = 14) {
  return lines.map((text, line) => ({
    text,
    x0: x,
    x1: x + LETTER * text.length,
    y0: top + pitch * line,
    y1: top + pitch * line + HEIGHT,
  }))
}

test('two short paragraphs side by side are read one after the other', (t) => {
  const { rows, columnsUnsure } = layOutRows([
    ...cell(0, 0, [
      'Paciente refere dor lombar há três',
      'semanas, que piora ao sentar e irradia',
      'para a perna esquerda.',
    ]),
    ...cell(280, 0, [
      'Nega febre e perda de peso no',
      'período. Sem alterações urinárias.',
      'Usa dipirona quando tem dor forte.',
    ]),
  ])
  t.deepEqual(rows, [
    'Paciente refere dor lombar há três semanas, que piora ao sentar e irradia para a perna esquerda.\tNega febre e perda de peso no período. Sem alterações urinárias. Usa dipirona quando tem dor forte.',
  ])
  t.is(columnsUnsure, 0)
})

test('in a table of prescriptions each medicine keeps its own words', (t) => {
  const rows = [
    [
      ['Losartana 50 mg'],
      ['Tomar um comprimido pela manhã,', 'todos os dias, com um copo de', 'água'],
      ['Uso contínuo'],
    ],
    [
      ['Amoxicilina 500', 'mg'],
      [
        'Tomar uma cápsula de oito em',
        'oito horas, por sete dias, mesmo',
        'que melhore antes do fim',
      ],
      ['Sete dias'],
    ],
  ]
  const pieces = rows.flatMap((row, index) =>
    row.flatMap((lines, column) => cell([0, 130, 340][column]!, 52 * index, lines)),
  )
  t.deepEqual(layOutRows(pieces), {
    rows: [
      'Losartana 50 mg\tTomar um comprimido pela manhã, todos os dias, com um copo de água\tUso contínuo',
      'Amoxicilina 500 mg\tTomar uma cápsula de oito em oito horas, por sete dias, mesmo que melhore antes do fim\tSete dias',
    ],
    columnsUnsure: 0,
  })
})

test('a name at the middle of a cell of several lines is beside the whole cell', (t) => {
  const pieces = [
    ...cell(0, 14, ['Paciente']),
    ...cell(100, 0, ['Maria da Silva', 'Exemplo dos', 'Santos']),
    ...cell(240, 7, ['Data de', 'nascimento']),
    ...cell(340, 14, ['12/03/1970']),
  ]
  t.deepEqual(layOutRows(pieces), {
    rows: ['Paciente\tMaria da Silva Exemplo dos Santos\tData de nascimento\t12/03/1970'],
    columnsUnsure: 0,
  })
})

test('a group’s name at the middle of its rows joins none of them', (t) => {
  const pieces = [
    ...cell(0, 14, ['Lipídios']),
    ...cell(100, 0, ['Colesterol', 'HDL', 'Triglicérides']),
    ...cell(240, 0, ['180', '50', '150']),
    ...cell(0, 67, ['Exame']),
    ...cell(100, 60, ['Ausculta', 'Abdome']),
    ...cell(240, 60, ['limpa', 'flácido']),
  ]
  const { rows, columnsUnsure } = layOutRows(pieces)
  for (const row of ['Colesterol\t180', 'Triglicérides\t150', 'Abdome\tflácido'])
    t.true(rows.includes(row), JSON.stringify(rows))
  t.is(columnsUnsure, 0)
})

test('where lines may run on, and it is not sure, rows stay and the place is reported', (t) => {
  const two = [
    ...cell(0, 0, ['Ausculta', 'pulmonar']),
    ...cell(120, 0, ['murmúrio vesicular', 'presente']),
  ]
  t.deepEqual(layOutRows(two), {
    rows: ['Ausculta\tmurmúrio vesicular', 'pulmonar\tpresente'],
    columnsUnsure: 1,
  })
  const further = two.map((piece) => ({ ...piece, y0: piece.y0 + 60, y1: piece.y1 + 60 }))
  t.is(layOutRows([...two, ...further]).columnsUnsure, 2)
})

test('names that run on beside one that begins anew are reported', (t) => {
  const { columnsUnsure } = layOutRows([
    ...cell(0, 0, ['Médico', 'solicitante']),
    ...cell(100, 0, ['Dr. João Pereira', 'de Exemplo']),
    ...cell(240, 0, ['Unimed Nacional', 'Plano Básico']),
  ])
  t.is(columnsUnsure, 1)
})

test('the short last line of a long column stays in its column', (t) => {
  const left = [
    'Paciente de sessenta anos refere',
    'falta de ar aos esforços há dois',
    'meses, com piora progressiva e',
    'inchaço nas pernas. Nega ter dor',
    'no peito.',
  ]
  const right = [
    'Ao exame, crepitações nas bases e',
    'edema de tornozelos. Pressão normal',
    'e frequência um pouco alta, sem dor',
    'no momento em que foi examinado.',
  ]
  const { rows } = layOutRows([
    ...cell(0, 0, left),
    ...cell(280, 0, right),
    ...cell(0, 120, ['Dra. Ana']),
  ])
  t.deepEqual(rows, [...left, ...right, 'Dra. Ana'])
})

test('cells of several lines in capitals stay rows, and the place is reported', (t) => {
  const prescribed = layOutRows([
    ...cell(0, 0, ['LOSARTANA POTÁSSICA DE', 'CINQUENTA MILIGRAMAS']),
    ...cell(200, 0, ['TOMAR UM COMPRIMIDO PELA', 'MANHÃ E OUTRO À NOITE']),
  ])
  t.is(prescribed.columnsUnsure, 1)
  const full = layOutRows([
    ...cell(0, 0, ['Exame Realizado Sem Preparo', 'Intestinal Adequado Pelo Paciente', 'Ontem']),
    ...cell(240, 0, ['Presença Abundante Resíduos', 'Fecais Cólon Direito Transverso', 'Repetir']),
  ])
  t.is(full.columnsUnsure, 1)
})

test('names and findings that begin with capitals are rows, and nothing is reported', (t) => {
  const { rows, columnsUnsure } = layOutRows([
    ...cell(0, 0, ['AUSCULTA PULMONAR', 'ABDOME', 'HEPATITE A', 'EXTREMIDADES INFERIORES']),
    ...cell(200, 0, ['LIMPA', 'FLÁCIDO E INDOLOR', 'NÃO REAGENTE', 'SEM EDEMA']),
  ])
  t.is(rows[1], 'ABDOME\tFLÁCIDO E INDOLOR')
  t.is(columnsUnsure, 0)
})

test('a page of more pieces than anybody prints says that its rows may be mixed', (t) => {
  const one = cell(0, 0, ['a'])[0]!
  t.is(layOutRows(Array.from({ length: 20_001 }, () => one)).columnsUnsure, 1)
})

const word = fc.stringMatching(/^[a-zç]{2,9}$/)
const name = fc.tuple(fc.stringMatching(/^[A-Z][a-zç]{2,9}$/), fc.array(word, { maxLength: 2 }))
const number = fc.oneof(
  fc.integer({ min: 1, max: 900 }).map(String),
  fc.double({ min: 0.1, max: 99, noNaN: true }).map((one) => one.toFixed(1).replace('.', ',')),
)
const finding = fc.constantFrom('negativo', 'ausente', 'não reagente', 'amarelo citrino', 'límpido')
const value = fc.oneof(number, finding)
const unit = fc.constantFrom('g/dL', 'mg/dL', '/mm³', '%', 'µUI/mL')
const reference = fc.oneof(
  fc.tuple(number, number).map(([from, to]) => `${from} a ${to}`),
  number.map((most) => `inferior a ${most}`),
  finding,
)

test('a table of results keeps its rows and is never reported, however close they are', (t) => {
  const table = fc.array(fc.tuple(name, value, unit, reference), { minLength: 2, maxLength: 12 })
  t.notThrows(() =>
    fc.assert(
      fc.property(table, fc.integer({ min: 12, max: 24 }), (rows, pitch) => {
        const cells = rows.map(([[first, more], ...rest]) => [[first, ...more].join(' '), ...rest])
        const pieces = cells.flatMap((row, index) =>
          row.flatMap((text, column) => cell([0, 200, 320, 400][column]!, pitch * index, [text])),
        )
        const laid = layOutRows(pieces)
        const isSame = cells.every((row, index) => laid.rows[index] === row.join('\t'))
        return isSame && laid.columnsUnsure === 0
      }),
      { numRuns: 2000 },
    ),
  )
})
