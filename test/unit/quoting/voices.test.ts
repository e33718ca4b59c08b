import test from 'ava'
import { readStatements } from '../../../core/document/pieces/statements.ts'
import { voicesOf } from '../../../core/document/pieces/voices.ts'
import { buildInput } from '../../helpers/rules.ts'
import { templateOf } from '../../helpers/rules-samples.ts'

/**
 * One segment each, as a microphone in the room hears it: who said it is marked by the first
 * letter.
 */
const VISIT = [
  'd Bom dia, dona Cida, o que houve?',
  'p Uma dor na perna, doutora.',
  'd Desde quando?',
  'p Uns três meses.',
  'd Qual perna?',
  'p A esquerda.',
  'd Piora com alguma coisa?',
  'p Quando eu ando.',
  'd Tem diabetes, pressão alta?',
  'p Pressão, tomo losartana.',
  'd Alergia?',
  'p Penicilina.',
  'd Deita aqui, vou examinar.',
  'd Pulsos presentes, panturrilha livre.',
  'p Aí dói.',
  'd É uma varize com dor, sem trombose.',
  'p É grave?',
  'd Não, mas vou pedir um doppler e a senhora usa meia elástica.',
  'p Tá bom, doutora.',
  'd Volta em trinta dias.',
]

function voices(turns: readonly string[], change?: (input: ReturnType<typeof buildInput>) => void) {
  const input = buildInput(templateOf('anamnesis'), [...turns])
  change?.(input)
  return voicesOf(readStatements(input))
}

for (const [first, wanted] of [
  ['Estou com dor de garganta há dois dias.', 'patient'],
  ['Tô com tontura desde ontem.', 'patient'],
  ['Acordei com o olho vermelho.', 'patient'],
] as const)
  test(`in a short talk too: ${first}`, (t) => {
    const rest = ['A pressão está 120 por 80.', 'Vou receitar dipirona de seis em seis horas.']
    t.deepEqual(voices([first, ...rest]).slice(1), ['doctor', 'doctor'])
    t.is(voices([first, ...rest])[0], wanted)
  })

test('who speaks is told by the course of the talk, short answers too', (t) => {
  const wanted = VISIT.map((turn) => (turn.startsWith('d') ? 'doctor' : 'patient'))
  t.deepEqual(voices(VISIT.map((turn) => turn.slice(2))), wanted)
})

test('two channels settle it, whatever the words are', (t) => {
  const told = voices(['Tome água.', 'Vou pedir um exame.'], (input) => {
    input.segments[0]!.channel = 'remote'
  })
  t.deepEqual(told, ['patient', 'doctor'])
})

test('a named speaker settles it', (t) => {
  const told = voices(['Tenho dor.', 'Estou com febre.'], (input) => {
    input.segments[0]!.speaker = 'doctor'
  })
  t.is(told[0], 'doctor')
})

test('what contradicts its place is nobody’s for sure, never the wrong one’s', (t) => {
  const told = voices([
    'Minha mãe tem asma.',
    'Meu pai também.',
    'Eu tomo losartana.',
    'E eu fumo.',
  ])
  t.false(told.includes('doctor'))
})
