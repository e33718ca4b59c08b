/**
 * Where the question begins that a recognizer wrote behind what was told, with a comma for a full
 * stop: "É uma dor latejante, piora com a luz, e o que melhora?".
 */
import { plainWords } from './tokens.ts'

const ASKS =
  /^(?:(?:e|mas|entao|ai|agora|ta|certo) )*(?:(?:de|em|com|por|a|ha|desde|pra|para) )?(?:me (?:conta|conte|fala|fale|diz|diga|explica|explique)|o que|que (?:remedios?|horas?|dia|lado|tipo)|qual|quais|quant[oa]s?|como|onde|quando|por que|quem|algum|alguma|alguem|mais algum|mais alguma|(?:o senhor|a senhora|voce) |(?:ja |ainda |tambem )?(?:toma|usa|tem|teve|sente|sentiu|fuma|bebe|fez|notou) |(?:n[ao]s? )?familia\b)/
/** What is told: of the speaker, or of what the speaker has. */
const TELLS =
  /\b(?:eu|me|meu|minha|tenho|tive|tomo|uso|sinto|senti|estou|to|fiz|faco|sou|fumo|bebo|moro|(?<!\b(?:o|do|no|ao|seu) )trabalho|durmo|acordo|parei|comecei|e (?:uma?|do|da|de|no|na)|doi|piora|piorou|melhora|comecou|vem|veio|deu|da)\b/
const FEWEST_WORDS = 4

/** Characters where it begins; undefined where the whole text asks, or nothing does. */
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
