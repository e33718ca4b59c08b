import test from 'ava'
import { clausesOf } from '../../../core/document/pieces/clauses.ts'
import { readStatements } from '../../../core/document/pieces/statements.ts'
import { buildSegments } from '../../helpers/rules.ts'

const NOTHING = { contextMarkdown: '', backgroundHistory: null, files: [] }

function clauses(text: string): string[] {
  const [statement] = readStatements({ ...NOTHING, segments: buildSegments([text]) })
  return clausesOf(statement!).map(({ words }) => words)
}

test('a clause begins behind a comma where a verb of its own follows', (t) => {
  t.deepEqual(clauses('Não fumo, bebo só no fim de semana.'), [
    'nao fumo',
    'bebo so no fim de semana',
  ])
})

test('a word that leads in is no clause of its own', (t) => {
  t.deepEqual(clauses('Também, sinto formigamento.'), ['tambem sinto formigamento'])
})
