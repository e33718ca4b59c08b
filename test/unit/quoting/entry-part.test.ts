/** Of a list read out in one breath each entry of a model quotes its own part. */
import test from 'ava'
import { type Clause, clausesOf, joinClauses } from '../../../core/document/pieces/clauses.ts'
import { readStatements } from '../../../core/document/pieces/statements.ts'
import { partOf } from '../../../core/document/quoting/file-clause.ts'
import type { FilingPlace } from '../../../core/document/quoting/places.ts'
import { buildSegments } from '../../helpers/rules.ts'

const NOTHING = { contextMarkdown: '', backgroundHistory: null, files: [] }

function clauseOf(text: string): Clause {
  const [statement] = readStatements({ ...NOTHING, segments: buildSegments([text]) })
  return joinClauses(clausesOf(statement!))
}

/** Which parts belong to the entry, by a word of it. */
function quoted(text: string, own: RegExp): string {
  const place: FilingPlace = 'at Entry'
  const { statement, start, end } = partOf(clauseOf(text), place, ({ words }) =>
    own.test(words) ? [place] : [],
  )
  return statement.text.slice(start, end)
}

const PARTS: readonly (readonly [what: string, text: string, own: RegExp, part: string])[] = [
  ['one part', 'Carcinoma invasivo, grau 2, T2 N1 M0, receptor positivo.', /^t2/, 'T2 N1 M0'],
  [
    'the first',
    'Adenocarcinoma de cólon, grau 3, T4a N1 M1.',
    /adenocarcinoma/,
    'Adenocarcinoma de cólon',
  ],
  [
    'neighbours together',
    'Grau 2, her2 negativo, ki67 20, T1.',
    /her2|ki67/,
    'her2 negativo, ki67 20',
  ],
  ['a word with its number', 'Então G3, P1, A1.', /^p1/, 'P1'],
  [
    'a name alone with what follows',
    'Parto normal, Apgar, 8 e 9, sem luz.',
    /apgar/,
    'Apgar, 8 e 9, sem luz.',
  ],
  ['two parts are no list', 'Grau 2, T2 N1 M0.', /^t2/, 'Grau 2, T2 N1 M0.'],
  ['parts that lie apart', 'T2, grau 2, N1, M0.', /^t2|^n1/, 'T2, grau 2, N1, M0.'],
  ['nothing told apart', 'Grau 2, T2, N1.', /nobody/, 'Grau 2, T2, N1.'],
  [
    'a denial before it',
    'Sem edema, cianose, icterícia.',
    /cianose/,
    'Sem edema, cianose, icterícia.',
  ],
  [
    'a heading before it',
    'Esteira: VO2 49, limiar 150, máxima 182.',
    /vo2/,
    'Esteira: VO2 49, limiar 150, máxima 182.',
  ],
]

for (const [what, text, own, part] of PARTS)
  test(`${what}: "${part}"`, (t) => {
    // A part ends before the full stop or with the sentence.
    t.is(quoted(text, own).replace(/\.$/, ''), part.replace(/\.$/, ''))
  })

test('a denial behind the part leaves it alone', (t) => {
  t.is(quoted('Grau 2, T2 N1 M0, sem metástase.', /^t2/), 'T2 N1 M0')
})
