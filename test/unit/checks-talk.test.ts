/**
 * What the checks understand of how people talk: a row is a talk, what a record may say of it, and
 * what it must not.
 */
import test from 'ava'
import { checkDocument } from '../../core/document/checks/checks.ts'
import { buildInput, sampleTemplate } from '../helpers/rules.ts'

const template = sampleTemplate([
  { name: 'História da Doença Atual', type: 'string' },
  { name: 'Medicações em Uso', type: 'string[]' },
  { name: 'Resultado de Exames', type: 'string[]' },
  { name: 'Medicações Prescritas', type: 'string[]' },
  { name: 'Orientações', type: 'string[]' },
  { name: 'História Pregressa', type: 'string' },
  { name: 'Hipóteses Diagnósticas', type: 'string[]' },
])

interface Row {
  talk: string[]
  field?:
    | 'Medicações Prescritas'
    | 'Medicações em Uso'
    | 'Resultado de Exames'
    | 'Orientações'
    | 'História Pregressa'
    | 'Hipóteses Diagnósticas'
  right: string
  wrong?: string
}

const ROWS: Record<string, Row> = {
  'what was suspected is not told as so': {
    talk: ['Tem alguma doença?', 'Uma vez suspeitaram de lúpus, mas nunca fecharam nada.'],
    field: 'História Pregressa',
    right: 'Suspeita de lúpus no passado.',
    wrong: 'Lúpus no passado.',
  },
  'a doubt in everyday words is one': {
    talk: ['E a pele?', 'O posto achou que podia ser psoríase.'],
    field: 'História Pregressa',
    right: 'Possível psoríase, segundo o posto.',
    wrong: 'Psoríase.',
  },
  'a doubt that was taken away is none': {
    talk: ['Acharam que era asma.', 'Fiz o sopro e confirmou.'],
    field: 'História Pregressa',
    right: 'Asma.',
  },
  'what was had before without its name is no doubt of today': {
    talk: [
      'Já teve isso antes?',
      'Tive uma vez, faz uns dois anos.',
      'Isso tá com cara de cistite, infecção de urina baixa.',
    ],
    field: 'História Pregressa',
    right: 'Infecção de urina há uns dois anos.',
  },
  'who has it is not suspected of it': {
    talk: ['Alguma doença?', 'Tenho asma desde criança.'],
    field: 'História Pregressa',
    right: 'Asma desde a infância.',
    wrong: 'Suspeita de asma desde a infância.',
  },
  'said in doubt and then as so, it is so': {
    talk: ['Eu achava que era enxaqueca.', 'Tenho enxaqueca mesmo, o neuro disse.'],
    field: 'História Pregressa',
    right: 'Enxaqueca.',
  },
  'under hypotheses all is supposed': {
    talk: ['Deve ser uma sinusite.'],
    field: 'Hipóteses Diagnósticas',
    right: 'Sinusite',
  },
  'a complaint is as it is felt': {
    talk: ['Acho que tive febre ontem.'],
    right: 'Febre ontem.',
  },
  'a side without its word takes up the one before': {
    talk: ['O que me mata é o joelho, esse direito.', 'E o esquerdo?', 'O esquerdo está bom.'],
    right: 'Joelho esquerdo bom.',
    wrong: 'Joelho direito bom.',
  },
  'two sides that are compared are not the same one twice': {
    talk: ['O braço direito deu quatorze por nove e o esquerdo treze por oito.'],
    right: 'Pressão no braço direito 14 por 9 e no esquerdo 13 por 8.',
    wrong: 'Pressão no braço direito 14 por 9 e no direito 13 por 8.',
  },
  'the same side of two things is no comparison': {
    talk: ['Dói o ombro direito e o joelho direito.'],
    right: 'Dor no ombro direito e no joelho direito.',
  },
  'who reported it was there': {
    talk: ['Doutor, eu sou a esposa dele. Há oito meses ele repete as perguntas.'],
    right: 'Segundo a esposa, repete as perguntas há oito meses.',
    wrong: 'Segundo a sogra, repete as perguntas há oito meses.',
  },
  'a mother reports without being named': {
    talk: ['Ele tossiu a noite toda, doutora, nem dormiu.'],
    right: 'Segundo a mãe, tossiu a noite toda e não dormiu.',
  },
  'an uncle on the mother’s side needs no word of the mother, unless the father was spoken of': {
    talk: ['Alguém na família sangra fácil?', 'Ele não. O tio dele é hemofílico.'],
    right: 'Tio materno hemofílico.',
  },
  'of two sides of the family the one that was said counts': {
    talk: ['O irmão do meu pai, esse meu tio, é hemofílico.'],
    right: 'Tio paterno hemofílico.',
    wrong: 'Tio materno hemofílico.',
  },
  'a child’s grandmother is the mother of who brings it': {
    talk: ['Oi, mamãe, e quem cuida do bebê?', 'Eu trabalho e ele fica com a minha mãe.'],
    right: 'Fica com a avó enquanto a mãe trabalha.',
    wrong: 'Fica com a tia enquanto a mãe trabalha.',
  },
  'two that are denied behind a comma are both denied': {
    talk: ['Vomitei uma vez.', 'Febre e calafrio, não.'],
    right: 'Vômito. Nega febre e calafrio.',
    wrong: 'Refere febre e calafrio.',
  },
  'what to come back for is no finding, with commas too': {
    talk: ['Febre?', 'Não, agora não.', 'Febre, pus ou vermelho subindo, pronto-socorro.'],
    right: 'Nega febre agora.',
    wrong: 'Refere febre agora.',
  },
  'an operation that was spoken of was not done': {
    talk: ['Operou o ombro?', 'Não.', 'O médico falou em operar, mas eu tive medo.'],
    right: 'Não operou o ombro.',
    wrong: 'Operou o ombro.',
  },
  'a grandmother that nobody called or named reports nothing': {
    talk: ['Ele quase não dorme, doutor, está assim faz nove dias.'],
    right: 'Segundo a esposa, quase não dorme há nove dias.',
    wrong: 'Segundo a avó, quase não dorme há nove dias.',
  },
  'what a denied thing is of is not denied': {
    talk: [
      'O ombro direito tá ruim já faz um ano.',
      'Fisioterapia do ombro, e nada de infiltração agora.',
    ],
    right: 'Sem infiltração do ombro agora.',
    wrong: 'Infiltração do ombro agora.',
  },
  'without marks a denial fades': {
    talk: ['coração em dois tempos sem sopro pulmão limpo pernas sem inchaço'],
    right: 'Pulmão limpo.',
    wrong: 'Com sopro.',
  },
  'an hour of the evening is told as one of twelve': {
    talk: ['Deito às onze e durmo às três da manhã.'],
    right: 'Deita às 23 h.',
    wrong: 'Deita às 22 h.',
  },
  'a widow had a husband': {
    talk: ['Sou viúva, sinto muita falta dele.'],
    right: 'Sente falta do marido.',
    wrong: 'Sente falta da esposa.',
  },
  'to be left without air is breathlessness, not a denial of it': {
    talk: ['Quando o coração dispara eu fico sem ar.'],
    right: 'Coração disparado com falta de ar.',
    wrong: 'Nega falta de ar.',
  },
  'who cannot lie down has complaints on lying down': {
    talk: ['Ele está inchado e não consegue deitar reto.'],
    right: 'Inchaço, falta de ar ao deitar.',
  },
  'what no symptom of was found of stands behind "sintoma de", too': {
    talk: ['Hipertensão não controlada, sem sintoma de alarme.'],
    right: 'Hipertensão sem sintoma de alarme.',
    wrong: 'Hipertensão com sintoma de alarme.',
  },
  'two sides joined by "e" are two': {
    talk: ['Weber lateraliza para a direita. Rinne positivo à esquerda, negativo à direita.'],
    right: 'Rinne positivo à esquerda e negativo à direita.',
  },
  '"não" before a medicine denies it, although it is part of other names': {
    talk: [
      'O tratamento dele é metformina, não insulina. Retinopatia diabética não proliferativa.',
    ],
    right: 'Retinopatia diabética não proliferativa; usa metformina.',
    wrong: 'Em uso de insulina.',
  },
  'what is not left off is taken': {
    talk: ['Esqueceu o anticoagulante?', 'Não deixei de tomar o anticoagulante nem um dia.'],
    field: 'Medicações em Uso',
    right: 'Toma o anticoagulante.',
    wrong: 'Deixou de tomar o anticoagulante.',
  },
  'who is never without it uses it': {
    talk: ['E a losartana?', 'Nunca fico sem a losartana.'],
    field: 'Medicações em Uso',
    right: 'Losartana',
    wrong: 'Não usa losartana',
  },
  'a number of the husband is not the patient’s': {
    talk: ['A minha glicose deu noventa e dois e a do meu marido duzentos e dez.'],
    field: 'Resultado de Exames',
    right: 'Glicose 92',
    wrong: 'Glicose 210',
  },
  'a limit is no result': {
    talk: ['O PSA deu um vírgula dois. Acima de quatro é que a gente investiga.'],
    field: 'Resultado de Exames',
    right: 'PSA 1,2',
    wrong: 'PSA 4',
  },
  'a goal is no measurement': {
    talk: ['Quero chegar nos sessenta quilos. Hoje a balança deu setenta e quatro.'],
    right: 'Peso 74 kg.',
    wrong: 'Peso 60 kg.',
  },
  'a goal is one in advice': {
    talk: ['A meta da hemoglobina glicada é sete.'],
    field: 'Orientações',
    right: 'Meta de hemoglobina glicada de 7',
  },
  'a result from before the treatment is none of today': {
    talk: ['Antes do remédio o LDL era cento e oitenta, agora noventa e seis.'],
    field: 'Resultado de Exames',
    right: 'LDL 96',
    wrong: 'LDL 180',
  },
  'what is corrected in the same breath was not said': {
    talk: ['Vou passar losartana cem, não, desculpa, cinquenta miligramas, uma vez por dia.'],
    field: 'Medicações Prescritas',
    right: 'Losartana 50 mg uma vez por dia',
    wrong: 'Losartana 100 mg uma vez por dia',
  },
  'words that every visit has support no finding': {
    talk: ['Tomei uns comprimidos de dipirona para a febre. Tenho fé que na segunda eu melhore.'],
    right: 'Usou dipirona para febre.',
    wrong: 'Tentativa de suicídio.',
  },
  'short words are no abbreviations': {
    talk: ['A tosse melhorou na semana passada. Tenho fé que passe.'],
    right: 'Tosse melhorou na semana passada.',
    wrong: 'Sódio e fração de ejeção alterados.',
  },
  'an item with its own "sem" ends the list before it': {
    talk: ['Plastrão sem lesão, axila esquerda sem linfonodo, braço esquerdo sem inchaço.'],
    right: 'Plastrão sem lesão, axila esquerda sem linfonodo.',
    wrong: 'Plastrão sem lesão, axila esquerda com linfonodo.',
  },
  'what may happen did not happen': {
    talk: ['Se perder líquido ou a vista embaralhar, maternidade na hora.'],
    right: 'Maternidade se perder líquido.',
    wrong: 'Refere perda de líquido e vista embaralhada.',
  },
  'red flags before a colon affirm nothing': {
    talk: ['Teve febre?', 'Não.', 'Febre que volta ou confusão nova: me liga.'],
    right: 'Nega febre.',
    wrong: 'Refere febre.',
  },
  'a condition is written without a verb': {
    talk: ['Vomitou?', 'Não.', 'Dor que não passa ou vômito: pronto-socorro.'],
    field: 'Orientações',
    right: 'Pronto-socorro se vômito',
  },
  'bare numbers count what was asked for': {
    talk: ['Quantos dias de dor no mês?', 'Em outubro, 18. Não, 16.'],
    right: 'Em outubro, 16 dias de dor.',
    wrong: 'Em outubro, 61 dias de dor.',
  },
  'a year counts nothing': {
    talk: ['O ultrassom foi dia 18 de maio de 2026, com 10 semanas e 2 dias.'],
    right: 'Ultrassom em 18 de maio de 2026: 10 semanas e 2 dias',
  },
  'a habit asked about and answered goes on': {
    talk: ['Fuma?', 'Uns dez por dia.', 'Vamos parar o cigarro quatro semanas antes.'],
    right: 'Fuma uns dez cigarros por dia.',
  },
  'a habit asked about that ended is over': {
    talk: ['Fuma?', 'Parei de fumar há dez anos.'],
    right: 'Parou de fumar há dez anos.',
    wrong: 'Fuma há dez anos.',
  },
  'what ran out is not taken': {
    talk: ['Usa o corticoide?', 'Eu tinha o Clenil, mas acabou em julho e não comprei.'],
    right: 'Sem Clenil desde julho.',
  },
  'doubt is no denial': {
    talk: ['Alergia?', 'A um antibiótico.', 'Anoto que a senhora não tem certeza, cefalexina.'],
    right: 'Alergia a antibiótico, cefalexina, sem certeza.',
  },
  'what is refused did not happen': {
    talk: ['Prefiro observar umas seis horas.', 'Não quero ficar internado.'],
    right: 'Recusou internação.',
    wrong: 'Ficou internado.',
  },
  'a medicine given because of an allergy is none': {
    talk: ['Como tem alergia a penicilina, clindamicina na indução.'],
    field: 'Medicações Prescritas',
    right: 'Clindamicina na indução',
    wrong: 'Penicilina na indução',
  },
  'what cannot be felt is denied wherever the "não" stands': {
    talk: ['Abdome indolor, fígado não palpo. Tá hidratado.'],
    right: 'Abdome indolor, fígado não palpável.',
  },
  'every other day is no denial': {
    talk: ['Evacua como?', 'Dia sim, dia não. Xixi normal.'],
    right: 'Evacua dia sim, dia não.',
  },
  'an order before a question is an order': {
    talk: ['Prednisona 40 miligramas por cinco dias… você tem diabetes?', 'Não.'],
    field: 'Medicações Prescritas',
    right: 'Prednisona 40 mg por cinco dias',
  },
  'a medicine asked about and given up was named': {
    talk: ['E o intestino, tomou o lactulose?', 'Tomei e parei, soltou demais.'],
    right: 'Tomou lactulose e parou porque soltou demais.',
  },
  'what was not managed was not done': {
    talk: ['O relógio não conseguiu fazer.'],
    right: 'Não conseguiu fazer o relógio.',
    wrong: 'Conseguiu fazer o relógio.',
  },
  'last week is no rhythm': {
    talk: ['Sangra?', 'Sangrou uma vez, semana passada.'],
    right: 'Sangrou uma vez na semana passada.',
  },
  'blood goes with the vomiting that is denied': {
    talk: ['Vomitou sangue?', 'Não.', 'Estou indo ao banheiro bem.'],
    right: 'Nega vômito com sangue.',
  },
  'what an uncle had is no word of the patient': {
    talk: [
      'Me senti mal na anestesia? Eu não.',
      'Meu tio passou mal na anestesia, demorou muito para acordar.',
    ],
    right: 'Tio passou mal na anestesia.',
    wrong: 'Passou mal na anestesia, demorou para acordar.',
  },
  'what is denied of every time is not denied': {
    talk: ['Tem dor todo dia?', 'Nem sempre, mais quando faz frio.'],
    right: 'Dor não diária, piora com o frio.',
    wrong: 'Nega dor.',
  },
  'once and never again was once': {
    talk: ['Já teve convulsão?', 'Só aquela vez e nunca mais.'],
    right: 'Convulsão uma única vez.',
    wrong: 'Nega convulsão.',
  },
  'not today, but yesterday': {
    talk: ['Sente palpitação?', 'Hoje não, mas ontem senti.'],
    right: 'Palpitação ontem, hoje não.',
    wrong: 'Nega palpitação.',
  },
  'not that one perceived is no': {
    talk: ['Teve febre?', 'Que eu tenha percebido, não.'],
    right: 'Nega febre.',
    wrong: 'Febre.',
  },
  'what takes the question up answers it': {
    talk: ['Pensa em morrer?', 'Eu? Tô no auge. Nunca pensei.'],
    right: 'Nega pensar em morrer.',
    wrong: 'Refere pensar em morrer.',
  },
  'nobody of the family has it': {
    talk: ['Ninguém da minha família tem câncer.'],
    right: 'Nega câncer na família.',
    wrong: 'Câncer na família.',
  },
  'a verb behind a denial tells': {
    talk: ['Perdeu peso?', 'De jeito nenhum, até ganhei uns quilos.'],
    right: 'Nega perda de peso, ganhou peso.',
    wrong: 'Perda de peso.',
  },
  'of two that are joined the denied one stays denied': {
    talk: ['Dor no peito eu não tenho.', 'É só um cansaço quando subo a ladeira.'],
    right: 'Cansaço ao subir ladeira, sem dor no peito.',
    wrong: 'Dor no peito e cansaço ao subir ladeira.',
  },
  'what was replaced is not taken': {
    talk: ['Enalapril me deu tosse, o doutor trocou por losartana.'],
    field: 'Medicações em Uso',
    right: 'Losartana.',
    wrong: 'Enalapril.',
  },
  'what passed was denied of today': {
    talk: [
      'Essa dor no joelho a senhora ainda tem?',
      'Não, passou depois da fisioterapia.',
      'Hoje eu vim por causa do ombro, que dói.',
    ],
    right: 'Dor no ombro. Dor no joelho passou depois da fisioterapia.',
    wrong: 'Tem dor no joelho.',
  },
  'where one worked one works no more': {
    talk: ['Trabalhei vinte anos na pedreira.', 'Agora estou aposentado.'],
    right: 'Aposentado; trabalhou 20 anos na pedreira.',
    wrong: 'Trabalha na pedreira.',
  },
  'never again tells what was': {
    talk: ['Usou droga alguma vez?', 'Maconha na faculdade, depois nunca mais.'],
    right: 'Usou maconha na faculdade.',
    wrong: 'Usa maconha.',
  },
  'what a colleague has is not the patient’s': {
    talk: [
      'A minha colega de trabalho está com tuberculose.',
      'Eu estou tossindo tem três semanas.',
    ],
    right: 'Tosse há três semanas; colega de trabalho com tuberculose.',
    wrong: 'Tuberculose.',
  },
}

for (const [name, { talk, field, right, wrong }] of Object.entries(ROWS))
  test(name, (t) => {
    const input = buildInput(template, talk, {})
    const accused = (value: string) => {
      const content = field ? { [field]: [value] } : { 'História da Doença Atual': value }
      const { evidence, contradictions } = checkDocument(content, input)
      return contradictions[0]?.reason ?? evidence[0]?.reason ?? evidence[0]?.verdict
    }
    t.is(accused(right), 'supported')
    if (wrong) t.not(accused(wrong), 'supported')
  })
