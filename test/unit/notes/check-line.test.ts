import test from 'ava'
import { lineCheck } from '../../../core/document/notes/check-line.ts'
import type { Piece } from '../../../core/document/pieces/piece.ts'

/** Question (or none), answer, lines that say the same, lines that do not. Invented. */
type Row = readonly [
  question: string | null,
  answer: string,
  good: readonly string[],
  bad: readonly string[],
]

/** The check was worked on with these. */
const WORKED: readonly Row[] = [
  [
    null,
    'O Bento está com um ano e oito meses.',
    ['Bento está com um ano e oito meses.'],
    ['Bento está com oito meses.'],
  ],
  [
    'Teve febre ou calafrio?',
    'Não, febre não. Calafrio também não.',
    ['Nega febre e calafrio.', 'Sem febre, sem calafrio.'],
    ['Refere febre e calafrio.', 'Nega febre.', 'Teve febre ou calafrio?', 'Nega febre e tosse.'],
  ],
  [
    'Toma algum remédio?',
    'Tomo losartana de 50 de manhã e metformina de 850 no almoço.',
    [
      'Em uso de losartana de 50 de manhã e metformina de 850 no almoço.',
      'Toma losartana de 50 de manhã e metformina de 850 no almoço.',
    ],
    [
      'Em uso de losartana de 50 de manhã.',
      'Em uso de losartana de 500 de manhã e metformina de 850 no almoço.',
      'Em uso de enalapril de 50 de manhã e metformina de 850 no almoço.',
      'Tomo losartana de 50 de manhã e metformina de 850 no almoço.',
      'Nega losartana de 50 de manhã e metformina de 850 no almoço.',
    ],
  ],
  [
    'Qual joelho está doendo?',
    'O esquerdo, faz uns 4 meses.',
    ['Joelho esquerdo há cerca de 4 meses.', 'Dor no joelho esquerdo há 4 meses.'],
    [
      'Dor no joelho direito há 4 meses.',
      'Dor no joelho há 4 meses.',
      'Dor no joelho esquerdo.',
      'Dor no joelho esquerdo há 14 meses.',
    ],
  ],
  [
    null,
    'Minha mãe tem diabetes e meu pai teve infarto aos 60 anos.',
    [
      'Mãe tem diabetes e pai teve infarto aos 60 anos.',
      'Mãe com diabetes, pai teve infarto aos 60 anos.',
    ],
    [
      'Tem diabetes e teve infarto aos 60 anos.',
      'Mãe tem diabetes.',
      'Minha mãe tem diabetes e pai teve infarto aos 60 anos.',
      'Irmã tem diabetes e pai teve infarto aos 60 anos.',
    ],
  ],
  [
    'Tem alergia a alguma coisa?',
    'Que eu saiba não.',
    ['Nega alergia.', 'Nega alergias.'],
    ['Alergia.', 'Refere alergia.', 'Nega.', 'Nega alergia a dipirona.'],
  ],
  [
    'Fuma? Bebe?',
    'Fumar nunca fumei. Bebo uma cerveja no sábado.',
    ['Nunca fumou. Bebe uma cerveja no sábado.'],
    ['Fuma e bebe uma cerveja no sábado.', 'Nunca fumou.', 'Nega fumar e beber.'],
  ],
  [
    'E o sono, como está?',
    'Durmo mal, acordo três vezes pra fazer xixi.',
    ['Dorme mal, acorda três vezes para urinar.', 'Dorme mal, acorda três vezes para fazer xixi.'],
    [
      'Dorme mal.',
      'Durmo mal, acordo três vezes para urinar.',
      'Dorme mal, acorda duas vezes para urinar.',
      'Dorme mal mal mal, acorda três vezes para urinar.',
    ],
  ],
  [
    null,
    'Sinto uma queimação no estômago depois que eu como, sabe?',
    ['Sente uma queimação no estômago depois que come.'],
    ['Sente dor no peito depois que come.', 'Nega queimação no estômago depois que come.'],
  ],
  [
    'Já operou alguma vez?',
    'Operei a vesícula em 2019.',
    ['Operou a vesícula em 2019.', 'Cirurgia da vesícula em 2019.'],
    ['Operou a vesícula.', 'Operou o apêndice em 2019.', 'Operou a vesícula em 2009.'],
  ],
  [
    'Trabalha com quê?',
    'Sou pedreiro, carrego peso o dia todo.',
    ['Pedreiro, carrega peso o dia todo.', 'É pedreiro, carrega peso o dia todo.'],
    ['Trabalha.', 'Sou pedreiro, carrega peso o dia todo.', 'Pedreiro, nega carregar peso.'],
  ],
  [
    'Sente falta de ar para subir escada?',
    'Sinto, e no fim do dia o tornozelo incha.',
    ['Falta de ar para subir escada, e no fim do dia o tornozelo incha.'],
    ['Nega falta de ar para subir escada.', 'No fim do dia o tornozelo incha.'],
  ],
  [
    'Parou de tomar a fluoxetina?',
    'Parei em julho, por conta própria.',
    [
      'Parou a fluoxetina em julho, por conta própria.',
      'Parou de tomar a fluoxetina em julho, por conta própria.',
    ],
    [
      'Toma fluoxetina desde julho.',
      'Parou em julho, por conta própria.',
      'Parou de tomar a sertralina em julho, por conta própria.',
    ],
  ],
]

/** Written afterwards, and only counted. */
const COUNTED: readonly Row[] = [
  [
    'Já teve pedra no rim?',
    'Tive em 2015, saiu sozinha.',
    ['Teve pedra no rim em 2015, saiu sozinha.'],
    ['Nega pedra no rim.', 'Pedra no rim.', 'Teve pedra no rim em 2005, saiu sozinha.'],
  ],
  [
    'O intestino funciona?',
    'Funciona, mas sai um pouco de sangue vivo no papel.',
    ['Intestino funciona, mas sai um pouco de sangue vivo no papel.'],
    [
      'Intestino funciona.',
      'Intestino funciona, sem sangue vivo no papel.',
      'Intestino não funciona, sai um pouco de sangue vivo no papel.',
    ],
  ],
  [
    null,
    'Minha irmã teve câncer de mama com 42 anos.',
    ['Irmã teve câncer de mama com 42 anos.', 'Irmã com câncer de mama aos 42 anos.'],
    [
      'Teve câncer de mama com 42 anos.',
      'Irmã teve câncer de mama.',
      'Tia teve câncer de mama com 42 anos.',
    ],
  ],
  [
    'Tá tomando a insulina direitinho?',
    'Tô, vinte unidades de manhã e dez de noite.',
    [
      'Está tomando a insulina direitinho, vinte unidades de manhã e dez de noite.',
      'Toma insulina, vinte unidades de manhã e dez de noite.',
    ],
    [
      'Toma insulina, dez unidades de manhã e vinte de noite.',
      'Toma insulina, vinte unidades de manhã.',
      'Não está tomando a insulina, vinte unidades de manhã e dez de noite.',
    ],
  ],
  [
    'Sente dor no peito, palpitação?',
    'Palpitação sim, dor no peito não.',
    ['Palpitação. Nega dor no peito.', 'Refere palpitação, nega dor no peito.'],
    [
      'Nega palpitação e dor no peito.',
      'Refere palpitação e dor no peito.',
      'Palpitação.',
      'Refere dor no peito, nega palpitação.',
    ],
  ],
  [
    'Mora com quem?',
    'Moro com meu marido e dois filhos.',
    ['Mora com marido e dois filhos.'],
    [
      'Mora com marido.',
      'Mora com marido e três filhos.',
      'Moro com marido e dois filhos.',
      'Mora só.',
    ],
  ],
  [
    'Quando foi a última menstruação?',
    'Dia 12 de agosto.',
    ['Última menstruação dia 12 de agosto.'],
    [
      'Dia 12 de agosto.',
      'Última menstruação dia 2 de agosto.',
      'Última menstruação em agosto.',
      'Última menstruação dia 12 de setembro.',
    ],
  ],
  [
    'Usa bombinha?',
    'Usava quando criança, hoje não uso mais.',
    ['Usava bombinha quando criança, hoje não usa mais.'],
    ['Usa bombinha.', 'Usa bombinha quando criança.', 'Nega bombinha quando criança.'],
  ],
  [
    null,
    'Caí da escada ontem e bati o cotovelo direito, tá inchado.',
    [
      'Caiu da escada ontem e bateu o cotovelo direito, está inchado.',
      'Caiu da escada ontem e bateu o cotovelo direito, com edema.',
    ],
    [
      'Caiu da escada ontem e bateu o cotovelo, está inchado.',
      'Caiu da escada ontem e bateu o cotovelo direito, não está inchado.',
      'Caí da escada ontem e bati o cotovelo direito, está inchado.',
      'Bateu o cotovelo esquerdo, está inchado.',
    ],
  ],
  [
    'Apetite?',
    'Ruim, perdi cinco quilos em dois meses.',
    ['Apetite ruim, perdeu cinco quilos em dois meses.'],
    [
      'Apetite ruim.',
      'Perdeu cinco quilos em dois meses.',
      'Apetite ruim, perdeu dois quilos em cinco meses.',
      'Apetite ruim, ganhou cinco quilos em dois meses.',
    ],
  ],
]

function piece(question: string | null, answer: string): Piece {
  return { question, answer, speaker: 'patient', spans: [] }
}

function count(rows: readonly Row[]) {
  const check = lineCheck()
  const missed: string[] = []
  const accused: string[] = []
  let [good, bad] = [0, 0]
  for (const [question, answer, right, wrong] of rows) {
    for (const line of right) {
      good += 1
      const fault = check(line, piece(question, answer))
      if (fault) accused.push(`accused as ${fault}: ${line}`)
    }
    for (const line of wrong) {
      bad += 1
      if (!check(line, piece(question, answer))) missed.push(`missed: ${line}`)
    }
  }
  const figures = `${bad - missed.length} of ${bad} wrong lines noticed, ${accused.length} of ${good} right ones accused`
  return { good, bad, missed, accused, told: [figures, ...missed, ...accused].join('\n') }
}

test('a line that contradicts its piece is noticed, and a right one is not accused', (t) => {
  const { good, bad, missed, accused, told } = count(WORKED)
  t.log(told)
  t.true(good + bad >= 40)
  t.deepEqual([...missed, ...accused], [])
})

test('the same for pieces that the check was not worked on with', (t) => {
  const { bad, good, missed, accused, told } = count(COUNTED)
  t.log(told)
  t.true(missed.length <= bad * 0.15)
  t.true(accused.length <= good * 0.2)
})

test('each fault has its word', (t) => {
  const check = lineCheck()
  const told = piece('Toma algo para a dor?', 'Tomo dipirona de 500 quando o ombro direito dói.')
  const faults = [
    ['', 'empty'],
    ['Toma dipirona?', 'question'],
    ['Sim, toma dipirona de 500 quando o ombro direito dói.', 'talk'],
    ['Tomo dipirona de 500 quando o ombro direito dói.', 'person'],
    ['Toma toma dipirona de 500 quando o ombro direito dói.', 'loop'],
    ['Toma dipirona de 500 quando o tornozelo direito dói.', 'words'],
    ['Toma dipirona quando o ombro direito dói.', 'numbers'],
    ['Toma 500 quando o ombro direito dói.', 'medicines'],
    ['Toma dipirona de 500 quando o ombro dói.', 'sides'],
    ['Toma dipirona de 500 quando o ombro direito dói.', null],
  ] as const
  for (const [line, fault] of faults) t.is(check(line, told), fault, line)
})
