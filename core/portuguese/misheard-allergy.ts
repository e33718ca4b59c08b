/**
 * Small recognizers write "energia" or "alegria" where "alergia" was said. Beside a medicine, or
 * the word for one, people have neither. Such words are not written as an allergy, for nobody said
 * so to a machine that understood; what they name is not taken for a medicine in use either, and is
 * listed for the doctor.
 */
const NAMED = String.raw`(?<!\b(?:falta|sem|pouca|muita|mais|menos) (?:de )?)\b(?:energias?|alegrias?)`
const JOINS = '(?: (?:a|ao|as|aos|de|da|do|algum|alguma|por)){0,3}'
const OF_MEDICINES = new RegExp(`${NAMED}${JOINS} (?:remedios?|medicamentos?|medicac\\w+)\\b`)
const BEFORE_A_NAME = new RegExp(`${NAMED}${JOINS}$`)

/** @param words of a question, folded */
export function asksOfMisheardAllergy(words: string): boolean {
  return OF_MEDICINES.test(words)
}

/** @param before the words before the name of a medicine, folded */
export function namesMisheardAllergen(before: string): boolean {
  return BEFORE_A_NAME.test(before.trimEnd())
}
