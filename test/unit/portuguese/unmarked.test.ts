import test from 'ava'
import { announcedBreaks } from '../../../core/portuguese/announced-breaks.ts'
import { endsWithCommas } from '../../../core/portuguese/comma-splices.ts'
import { unmarkedQuestions } from '../../../core/portuguese/questions.ts'
import { unmarkedBreaks } from '../../../core/portuguese/unmarked-breaks.ts'

/**
 * As a recognizer without marks writes it; " | " stands where a sentence must begin, and nowhere
 * else one may.
 */
const UNMARKED = [
  'olha seu Raimundo isso aí é uma bronquite aguda | vou passar azitromicina quinhentos um por dia por cinco dias',
  'vou pedir um raio x de tórax e um hemograma | volta em dez dias com o resultado',
  'tá deixa eu ver | a pressão treze por oito tá boa | frequência setenta e seis | saturando noventa e sete',
  'balança noventa e oito e meio | altura um metro e sessenta e um | cintura cento e quinze',
  'eupneico com cateter nasal a dois litros | saturação noventa e quatro | FC oitenta e um | FR dezoito',
  'tomo o omeprazol uma cápsula em jejum | e a minha mulher toma aquele glifage mas eu não sou diabético não',
  'é angina estável que piorou sem o betabloqueador | então volta o carvedilol doze e meio de doze em doze horas',
  'gelo quinze minutos ibuprofeno não toma mais | se doer paracetamol quinhentos de oito em oito',
  'o quadro depressivo tá em remissão parcial com ansiedade ainda | então a sertralina a gente sobe pra cem',
  'a pressão cai quando levanta | então o anlodipino vamos tirar | a losartana baixa pra cinquenta de manhã',
  'fisioterapia duas vezes por semana fortalecer tibial posterior | retorno em três semanas',
  'gelo vinte minutos três vezes ao dia mão elevada | atestado de sete dias | volta em uma semana',
  'deu trinta e oito e meio de febre ontem | aí eu dei dipirona quatro gotas e baixou',
  'é canelite a síndrome do estresse tibial | quero descartar fratura com uma ressonância da perna direita',
  'e dipirona um grama de seis em seis horas se tiver febre ou dor | a nimesulida pode parar',
  'tomo losartana de cinquenta um de manhã e um de noite e hidroclorotiazida meio comprimido só de manhã',
  'a dor começa no peito e vai pro braço quando eu subo a ladeira e melhora se eu paro um pouco',
  'eu não volto em médico faz mais de dez anos porque não gosto de tomar remédio nenhum',
  'Pressão doze por oito, frequência setenta, saturação noventa e oito, peso oitenta e dois, altura um e setenta.',
]

/** The same, where words say themselves that a sentence begins with them. */
const ANNOUNCED = [
  'Vamos examinar | garganta vermelha com placas.',
  'Deixe-me examinar | abaulamento na virilha direita, redutível.',
  'Isso, até o fim, | oriento fazer repouso.',
  'Ausculta respiratória normal, | o quadro sugere asma leve.',
  'Prova do laço negativa, está hidratada, | isso é dengue, sem sinal de alarme.',
  'Bulhas rítmicas, sem sopro, | seu diagnóstico é hipertensão, | vou pedir um ecocardiograma.',
  'A senhora tem alguma doença, | tenho colesterol alto e refluxo.',
  'Toma algum remédio, | não tomo nada.',
  'Duas vezes ao dia, | Tomo levotiroxina 50 em jejum.',
  'Vamos examinar a senhora agora, deite aqui.',
  'Se não melhorar, vou pedir um raio x do tórax.',
  'Essa queda de pressão eu vou tratar como grupo C até sair o hemograma de hoje.',
  'Cansa um pouco, isso é normal na sua idade.',
  'Tenho alguma tosse à noite, não tenho febre.',
  'Parei não, tomo cinco miligramas todo dia.',
]

/** The same of a recognizer that ends utterances with commas. */
const SPLICED = [
  'Sou professora, | durmo mal, | e tomo muito café.',
  'A senhora tem alguma doença, | tenho rinite, | já fiz cirurgia de catarata.',
  'Tem a alergia a algum remédio, | não tem a alergia, | e na família alguém tem doença.',
  'Toma a vacina da gripe, doutora, | a senhora bebe, fuma.',
  'Peso 80 quilos, altura 1,52, | dor à palpação do lado direito.',
  'Marcia, | a hipótese asma leve, | vou receitar prednisona.',
  'Vou dar um atestado de 5 dias, | volte em 7 dias.',
  'Minha tia tem diabetes, | meu pai teve infarto.',
  'Deita aqui, | joelho sem derrame, extensão completa, | gaveta negativa, | pulsos presentes.',
  'Já acabou, | o raio x não tem fratura, | você rompeu o ligamento, | preciso de uma ressonância.',
  'Quando ando depressa, sinto falta de ar.',
  'Pra pressão, tomo losartana.',
  'Não, não fumo.',
  'E dor no peito, falta de ar, a senhora tem?',
]

for (const [breaks, sentences] of [
  [unmarkedBreaks, UNMARKED],
  [(text: string) => announcedBreaks(text), ANNOUNCED],
  [(text: string) => announcedBreaks(text, true), SPLICED],
] as const)
  for (const marked of sentences)
    test(marked, (t) => {
      const text = marked.replaceAll(' | ', ' ')
      const places = [0, ...breaks(text), text.length]
      const parts = places.slice(1).map((to, index) => text.slice(places[index], to).trim())
      t.is(parts.join(' | '), marked)
    })

test('where a recognizer ends utterances with commas, questions without a mark are found', (t) => {
  const said = ['Bom dia, tudo bem?', 'A senhora fuma.', 'Não fumo.', 'Como está o sono.', 'Ruim.']
  const told = ['A vizinha bebe.', 'Tenho uma alergia.', 'Toma o remédio.', 'Volte em sete dias.']
  const all = [...said, ...told]
  t.deepEqual(
    [...unmarkedQuestions(all, true)].map((index) => all[index]),
    [said[1], said[3]],
  )
  t.is(unmarkedQuestions(all).size, 0)
})

test('a recognizer that ends utterances with commas is known by them', (t) => {
  t.true(endsWithCommas(['Certo, toma algum remédio.', 'Não tomo,', 'antes de dormir.']))
  t.false(endsWithCommas(['Certo. Toma algum remédio?', 'Não tomo nada, doutor.']))
  t.false(endsWithCommas([]))
})

/** Sentences of one visit without a mark; those behind "?" ask. */
const VISIT = `
? o que a senhora tá sentindo
tosse faz uns vinte dias já
? falta de ar
não falta de ar não
? o senhor é hipertenso né toma o que
tomo losartana de cinquenta um de manhã
? mais algum remédio
tomo o omeprazol em jejum
? alergia
a penicilina empolo todinho
? fuma
fumo narguilé de vez em quando
? já operou
operei a hérnia em dois mil e doze
? remédio pra outra coisa
só o enalapril de dez
? corre há quanto tempo
corro tem quatro anos
? xarelto que horas
no jantar
no pulmão tem uns roncos difusos sem sibilos
? dipirona posso tomar se tiver dor
pode um grama de seis em seis horas
toma bastante água e descansa uns três dias em casa
quando eu deito a dor piora e não durmo
já fiz cirurgia de catarata
parei com o cigarro
ela toma banho sozinha se veste mas o dinheiro eu que cuido agora
`

test('questions without a question mark are distinguished from statements', (t) => {
  const lines = VISIT.trim().split('\n')
  const asked = unmarkedQuestions(lines.map((line) => line.replace('? ', '')))
  t.deepEqual(
    lines.filter((_, index) => asked.has(index)),
    lines.filter((line) => line.startsWith('? ')),
  )
})

test('where a recognizer writes some marks, only doubtful sentences are judged', (t) => {
  const lines = VISIT.trim().split('\n')
  t.is(unmarkedQuestions([...lines, 'Tem febre?']).size, 0)
  const heard = [
    'O que melhora a dor?',
    'Melhora com água quente.',
    'O senhor tem alguma doença.',
    'Tenho artrose e hipertensão.',
    'Toma algum remédio.',
    'Tomo captopril.',
    'E na família, alguém tem doença.',
    'Minha tia teve câncer de mama.',
    'Tem mais algum sintoma.',
    'Não, só isso.',
    'Há algum tempo sinto dor.',
    'Tem alguma coisa no meu joelho.',
    'Não sei.',
    'Minha irmã tem alguma doença no sangue.',
    'Não lembro o nome.',
    'Tem alguma alergia na pele do braço que coça muito à noite.',
    'Sim.',
  ]
  t.deepEqual(
    [...unmarkedQuestions(heard)].map((index) => heard[index]),
    [heard[2], heard[4], heard[6], heard[8]],
  )
})
