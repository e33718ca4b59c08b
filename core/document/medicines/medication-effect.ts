/** What a medicine does to whoever takes it: "o enalapril me dá uma tosse seca". */

const EFFECT =
  /\bme (?:da|deu|dava|deixa|deixou|causa|causou|faz|fez) (?:\S+ ){0,2}\S{4,}|\b(?:causou|atacou|irritou) (?:o |a )?(?:meu |minha )?\p{L}+/u

/** @param words folded, of one clause */
export function tellsEffect(words: string): boolean {
  return EFFECT.test(words)
}
