import test from 'ava'
import { readStatements } from '../../../core/document/pieces/statements.ts'
import { beginsAsking, trailingQuestion } from '../../../core/portuguese/questions.ts'
import { buildSegments } from '../../helpers/rules.ts'

/** A recognizer's commas for full stops; " | " stands where the question begins. */
const TOLD_THEN_ASKED = [
  'Tenho dor de cabeça há três meses, agora vem quase toda semana, | como é essa dor?',
  'É uma dor latejante, piora com a luz, | e o que melhora?',
  'Eu tomo losartana de manhã, | e tem alergia a algum remédio?',
  'Minha mãe tem pressão alta, | o senhor fuma?',
]
for (const marked of TOLD_THEN_ASKED)
  test(`told, then asked: ${marked}`, (t) => {
    const text = marked.replace(' | ', ' ')
    t.is(trailingQuestion(text), marked.indexOf(' | '))
    const statements = readStatements({
      segments: buildSegments([text]),
      contextMarkdown: '',
      backgroundHistory: null,
      files: [],
    })
    t.true(statements.length > 1)
    for (const { text: part } of statements) t.true(text.includes(part), part)
  })

const ONE_PIECE = [
  'Como é essa dor, é de um lado só?',
  'A senhora toma algum remédio, tem pressão alta?',
  'Eu tomo losartana de manhã, viu?',
  'Estou com tosse, doutor?',
  'Tenho dor de cabeça há três meses, como eu disse.',
  'O que melhora?',
  'Minha mãe teve derrame. E o trabalho, o sono, como estão?',
  'Me conta o serviço, o que o senhor faz?',
]
for (const text of ONE_PIECE)
  test(`one piece: ${text}`, (t) => t.is(trailingQuestion(text), undefined))

test('what begins asking is not joined to what was told before', (t) => {
  t.true(beginsAsking('como é essa dor,'))
  t.true(beginsAsking('e na família, alguém tem?'))
  t.false(beginsAsking('piora com a luz'))
})
