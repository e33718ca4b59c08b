/**
 * Where a sentence begins behind a comma, or behind no mark, whose first words say what it is:
 * "vamos examinar garganta vermelha", "isso, até o fim, oriento repouso", "ausculta normal, o
 * quadro sugere asma", "tem alguma doença, tenho rinite". In sentences with marks too.
 */
import { sureThirdPerson } from './first-person.ts'
import { tokenize, wordsBetween } from './tokens.ts'
import { beginsOwn, LEANS } from './unmarked-breaks.ts'

const EXAMINES = /^(?:(?:vou|vamos) (?:te |lhe )?|dei?x[ae](?:-me| eu| me) (?:te |lhe )?)examinar$/
const WHEN = /^(?:agora|aqui|hoje|isso|primeiro|antes|depois|melhor|bem|rapidinho|voce|ele|ela)$/
const ORDERED = new RegExp(
  '^(?:oriento|recomendo|solicito|prescrevo|receito|encaminho|' +
    '(?:vou|vamos) (?:receitar|prescrever|pedir|solicitar|encaminhar|passar|dar))\\b',
)
const CONCLUDED =
  /^(?:isso (?:e|parece) (?!que|muito|bem|bom|ruim|normal|comum|importante|mesmo|so|o que|por)|(?:o|seu|meu) diagnostico e\b|o quadro (?:e|sugere)\b|a hipotese (?!de\b|que\b)|a impressao (?:diagnostica )?,? ?e\b)/
const CONDITION = /\b(?:se|caso|quando|como|porque|ja que|enquanto|apesar|nao)\b/
/** "A senhora tem alguma doença", with who is asked or without. */
const ASKED =
  /^(?:(?:e )?(?:o senhor|a senhora|voce|ele|ela) )?(?:ja |nao )?(?:tem|teve|toma|usa|faz|fez|sente|sentiu) .*\b(?:algum|alguma|alguns|algumas)\b/
const ANSWERED = /^(?:sim|nao|tenho|tomo|uso|sinto|faco|fiz|tive|ja|so)$/
/** What its speaker says of itself, and begins with: "sou professora, durmo mal". */
const TELLS =
  /^(?:e )?(?:eu )?(?:(?:ja|nunca|nao|tambem|so|ainda|hoje|agora) ){0,2}(?:tenho|tive|tomo|uso|sinto|senti|sou|estou|to|moro|durmo|fumo|bebo|faco|fiz|operei)\b/
const ASKS =
  /^(?:e )?(?:(?:o senhor|a senhora|voce) (?:(?:ja|ainda|tambem|nao) )?\p{L}{3,}|alguem (?:ja )?(?:tem|teve)|(?:tem|teve) (?:a )?alergia|(?:toma|usa) algum|como (?:e|esta|estao|ta)|o que (?:e|esta|melhora|piora|trouxe)|em que posso|na familia)\b/u
const DIRECTS =
  /^(?:(?:e )?(?:vou|vamos) (?:te |lhe |ja )?(?:examinar|medir|pesar|manter|suspender|aumentar|diminuir|trocar)|(?:e )?(?:voce |a senhora |o senhor )?(?:pode|podemos) (?:continuar|parar|suspender|manter|seguir)|volt[ae] (?:em|daqui|com|se|quando|na|no)|retorn[oea] (?:em|com|daqui|quando)|e importante|precisa \p{L}+[aei]r|preciso (?:de|que|ver)|procure|encaminho)\b/u
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
/** Words before a break, at least. */
const LEAST = 2

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

/**
 * Characters where such a sentence begins, in order.
 * @param isSpliced as `endsWithCommas` says of all that is said
 */
export function announcedBreaks(text: string, isSpliced = false): number[] {
  const tokens = tokenize(text)
  const breaks: number[] = []
  let last = 0
  for (let at = LEAST; at < tokens.length - 1; at++) {
    if (tokens[at]!.kind !== 'word' || !(announced(at) || behindComma(at, last))) continue
    breaks.push(tokens[at]!.start)
    last = at
  }
  return breaks

  function announced(at: number): boolean {
    const { norm } = tokens[at]!
    if (LEANS.test(norm) || WHEN.test(norm)) return false
    return [2, 3, 4].some((words) => EXAMINES.test(wordsBetween(tokens, at - words, at)))
  }

  function behindComma(at: number, last: number): boolean {
    if (tokens[at - 1]!.norm !== ',') return false
    const before = wordsBetween(tokens, last, at)
    const ahead = wordsBetween(tokens, at, at + 5)
    if (CONCLUDED.test(ahead)) return true
    if (ORDERED.test(ahead)) return !CONDITION.test(before)
    if (isSpliced && beginsAnew(at, last, ahead)) return true
    // A verb that a recognizer writes large behind a comma, it heard as a beginning.
    const isLarge = /\p{Lu}/u.test(text[tokens[at]!.start]!)
    return ANSWERED.test(tokens[at]!.norm) && (isLarge || ASKED.test(before))
  }

  /**
   * A recognizer of few words sets a comma where speakers stop: several sentences of one, or of
   * two, stand in a row. Only what is whole ends at one.
   */
  function beginsAnew(at: number, last: number, ahead: string): boolean {
    const told = wordsBetween(tokens, last, at - 1)
    if (LEADS.test(told)) return false
    // Folded, "é" and "e" are the same.
    const isWhole =
      /(?<!\p{L})é(?!\p{L})/iu.test(text.slice(tokens[last]!.start, tokens[at]!.start)) ||
      FINITE.test(told) ||
      told.split(' ').some((word) => sureThirdPerson(word) !== undefined)
    const isExamined =
      (/\d/.test(told) && EXAMINED.test(ahead)) || (FOUND.test(told) && findsNext(at))
    if (isExamined || COMMANDS.test(told)) return true
    if (!isWhole) return NODS.test(told) && (ASKS.test(ahead) || DIRECTS.test(ahead))
    return (
      [TELLS, ASKS, DIRECTS, EXAMINED].some((pattern) => pattern.test(ahead)) ||
      beginsOwn(tokens, at)
    )
  }

  /** A part of the examination and how it was found. */
  function findsNext(at: number): boolean {
    const { norm } = tokens[at]!
    return (
      !LEANS.test(norm) && !FOUND.test(norm) && FOUND.test(wordsBetween(tokens, at + 1, at + 5))
    )
  }
}
