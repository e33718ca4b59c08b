/** Whether an answer is understood only with the question ahead of it. */
import { readNumbers } from '../../portuguese/numbers.ts'
import { ownClassesOf } from '../../portuguese/word-classes.ts'
import { type Clause, wordsOf } from '../pieces/clauses.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Feature } from './features.ts'

/** Words of a fragment, at most. */
export const FEW_WORDS = 3
const TOPICS: readonly Feature[] = ['#symptom', '#disease', '#drug', '#self']

/** "19 dias.", "Pular refeição. Vinho tinto.": without the question nobody knows of what. */
export function isFragment({ words }: Clause, features: ReadonlySet<Feature>): boolean {
  const isShort = words.split(' ').length <= FEW_WORDS
  return isShort && features.has('#verbless') && !TOPICS.some((each) => features.has(each))
}

/** "Não, só cigarro eletrônico.", "Dia doze desse mês.", "Trinta e oito, parto normal." */
export function isBareAnswer({ words, tokens }: Clause, features: ReadonlySet<Feature>): boolean {
  if (/^nao (?:so|apenas|somente) /.test(words)) return true
  const isNumber = readNumbers(tokens)[0]?.from === 0 || /^dia \S+ (?:d|agora|passado)/.test(words)
  return isNumber && features.has('#verbless') && !features.has('#drug')
}

/**
 * "E a vista?" "Tá embaçada.", "Aplica onde?" "Na barriga, do lado direito.", "Teve alguma baixa?"
 * "Teve uma, de madrugada.": whole as a sentence, and what it is about stands in the question.
 */
export function isElliptic(clause: Clause, question: Statement): boolean {
  const { words, tokens } = clause
  const asked = wordsOf(question.tokens)
  const topic = TOPIC.exec(asked)?.[1]
  if (topic) return !words.includes(topic) && OF_IT.test(words)
  if (ONLY_SO_MUCH.test(words)) return true
  if (WHERE.test(asked)) return IN_A_PLACE.test(words)
  const [, one, mark] = tokens
  return ONE_OF_THEM.test(words) && one !== undefined && (!mark || mark.kind === 'mark')
}

/** "Trouxe o PSA?" "Trouxe. Deu cinco vírgula oito.": a value without its name. */
export function isValueAlone({ words, tokens }: Clause, question: Statement): boolean {
  const isOfExam = ownClassesOf(wordsOf(question.tokens).split(' ')).has('#exam')
  const [number] = readNumbers(tokens)
  return isOfExam && VALUE.test(words) && number !== undefined && number.from <= 2
}

const VALUE = /^(?:e |ai |ele |ela )?(?:deu|veio|ficou|estava|tava|ta|esta|foi|era) /
const TOPIC = /^(?:(?:e|mas) )?(?:[oa]s?|n[oa]s?) (\p{L}{3,})(?: d[eoa]s? \p{L}+)?$/u
/** Begins with its verb, or with how it is. */
const OF_IT =
  /^(?:(?:ja|so|ainda|sempre|nao|as vezes) )*(?:ta|tao|esta|estao|tava|estava|fica|ficam|ficou|faz|fez|vai|vao|foi|era|anda|continua|continuam|melhorou|piorou|sumiu|parou|voltou|normal|igual|bem|mal|melhor|pior|bom|boa|bons|boas|ruim|ruins|tranquil[oa]|regular|pres[oa]|solt[oa]|otim[oa]|pessim[oa])\b/
/** "Mamou no peito?" "Só dois meses, depois mamadeira." */
const ONLY_SO_MUCH = /^so (?:por )?(?:um|uma|dois|duas|tres|quatro|cinco|seis|\d+) \p{L}/u
const WHERE = /^(?:e )?onde\b|\bonde$/
const IN_A_PLACE = /^(?:so |mais )?(?:n[oa]s?|em|aqui|ali|do lado|d[oa]s?|ness[ea]|nest[ea]) /
const ONE_OF_THEM =
  /^(?:tem|tenho|teve|tive|fiz|fez|foi|foram|sao|deu) (?:uma?|dois|duas|tres|alguns|algumas)\b/
