/**
 * Headings that are statements themselves: "Alergias: dipirona", "Alérgica a dipirona", "PA
 * 150x90". The name of a part ("Exame físico") says nothing, whatever is under it.
 */
import { fold } from '../../portuguese/tokens.ts'

/** A name, and what it is. */
const NAMED = /^[^:]{2,60}:\s*[\p{L}\p{N}]/u
const MEASURED =
  /\d\s?(?:mg|mcg|ml|ui|mmhg|bpm|kg|cm)(?![\p{L}])|\d{2,3}\s?[x/]\s?\d{2,3}(?![\d/])/u
/** With more words behind them. */
const TELLS =
  /^(?:alergic[ao]|nega|refere|relata|apresenta|queixa-se|em uso|faz uso|usa|toma|portadora?|paciente (?:com|sem|nega|refere|relata|alergic[ao]|em uso|usa|toma)|sem (?:alergia|uso|queixa)) \S/

/** @param title without its marks */
export function saysSomething(title: string): boolean {
  const folded = fold(title.trim())
  return NAMED.test(title) || MEASURED.test(folded) || TELLS.test(folded)
}
