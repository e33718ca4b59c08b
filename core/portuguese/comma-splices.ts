/**
 * Sentences that a recognizer joined by commas ("sou professora, durmo mal", "está normal, vou
 * pedir um raio x"): small ones set a comma wherever speakers stop, be it one of them or two.
 */
import { sureThirdPerson } from './first-person.ts'
import { type Token, wordsBetween } from './tokens.ts'
import { beginsOwn, LEANS } from './unmarked-breaks.ts'

/**
 * Whether a recognizer ends utterances with commas: then commas stand where sentences end, within
 * an utterance too.
 */
export function endsWithCommas(utterances: readonly string[]): boolean {
  const ended = utterances.filter((text) => /,\s*$/.test(text)).length
  return ended * FEWEST_ENDED >= utterances.length && ended > 0
}

/** One of so many utterances. */
const FEWEST_ENDED = 30

/** What its speaker says of itself, and begins with: "sou professora, durmo mal". */
const TELLS =
  /^(?:e )?(?:eu )?(?:(?:ja|nunca|nao|tambem|so|ainda|hoje|agora) ){0,2}(?:tenho|tive|tomo|uso|sinto|senti|sou|estou|to|moro|durmo|fumo|bebo|faco|fiz|operei)\b/
/** What is asked of who is spoken to. */
const ASKS =
  /^(?:e )?(?:(?:o senhor|a senhora|voce) (?:(?:ja|ainda|tambem|nao) )?\p{L}{3,}|alguem (?:ja )?(?:tem|teve)|(?:tem|teve) (?:a )?alergia|(?:toma|usa) algum|como (?:e|esta|estao|ta)|o que (?:e|esta|melhora|piora|trouxe)|em que posso|na familia)\b/u
/** What a doctor does next, or says is to be done. */
const DIRECTS =
  /^(?:(?:e )?(?:vou|vamos) (?:te |lhe |ja )?(?:examinar|medir|pesar|manter|suspender|aumentar|diminuir|trocar)|(?:e )?(?:voce |a senhora |o senhor )?(?:pode|podemos) (?:continuar|parar|suspender|manter|seguir)|volt[ae] (?:em|daqui|com|se|quando|na|no)|retorn[oea] (?:em|com|daqui|quando)|e importante|precisa \p{L}+[aei]r|preciso (?:de|que|ver)|procure|encaminho)\b/u
/** A part of the examination, at its beginning. */
const EXAMINED =
  /^(?:[ao]s? )?(?:garganta|exame (?:fisico|neurologico|ortopedico)|paciente|ausculta|bulhas|pulm(?:ao|oes)|abdomen?|coracao|mucosas|orofaringe|oroscopia|otoscopia|dor a palpacao)\b/
/** How a part of the examination was found: "gaveta negativa, pulsos presentes". */
const FOUND =
  /\b(?:positiv[oa]s?|negativ[oa]s?|norma(?:l|is)|presentes?|ausentes?|complet[oa]s?|livres?|preservad[oa]s?|simetric[oa]s?|ritmic[oa]s?|limp[oa]s?|estave(?:l|is)|ate \d+ graus)\b/
/** Verbs that make a whole sentence of what stands before, beside the first person's. */
const FINITE =
  /\b(?:esta|estao|ta|foi|tem|teve|toma|usa|fuma|bebe|sente|faz|fez|deu|doi|piora|piorou|melhora|melhorou|incomoda|comecou|vem|pode|precisa|vou|vamos|mostrou|sugere|sinto|tomo|uso|oriento|[a-z]{2,}(?:ou|eu|iu)|bom dia|boa tarde|boa noite)\b/
const NODS = /^(?:certo|entendi|isso(?: mesmo)?|ok|perfeito|otimo|muito bem|ta|calma|sim|nao)\b/
/** What the patient is told to do while it is examined. */
const COMMANDS = /^(?:deit[ae]|sent[ae]|levant[ae]|abr[ae]|respir[ae])(?: \p{L}+){0,3}$/u
/** What it leads in is still to come. */
const LEADS =
  /(?:^|, )(?:(?:e|mas|ai|entao) )*(?:se|caso|quando|como|porque|ja que|enquanto|apesar|toda vez|sempre que|depois|antes|desde|ate|quem|acho|acha)\b[^,]*$/
/**
 * Whether a sentence begins at the token `at`, which follows a comma: what stands before it, from
 * the token `last` on, is one already, and its own first words begin one.
 */
export function beginsBehindComma(
  text: string,
  tokens: readonly Token[],
  last: number,
  at: number,
): boolean {
  const told = wordsBetween(tokens, last, at - 1)
  const ahead = wordsBetween(tokens, at, at + 5)
  if (LEADS.test(told)) return false
  const isExamined =
    (/\d/.test(told) && EXAMINED.test(ahead)) || (FOUND.test(told) && findsNext(tokens, at))
  if (isExamined || COMMANDS.test(told)) return true
  if (!isWhole(told, text.slice(tokens[last]!.start, tokens[at]!.start)))
    return NODS.test(told) && (ASKS.test(ahead) || DIRECTS.test(ahead))
  return (
    [TELLS, ASKS, DIRECTS, EXAMINED].some((pattern) => pattern.test(ahead)) || beginsOwn(tokens, at)
  )
}

/** @param told folded words, of `written`: folded, "é" and "e" are the same */
function isWhole(told: string, written: string): boolean {
  return (
    /(?<!\p{L})é(?!\p{L})/iu.test(written) ||
    FINITE.test(told) ||
    told.split(' ').some((word) => sureThirdPerson(word) !== undefined)
  )
}

/** A part of the examination and how it was found. */
function findsNext(tokens: readonly Token[], at: number): boolean {
  const { norm } = tokens[at]!
  return !LEANS.test(norm) && !FOUND.test(norm) && FOUND.test(wordsBetween(tokens, at + 1, at + 5))
}
