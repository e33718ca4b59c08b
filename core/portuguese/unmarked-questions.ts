/**
 * Which sentences ask without a question mark. Where a recognizer writes none in the whole visit:
 * by how they begin, and where that is not enough by the sentence behind them ("febre" "febre
 * não"). Where it writes some, only what can hardly be anything else.
 */
import { plainWords } from './tokens.ts'

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
