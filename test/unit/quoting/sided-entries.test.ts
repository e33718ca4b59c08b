import test from 'ava'
import { medicationFinder } from '../../../core/document/medicines/medication-mentions.ts'
import { readStatements } from '../../../core/document/pieces/statements.ts'
import { sidedEntries } from '../../../core/document/quoting/sided-entries.ts'
import { buildInput } from '../../helpers/rules.ts'
import { templateOf } from '../../helpers/rules-samples.ts'

function entries(model: string, turns: string[]): Record<string, string> {
  const template = templateOf(model)
  const statements = readStatements(buildInput(template, turns))
  const roles = statements.map(() => 'doctor' as const)
  const filed = sidedEntries(statements, roles, template, medicationFinder())
  return Object.fromEntries(filed.map(({ section, text }) => [section, text.text]))
}

const EYES = 'anamnesisOphthalmology'
const EARS = 'anamnesisOtorhinolaryngology'

test('each eye gets its own, with and without glasses', (t) => {
  t.deepEqual(
    entries(EYES, ['Com óculos, direito 20/50, esquerdo 20/20.', 'Sem óculos, direito 20/200.']),
    {
      'at Acuidade Visual / OD com Correção': 'direito 20/50',
      'at Acuidade Visual / OE com Correção': 'esquerdo 20/20.',
      'at Acuidade Visual / OD sem Correção': 'direito 20/200.',
    },
  )
})

test('the side may close what is told of it', (t) => {
  t.deepEqual(entries(EYES, ['Fundo de olho: escavação de 0,4 no direito e 0,7 no esquerdo.']), {
    'at Fundoscopia / OD': 'Fundo de olho: escavação de 0,4 no direito',
    'at Fundoscopia / OE': 'e 0,7 no esquerdo',
  })
})

test('the next sentence goes on with the other side', (t) => {
  t.deepEqual(
    entries(EARS, ['Ouvido direito: rolha de cera.', 'Esquerdo: tímpano íntegro, opaco.']),
    {
      'at Exame Otorrinolaringológico / Otoscopia OD': 'direito: rolha de cera.',
      'at Exame Otorrinolaringológico / Otoscopia OE': 'Esquerdo: tímpano íntegro, opaco.',
    },
  )
})

test('a side of something else is no eye’s and no ear’s', (t) => {
  t.deepEqual(entries(EARS, ['Ouvido direito normal.', 'É vertigem posicional à direita.']), {
    'at Exame Otorrinolaringológico / Otoscopia OD': 'direito normal.',
  })
  t.deepEqual(entries('anamnesis', ['Com óculos, direito 20/50.']), {})
})

test('an order for both eyes is no finding of one', (t) => {
  const found = entries(EYES, [
    'Pressão do olho: 24 no direito e 22 no esquerdo.',
    'A pressão do olho não está boa: timolol, uma gota de doze em doze nos dois olhos.',
  ])
  t.deepEqual(Object.keys(found), ['at Tonometria / OD', 'at Tonometria / OE'])
  t.notRegex(JSON.stringify(found), /timolol/)
})
