/**
 * What a language model is told of one piece. All prompts begin with the same words, which an
 * engine reads once and keeps; the piece stands at the end, in JSON strings, so that no text can
 * end its own string. The examples are invented; no word of them may reach a line that the piece
 * has not (line-words.ts, check-line.ts).
 */
import { quoted } from '../models/prompt.ts'
import type { Piece } from '../pieces/piece.ts'
import type { LineFault } from './check-line.ts'

/** Part of what wrote a line: raised with every change of the words below. */
export const LINE_PROMPT_VERSION = 2

const TASK =
  'Você redige prontuários. Cada pergunta com sua resposta vira uma linha curta de prontuário, em terceira pessoa, com tudo o que foi respondido e nada além.'

/** Question (empty where there was none), answer, line. */
export const LINE_EXAMPLES: readonly (readonly [question: string, answer: string, line: string])[] =
  [
    ['E tosse, catarro?', 'Tosse não. Catarro também não.', 'Nega tosse e catarro.'],
    [
      'Desde quando dói o ombro?',
      'Ih, tem três semanas já, doutora, desde que eu carreguei a mudança.',
      'Dor no ombro há três semanas, desde que carregou a mudança.',
    ],
    [
      'Toma alguma coisa pro colesterol?',
      'Tomava, né, mas parei em março porque me dava câimbra.',
      'Tomava para colesterol, parou em março porque dava câimbra.',
    ],
    [
      '',
      'Eu sinto um aperto aqui na nuca quando fico nervosa, sabe?',
      'Sente aperto na nuca quando fica nervosa.',
    ],
    [
      'Alguém na família com problema de rim?',
      'Meu pai faz hemodiálise. Minha tia, não sei.',
      'Pai faz hemodiálise. Tia: não sabe.',
    ],
    ['Problema de tireoide, reumatismo?', 'Só a tireoide.', 'Tem problema de tireoide.'],
    [
      'E o sono?',
      'Durmo mal, acordo pra fazer xixi e aí não pego mais no sono.',
      'Dorme mal, acorda para fazer xixi e não pega mais no sono.',
    ],
    [
      'A vista embaça?',
      'Embaça, mais de um lado, quando eu tô lendo.',
      'Vista embaça, mais de um lado, quando está lendo.',
    ],
    [
      'Fica inchado?',
      'Não, isso não. Só um formigamento no dedo.',
      'Nega ficar inchado. Formigamento no dedo.',
    ],
    [
      '',
      'A gente mora num sítio, eu e minha esposa, e eu planto milho.',
      'Mora em sítio com a esposa, planta milho.',
    ],
  ]

const BEGINNING = `${LINE_EXAMPLES.map(([question, answer, line]) => `${spoken(question, answer)}\n{"line": ${quoted(line)}}`).join('\n\n')}\n\n`

/** What the line before was refused for, as it is told. */
const WANTED: Record<LineFault, string> = {
  empty: 'Escreva a linha.',
  words: 'Use as palavras do que foi dito.',
  question: 'Afirme o que foi respondido.',
  talk: 'Como no prontuário: nega …',
  person: 'Em terceira pessoa.',
  loop: 'Sem repetir palavras.',
  numbers: 'Com todos os números.',
  medicines: 'Com todos os medicamentos.',
  sides: 'Com o lado.',
  relatives: 'Com o familiar.',
  denials: 'Negue só o que foi negado.',
  contradicted: 'Só o que a resposta diz.',
  lost: 'Sem omitir nada do que foi dito.',
}

/** @param refused why lines of this piece were not accepted before */
export function linePrompt(
  { question, answer }: Piece,
  refused: readonly LineFault[] = [],
): { system: string; user: string } {
  const last = refused.at(-1)
  const wanted = last === undefined ? '' : `\n(${WANTED[last]})`
  return { system: TASK, user: `${BEGINNING}${spoken(question ?? '', answer)}${wanted}` }
}

function spoken(question: string, answer: string): string {
  return question === ''
    ? `Dito: ${quoted(answer)}`
    : `Pergunta: ${quoted(question)} Resposta: ${quoted(answer)}`
}
