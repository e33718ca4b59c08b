import test from 'ava'
import type { DocumentContent } from '../../../core/contract/api.ts'
import { buildInput } from '../../helpers/rules.ts'
import { templateOf } from '../../helpers/rules-samples.ts'
import { shippedRules } from '../../helpers/shipped-rules.ts'

async function write(turns: string[]): Promise<DocumentContent> {
  const input = buildInput(templateOf('anamnesis'), turns)
  const options = { signal: new AbortController().signal, onField() {} }
  return (await shippedRules().generate(input, options)).content
}

const COMPLAINTS: readonly [string[], string | null][] = [
  [
    ['Bom dia, o que houve?', 'Doutora, tô com uma tosse que não passa.'],
    'Tá com uma tosse que não passa.',
  ],
  [
    ['Em que posso ajudar?', 'Bah, essa dor nas costas.', 'Há quanto tempo?', 'Dois meses.'],
    'Essa dor nas costas.',
  ],
  [['O que te traz aqui?', 'Só a receita, doutor.'], 'Só a receita'],
  [['Me conta.', 'Caí da escada ontem. E o pé inchou.'], 'Caiu da escada ontem. E o pé inchou.'],
  [['Mostra essa mão.', 'Tá rachando tudo.'], 'Tá rachando tudo.'],
  [
    ['O que tá sentindo?', 'Engasga. De 2 semanas pra cá engasga com água.'],
    'Engasga. De 2 semanas pra cá engasga com água.',
  ],
  [['Como está?', 'Vou levando, doutor.', 'Dor no peito, desmaio?', 'Desmaio também não.'], null],
  [['Tudo bem?', 'Tudo.', 'Tem alergia?', 'Não tenho alergia.'], null],
  [['Boa tarde.', 'Minha mãe tem dor no joelho.', 'E a senhora?', 'Eu tenho azia.'], 'Tem azia.'],
]
for (const [turns, complaint] of COMPLAINTS)
  test(turns.join(' '), async (t) => {
    t.is((await write(turns))['Queixa Principal'] ?? null, complaint)
  })

test('what is complained of opens the story too', async (t) => {
  const content = await write(['O que houve?', 'Torci o pé direito ontem.'])
  t.is(content['História da Doença Atual'], 'Torceu o pé direito ontem.')
})
