import test from 'ava'
import { medicationFinder } from '../../../core/document/medicines/medication-mentions.ts'
import { clausesOf, joinClauses, wordsOf } from '../../../core/document/pieces/clauses.ts'
import type { Role } from '../../../core/document/pieces/piece.ts'
import type { Statement } from '../../../core/document/pieces/statements.ts'
import type { Phase } from '../../../core/document/pieces/visit-phases.ts'
import type { FilingPlace } from '../../../core/document/quoting/places.ts'
import { modelRouter, type Routed } from '../../../core/document/quoting/router.ts'
import { tokenize } from '../../../core/portuguese/tokens.ts'
import { classesOf } from '../../../core/portuguese/word-classes.ts'
import { templateOf } from '../../helpers/rules-samples.ts'

const find = medicationFinder()

function statementOf(text: string): Statement {
  const tokens = tokenize(text)
  return {
    index: 0,
    origin: 'speech',
    text,
    tokens,
    pieces: [],
    question: false,
    channel: 'mic',
    speaker: null,
    heading: null,
  }
}

interface Said {
  role?: Role | null
  phase?: Phase
  model?: string
  question?: string
}

function routeOf(
  text: string,
  { role = 'patient', phase = 'story', model, question }: Said,
): Routed {
  const router = modelRouter(templateOf(model ?? 'anamnesis'))
  const clause = joinClauses(clausesOf(statementOf(text)))
  const words = question === undefined ? '' : wordsOf(tokenize(question))
  const asked = question === undefined ? new Map() : router.asks(words, classesOf(words.split(' ')))
  const medications = find(clause.tokens)
  return router.route(clause, { role, medications, phase, patientIsChild: false }, asked)
}

function goesTo(place: FilingPlace | null, said: Said, texts: readonly string[]): void {
  for (const text of texts)
    test(`${said.model ?? 'anamnesis'}: ${said.question ?? ''} ${text}`.trim(), (t) => {
      t.is(routeOf(text, said).place, place)
    })
}

goesTo('presentIllness', {}, [
  'Estou com uma dor na barriga que não passa.',
  'Começou a coçar faz uma semana.',
  'Piora quando eu subo a escada.',
  'Tô com falta de ar de noite.',
  'Acordei tonta e vomitei duas vezes.',
  'Esse joelho direito tá me matando.',
  'Não tive febre.',
  'Meu filho, doutor, esse nariz entope toda noite.',
])
goesTo('family', {}, [
  'Minha mãe tem diabetes e meu pai morreu de infarto.',
  'Meu irmão que é hipertenso.',
  'Minha avó teve câncer de mama.',
])
goesTo('substances', {}, [
  'Nunca fumei.',
  'Tomo umas cervejas no sábado.',
  'Parei de fumar há dez anos.',
])
goesTo('pastHistory', {}, ['Tenho pressão alta há dez anos.', 'Já fui internado por pneumonia.'])
goesTo('pastHistory', { question: 'Tem alguma doença?' }, [
  'Não.',
  'Rinite.',
  'Só colesterol alto.',
])
goesTo('allergies', { question: 'Alergia a algum remédio?' }, [
  'Não, nenhuma.',
  'Penicilina.',
  'Dipirona, me empola toda.',
])
goesTo('vaccines', { question: 'E as vacinas?' }, ['Tudo em dia.', 'Falta a da gripe.'])
goesTo('work', { question: 'O senhor trabalha com quê?' }, ['Sou motorista.', 'Na roça.'])
goesTo(null, {}, [
  'Asma quem tem é ela.',
  'Bom dia, doutora.',
  'O trânsito estava horrível hoje.',
  'Meu finado é que era diabético.',
])

goesTo('hypotheses', { role: 'doctor', phase: 'plan' }, [
  'Isso tá com cara de sinusite.',
  'É uma bronquite aguda.',
  'A senhora está com infecção urinária.',
  'Fechou critério para fibromialgia.',
  'Quadro compatível com cólica renal.',
  'Pra mim isso é enxaqueca.',
  'Anemia ferropriva, deficiência de B12.',
  'Hipertensão não controlada.',
  'Síndrome do túnel do carpo à direita.',
  'Suspeita de apendicite.',
  'Acho que é dengue.',
])
goesTo('hypotheses', { role: 'doctor', phase: 'exam' }, [
  'É colelitíase sintomática.',
  'Entorse do tornozelo esquerdo, grau 2.',
])
goesTo('physicalExam', { role: 'doctor', phase: 'exam' }, [
  'Ausculta limpa, sem ruídos.',
  'Abdome flácido, indolor.',
  'Barriga mole, dói um pouco do lado direito.',
  'Edema de duas cruzes nas pernas.',
  'Garganta vermelha, com placas.',
  'Tímpano direito abaulado.',
  'Exame neurológico normal.',
  'Murphy negativo.',
])
goesTo('examResults', { role: 'doctor', phase: 'exam' }, [
  'Os exames: creatinina 0,8, potássio 4,1.',
  'O ultrassom mostrou cálculos na vesícula.',
  'O eletro veio normal.',
  'Hemoglobina 10,4, ferritina 6.',
])
goesTo('examsRequested', { role: 'doctor', phase: 'plan' }, [
  'Vou pedir um hemograma e uma ultrassonografia.',
  'Peço ressonância do joelho.',
  'Solicito TSH e T4 livre.',
  'Quero um Holter de 24 horas.',
  'Audiometria e imitanciometria.',
  'Repete a glicada em três meses.',
])
goesTo('orientations', { role: 'doctor', phase: 'plan' }, [
  'Evita café e dorme cedo.',
  'Bebe bastante água.',
  'Se tiver febre, vai pro pronto-socorro.',
  'Volta em trinta dias com os exames.',
  'Nada de peso por quatro semanas.',
  'Suspende o ibuprofeno.',
  'Fazer compressa morna duas vezes ao dia.',
  'Retorno em quinze dias.',
])
goesTo('referral', { role: 'doctor', phase: 'plan' }, [
  'Encaminho para a nutricionista.',
  'Te encaminho pro cardiologista.',
  'Fisioterapia, vinte sessões.',
])
goesTo('certificate', { role: 'doctor', phase: 'plan' }, [
  'Vou dar um atestado de três dias.',
  'Atestado de hoje e amanhã.',
])
goesTo(null, { role: 'doctor', phase: 'plan' }, ['Não precisa.', 'De jeito nenhum.', 'Pode, sim.'])

const EVERY_FIELD: readonly [string, string, Said][] = [
  [
    'at Exame Otorrinolaringológico / Oroscopia',
    'Amígdalas grau 4.',
    { role: 'doctor', phase: 'exam', model: 'anamnesisOtorhinolaryngology' },
  ],
  [
    'at Exame Obstétrico / Altura Uterina',
    'Altura uterina 31 centímetros.',
    { role: 'doctor', phase: 'exam', model: 'anamnesisObstetrics' },
  ],
  [
    'at Suplementos e Recursos Ergogênicos',
    'Creatina, cinco gramas.',
    { model: 'anamnesisSportsMedicine' },
  ],
  [
    'at Afastamentos e Benefícios Previdenciários',
    'Fiquei afastado pelo INSS três meses.',
    { model: 'anamnesisOccupationalExam' },
  ],
  [
    'at Avaliação Geriátrica Ampla (AGA) / Capacidade Funcional',
    'Toma banho sozinha.',
    { model: 'anamnesisGeriatrics' },
  ],
  [
    'at Reabilitação e Fisioterapia',
    'Fisioterapia, dez sessões.',
    { role: 'doctor', phase: 'plan', model: 'anamnesisOrthopedics' },
  ],
  [
    'at Avaliação de Risco / Ideação Suicida',
    'Às vezes penso em morrer.',
    { model: 'anamnesisPsychiatry' },
  ],
  ['menstrualHistory', 'A menstruação vem de 28 em 28 dias.', { model: 'anamnesisGynecology' }],
]
for (const [place, text, said] of EVERY_FIELD)
  test(`${said.model}: ${text}`, (t) => {
    t.is(routeOf(text, said).place, place as FilingPlace)
  })

const BESIDE: readonly [string, string, Said][] = [
  [
    'at Escalas e Scores Psiquiátricos / PHQ-9',
    'O PHQ-9 deu 21.',
    { role: 'doctor', model: 'anamnesisPsychiatry' },
  ],
  [
    'at Balanço Hídrico / Diurese',
    'Diurese de 900 em 24 horas.',
    { role: 'doctor', model: 'anamnesisWardEvolution' },
  ],
  [
    'at Antecedentes Gestacionais e Perinatais / Apgar',
    'Apgar 9 e 10.',
    { model: 'anamnesisPediatrics' },
  ],
]
for (const [place, text, said] of BESIDE)
  test(`${said.model}, beside: ${text}`, (t) => {
    t.true(routeOf(text, said).beside.includes(place as FilingPlace))
  })
