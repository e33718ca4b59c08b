/**
 * The cases that a model is proven for phrasing with: invented for it, and used for nothing else.
 * Denials, persons, numbers, drugs and sides as people say them; a raised PROOF_VERSION goes with
 * every change.
 */
import type { Piece } from '../document/pieces/piece.ts'
import { holds, unitsOf } from '../evaluation/hold.ts'
import { plainText } from '../evaluation/plain-words.ts'

/** A question with its answer, and what a line of the record must and must not say of it. */
export interface PhraseCase extends Pick<Piece, 'question' | 'answer' | 'speaker'> {
  /**
   * Each of them, in any of its wordings: words that stand together in one sentence, in any order.
   */
  says: readonly (string | readonly string[])[]
  /** None of them. */
  never?: readonly string[]
}

/** The patient speaks of himself, the record speaks of the patient. */
const FIRST_PERSON =
  /(?<![\p{L}])(?:eu|meu|meus|minha|minhas|mim|comigo|tenho|tomo|uso|sinto|estou|tô|sou|fui|fiz|tive|bebo|fumo|durmo|moro|parei|perdi)(?![\p{L}])/iu

/**
 * Whether the line says all that the case asks for, nothing that it forbids, and in the third
 * person.
 */
export function isRight(line: string, { says, never = [] }: PhraseCase): boolean {
  const sentences = unitsOf(withDenialsAhead(line)).map(({ plain }) => plain)
  const isSaid = (text: string) => sentences.some((one) => holds(one, plainText(text)))
  return (
    !FIRST_PERSON.test(line) &&
    says.every((wanted) => (typeof wanted === 'string' ? [wanted] : wanted).some(isSaid)) &&
    !never.some(isSaid)
  )
}

/** "Febre não, calafrio também não." denies as "nega febre, nega calafrio" does. */
function withDenialsAhead(line: string): string {
  return line.replace(/[^.,;]+/g, (clause) => {
    const words = clause.split(' ')
    if (words.pop()?.toLowerCase() !== 'não' || words.length === 0) return clause
    if (words.at(-1) === 'também') words.pop()
    return `nega ${words.join(' ')}`
  })
}

export const phraseCases: readonly PhraseCase[] = [
  {
    question: 'Teve febre, calafrio?',
    speaker: 'patient',
    answer: 'Febre não, graças a Deus. Calafrio também não.',
    says: ['nega febre', 'nega calafrio'],
  },
  {
    question: 'Tem alergia a algum remédio?',
    speaker: 'patient',
    answer: 'Que eu saiba não, doutor.',
    says: [['nega alergia', 'não sabe alergia', 'nega alérgico']],
  },
  {
    question: 'E o senhor toma qual remédio pra pressão?',
    speaker: 'patient',
    answer: 'Losartana de cinquenta, um de manhã e um de noite.',
    says: ['losartana 50', 'manhã', 'noite'],
    never: ['enalapril', 'nega losartana'],
  },
  {
    question: 'Alguém na família tem diabetes?',
    speaker: 'patient',
    answer: 'Minha mãe tem, e meu avô tinha também.',
    says: ['mãe', 'avô', ['diabetes', 'diabética', 'diabético']],
    never: ['nega diabetes'],
  },
  {
    question: 'A senhora fuma?',
    speaker: 'patient',
    answer: 'Parei faz oito anos. Fumava um maço por dia.',
    says: [['parou', 'ex-tabagista', 'ex-fumante', 'cessou', 'deixou', 'fumava'], '8', 'maço'],
    never: ['nega maço', 'nega fumar', 'nega tabagismo'],
  },
  {
    question: 'A dor vai pra algum lugar?',
    speaker: 'patient',
    answer: 'Desce pela perna esquerda até o pé.',
    says: ['perna esquerda', 'pé'],
    never: ['direita', 'nega dor', 'nega irradiação'],
  },
  {
    question: 'Dor de cabeça, tontura?',
    speaker: 'patient',
    answer: 'Tontura sim, quando levanto rápido. Dor de cabeça não.',
    says: ['tontura', ['nega dor cabeça', 'nega cefaleia']],
    never: ['nega tontura'],
  },
  {
    question: null,
    speaker: 'patient',
    answer: 'Eu comecei a sentir uma queimação no estômago faz umas duas semanas.',
    says: ['queimação estômago', '2 semanas'],
    never: ['nega queimação'],
  },
  {
    question: 'Como ele tem dormido?',
    speaker: 'companion',
    answer: 'Ele acorda umas três vezes pra ir no banheiro.',
    says: [
      ['acorda 3', 'desperta 3'],
      ['banheiro', 'urinar'],
    ],
    never: ['nega banheiro'],
  },
  {
    question: 'Quanto está pesando?',
    speaker: 'patient',
    answer: 'Oitenta e dois quilos, pesei ontem.',
    says: ['82'],
  },
  {
    question: 'Já operou alguma coisa?',
    speaker: 'patient',
    answer: 'Só a vesícula, em 2015.',
    says: ['vesícula', '2015'],
    never: ['nega vesícula'],
  },
  {
    question: 'Tem pressão alta, diabetes?',
    speaker: 'patient',
    answer: 'Diabetes não. Pressão alta eu tenho há dez anos.',
    says: [['pressão alta', 'hipertensão', 'hipertensa', 'hipertenso'], '10 anos', 'nega diabetes'],
    never: ['nega pressão alta', 'nega hipertensão'],
  },
  {
    question: 'Bebe alguma coisa de álcool?',
    speaker: 'patient',
    answer: 'Só no fim de semana, duas latinhas.',
    says: [['fim semana', 'finais semana'], '2'],
    never: ['nega álcool', 'nega bebe'],
  },
  {
    question: 'Está tomando o remédio do colesterol?',
    speaker: 'patient',
    answer: 'Não tô tomando, acabou e eu não comprei mais.',
    says: [['não toma', 'não está tomando', 'nega tomando', 'acabou', 'parou']],
  },
  {
    question: 'A senhora sente falta de ar?',
    speaker: 'patient',
    answer: 'Sinto quando subo escada. Deitada não.',
    says: [
      ['falta ar', 'dispneia'],
      ['escada', 'escadas'],
    ],
    never: ['nega falta ar escada', 'nega escada'],
  },
  {
    question: 'De quanto em quanto tempo evacua?',
    speaker: 'patient',
    answer: 'A cada três dias, e sai bem duro.',
    says: ['3 dias', ['duro', 'duras', 'dura', 'endurecidas', 'ressecadas']],
    never: ['nega evacuar'],
  },
  {
    question: 'Como está usando a insulina?',
    speaker: 'patient',
    answer: 'Vinte unidades de manhã e dez de noite.',
    says: [['insulina', '20 ui'], '20 manhã', '10 noite'],
  },
  {
    question: 'Tem filho?',
    speaker: 'patient',
    answer: 'Tenho dois, um menino e uma menina.',
    says: ['2'],
    never: ['nega filho'],
  },
  {
    question: 'O joelho que incomoda é o direito?',
    speaker: 'patient',
    answer: 'Não, doutora, é o esquerdo.',
    says: ['esquerdo'],
    never: ['nega esquerdo', 'joelho direito'],
  },
  {
    question: 'Perdeu peso?',
    speaker: 'patient',
    answer: 'Perdi uns cinco quilos em dois meses.',
    says: ['5', '2 meses'],
    never: ['ganhou', 'nega perdeu', 'nega perda'],
  },
  {
    question: 'O senhor tem alergia a penicilina?',
    speaker: 'patient',
    answer: 'Eu não, quem tem é o meu irmão.',
    says: ['irmão', ['nega alergia', 'nega alérgico', 'paciente não']],
  },
  {
    question: null,
    speaker: 'patient',
    answer: 'Desde ontem eu tô vomitando, não para nada no estômago.',
    says: [['vômito', 'vomitando', 'vomita', 'vômitos'], 'ontem'],
    never: ['nega vômito', 'nega vomitando'],
  },
]
