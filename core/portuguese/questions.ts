/**
 * Which sentences ask without a question mark. Where a recognizer writes none in the whole visit:
 * by how they begin, and where that is not enough by the sentence behind them ("febre" "febre
 * não"). Where it writes some, only what can hardly be anything else.
 */

import { sureThirdPerson } from './first-person.ts'
import { fold, plainWords } from './tokens.ts'

/**
 * Sentences of a visit without a single question mark, at least, for the marks to be missing rather
 * than the questions.
 */
const FEWEST = 8
/** Words of a question that only its answer shows, at most. */
const MOST_WORDS = 7

/**
 * Indexes of the texts that ask, of those that have no mark.
 * @param isSpliced as `endsWithCommas` says: question marks are missing there too
 */
export function unmarkedQuestions(texts: readonly string[], isSpliced = false): Set<number> {
  const isMarked = texts.length < FEWEST || texts.some((text) => text.includes('?'))
  const asksHere = isMarked ? (isSpliced ? asksOpenly : asksForAny) : asks
  const said = texts.map((text) => plain(text))
  return new Set([...said.keys()].filter((index) => asksHere(said[index]!, said[index + 1] ?? '')))
}

/**
 * "A senhora tem alguma doença." "Tenho anemia.", "Alguém tem doença.": nobody tells that somebody
 * has some disease; a recognizer forgot the mark.
 */
function asksForAny(words: string, next: string): boolean {
  return words.split(' ').length <= MOST_WORDS && ASKS_FOR_ANY.test(words) && ANSWERS.test(next)
}

/** "A senhora fuma" "fumo", "como está o sono": who is asked, or what, is said. */
function asksOpenly(words: string, next: string): boolean {
  if (asksForAny(words, next)) return true
  if (words.split(' ').length > MOST_WORDS) return false
  return (
    INTERROGATIVE.test(words) ||
    (ADDRESSED.test(words) && SAID_TO.test(words) && ANSWERS.test(next))
  )
}

const ADDRESSED = /^(?:o senhor|a senhora|voce|alguem) /
const OF_WHAT =
  '(?:doencas?|remedios?|medicamentos?|medicac\\p{L}+|alergias?|cirurgias?|sintomas?|problemas? de saude|vicios?|exames?|historia|historico|casos?)'
const ASKS_FOR_ANY = new RegExp(
  `^(?:(?:na|da) familia )?(?:alguem (?:(?:na|da) familia )?(?:tem|teve|tinha) |(?:(?:o senhor|a senhora|voce|tu|ele|ela) )?(?:ja |tambem )?(?:tem|teve|toma|usa|fez|faz|sente) (?:mais |(?:a )?alergias? (?:a|com|de) )*alg(?:um|uma|uns|umas) )(?:(?:\\p{L}+ )?${OF_WHAT}|(?<=alergia (?:a |com |de )?alguma )coisa)\\b`,
  'u',
)

function plain(text: string): string {
  return plainWords(text).replace(LEADS, '')
}

const LEADS =
  /^(?:(?:e|entao|mas|ai|ta|bom|certo|oi|olha|agora|hum|ah|tudo bem|(?:seu|dona) \p{L}+) )+(?=\p{L}+ )/u

const INTERROGATIVE =
  /^(?:o que|que (?:remedios?|horas?|doencas?|lado|tipo|cor|dia|medicac\w+|medicamentos?|idade)|qual|quais|quant[oa]s?|como (?:e|esta|ta|tao|foi|que|vai|anda|passou|ficou|e que)|(?:desde|ate) quando|(?:ha|faz|tem) quant[oa]|onde (?:doi|e|fica)|por que|quem (?:passou|receitou|mora|e)|quando (?:foi|comecou)|algum|alguma|alguem|mais algum|mais alguma|me (?:conta|fala)|em que posso)\b/
const ENDS_ASKING =
  /\b(?:o que|de quanto|que horas|quantas vezes|quant[oa]s? tempo|que remedios?|como|com que)$/
/** Requests for leave by the patient: "dipirona posso tomar", "a vitamina não serve pra mim". */
const ASKS_LEAVE =
  /^(?:o|a|os|as) \p{L}+(?: \p{L}+){0,2} doutora?$|\b(?:eu )?posso (?:tomar|usar|continuar|passar|fazer|dar|comer|beber|voltar|trabalhar|misturar)\b|\b(?:nao )?serve pra mim\b|^(?:o |a )\p{L}+(?: \p{L}+){0,3} (?:funciona|e bom|e melhor|faz mal|resolve)$|^(?:meu|minha) \p{L}+ precisa (?:tratar|tomar|vir)\b/u

/** Said to the other one: an answer must follow. */
const SAID_TO =
  /^(?:(?:o senhor|a senhora|voce|tu|ele|ela|ce) )?(?:ainda |ja |tambem )?(?:toma|tomou|tomando|usa|usou|usando|fuma|fumou|fumando|bebe|bebendo|teve|tem|tinha|sente|sentiu|sentindo|dorme|dormindo|caiu|bateu|fez|fazendo|operou|tava|ta|esta|trabalha|mora|notou|consegue|vomitou|mamando|mama|come|comendo|evacuou|desmaiou|perdeu|aumentou|nasceu|pegou|emagreceu|engordou|pratica|continua|parou|primeira|e (?:hipertens|diabetic)\p{L}*)\b/u
const ANSWERS =
  /^(?:sim|nao|nunca|nada|nenhum\p{L}*|nem|tenho|tive|tomo|tomei|uso|usei|fumo|fumei|bebo|to|tou|estou|tava|ja|isso|e|so|faz|fiz|durmo|sinto|senti|operei|peguei|parei|aumentei|continuo|moro|trabalho|desde|aham|uhum|peso|tem|toma|mama|vem|come|ta|deu|normal|graca|deus|que eu saiba|um pouco|um pouquinho|as vezes|de vez em quando|meu|minha|a|o|os|as|um|uma|dois|duas|tres|\d+)\b/u
const DENIES =
  /^(?:esquece|larga|pode|continua|ess[ea]|nao|sim|nunca|nada|nenhum\p{L}*|nem|tenho|tive|tem|que eu saiba)\b/u
/**
 * "Febre", "alergia a remédio", "peso e altura" name something and say nothing of it; "já fiz
 * cirurgia" does.
 */
const NAMES_ONLY =
  /\b(?:nao|sim|eu|tenho|tive|tomo|uso|sou|estou|sinto|fumo|bebo|fiz|\p{L}{2,10}ei|vou|vamos|deu|doi|e|ta|esta|era|foi|faz|bem|obrigad[oa]|doutora?|positivo|negativo|normal|\d+)\b/u

/** What a doctor asks for by its name alone. */
const TOPICS =
  /^(?:\p{L}+ ){0,2}(?:alergias?|remedios?|medicac\p{L}+|medicamentos?|suplementos?|febre|tosse|sono|apetite|humor|familia|vacinas?|cigarro|bebida|exercicios?|cirurgias?|anticoncepcional|exames?|setor|funcao|profissao|peso|altura|intestino|urina|xixi|coco|dor)(?: (?:antes|a|pra|de|e) \p{L}+(?: \p{L}+)?)?$/u

/**
 * "De zero a dez quanto de cansaço", "apetite de zero a dez", "se o coração parar a senhora já
 * pensou se quer ir pra UTI".
 */
const ASKS_ANYWHERE =
  /\bde (?:zero|um|0|1) a (?:dez|10)(?: quanto \p{L}+(?: \p{L}+){0,3} ?)?$|\b(?:a senhora|o senhor|voce) ja (?:pensou|conversou|ouviu falar)\b/u

function asks(words: string, next: string): boolean {
  const count = words.split(' ').length
  if (ASKS_LEAVE.test(words) || ASKS_ANYWHERE.test(words)) return true
  if (count <= 2 * MOST_WORDS && (INTERROGATIVE.test(words) || ENDS_ASKING.test(words))) return true
  if (count > MOST_WORDS || next === '') return false
  if (SAID_TO.test(words)) return ANSWERS.test(next) || echoes(words, next)
  if (count <= 5 && !NAMES_ONLY.test(words) && TOPICS.test(words)) return true
  return count <= 5 && !NAMES_ONLY.test(words) && (DENIES.test(next) || repeats(words, next))
}

/**
 * "Consegue tomar banho e se vestir sozinha" "banho eu fico na porta": a word of the question opens
 * the answer.
 */
function echoes(words: string, next: string): boolean {
  const [first = ''] = next.replace(/^(?:o|a|os|as|com|de) /, '').split(' ')
  return first.length > 3 && words.split(' ').includes(first)
}

/** "Febre" "febre eu tive só nos três primeiros dias". */
function repeats(words: string, next: string): boolean {
  const [first = ''] = next.replace(/^(?:o|a|os|as|com|de) /, '').split(' ')
  return first.length > 3 && words.split(' ').at(-1) === first
}

const ASKS =
  /^(?:(?:e|mas|entao|ai|agora|ta|certo) )*(?:(?:de|em|com|por|a|ha|desde|pra|para) )?(?:me (?:conta|conte|fala|fale|diz|diga|explica|explique)|o que|que (?:remedios?|horas?|dia|lado|tipo)|qual|quais|quant[oa]s?|como|onde|quando|por que|quem|algum|alguma|alguem|mais algum|mais alguma|(?:o senhor|a senhora|voce) |(?:ja |ainda |tambem )?(?:toma|usa|tem|teve|sente|sentiu|fuma|bebe|fez|notou) |(?:n[ao]s? )?familia\b)/
/** What is told: of the speaker, or of what the speaker has. */
const TELLS =
  /\b(?:eu|me|meu|minha|tenho|tive|tomo|uso|sinto|senti|estou|to|fiz|faco|sou|fumo|bebo|moro|(?<!\b(?:o|do|no|ao|seu) )trabalho|durmo|acordo|parei|comecei|e (?:uma?|do|da|de|no|na)|doi|piora|piorou|melhora|comecou|vem|veio|deu|da)\b/
const FEWEST_WORDS = 4

/**
 * Where the question begins that a recognizer wrote behind what was told, with a comma for a full
 * stop: "É uma dor latejante, piora com a luz, e o que melhora?".
 *
 * Characters where it begins; undefined where the whole text asks, or nothing does.
 */
export function trailingQuestion(text: string): number | undefined {
  if (!/\?["'”)]*\s*$/.test(text)) return undefined
  const comma = text.lastIndexOf(',')
  if (comma < 0) return undefined
  const told = plainWords(text.slice(lastSentence(text, comma), comma))
  const isTold = told.split(' ').length >= FEWEST_WORDS && TELLS.test(told) && !ASKS.test(told)
  return isTold && ASKS.test(plainWords(text.slice(comma + 1))) ? comma + 1 : undefined
}

/** "como é essa dor," behind a comma. */
export function beginsAsking(text: string): boolean {
  return ASKS.test(plainWords(text))
}

/** Where the sentence begins that holds this place. */
function lastSentence(text: string, place: number): number {
  return Math.max(...[...'.!?…'].map((mark) => text.lastIndexOf(mark, place - 1))) + 1
}

const TAG =
  /(?<![\s,;…])[\s,;…]{1,4}(?:(?:n[eé]|sabe|t[aá]|t[aá] bo[mn]|t[aá] certo|viu|entendeu|entende|certo|ok|okay|combinado|hein|tudo bem|beleza|percebe|lembra|n[aã]o [eé]|n[aã]o foi)[\s,]{0,3}){1,3}(?:doutora?|dra?\.?|senhora?|minha filha|meu filho|m[ãa]e|pai|(?:dona|seu) \p{L}{1,20})?\s{0,2}\?{1,4}["'”)]{0,2}\s{0,4}$/iu
/** Nods that follow an order; "né" and "certo" ask as well whether it is so. */
const OF_AN_ORDER = /\b(?:ta|viu|ok|okay|combinado|entendeu|tudo bem|beleza)\b/
/** "Posso parar o remédio, né?", "É grave, né?": of oneself, and asked all the same. */
const TAG_ASKS_LEAVE =
  /^(?:(?:e|mas|entao|ai) )*(?:eu )?(?:posso|devo|preciso|vou|tenho que|sera)\b/
const ADDRESSES =
  /\b(?:o senhor|a senhora|voces?|ele|ela) (?:(?:ja|ainda|tambem|nao|so) )*(?:tem|teve|tinha|toma|tomou|usa|usou|e|foi|era|esta|ta|fuma|fumava|bebe|sente|sentiu|faz|fez|trabalha|mora|dorme|operou|parou|trouxe)\b/

/**
 * "Sou alérgico a penicilina, sabe?", "Volta em trinta dias, combinado?": told, with a nod asked
 * for. A statement is what its speaker says of itself or orders; what it says of the other one ("A
 * senhora tem pressão alta, né?") is asked.
 *
 * Whether what ends in a question mark tells and only asks for a nod.
 */
export function tellsWithNod(text: string): boolean {
  const tag = TAG.exec(text)
  if (!tag) return false
  const told = plainWords(text.slice(0, tag.index))
  const words = told.split(' ')
  if (words.length < 2 || TAG_ASKS_LEAVE.test(told)) return false
  if (words.some((word) => OWN.test(word) || sureThirdPerson(word) !== undefined)) return true
  const nod = fold(tag[0])
    .replace(/[^\p{L} ]/gu, '')
    .trim()
  return OF_AN_ORDER.test(nod) && !ADDRESSES.test(told)
}

const OWN = /^(?:eu|meus?|minhas?)$/
