/**
 * Commas that a recognizer sets where a speaker draws breath, between words that no comma parts:
 * "tomo, captopril, 25 mg", "minha mãe, tem diabetes", "melhora, com repouso". A record is written
 * without them; the transcript shows what was heard.
 */
import { isFamilyWord } from './family.ts'
import { medicationNames } from './medications.ts'
import { type Token, tokenize } from './tokens.ts'

const STRENGTH = /^(?:mg|mcg|g|ml|ui|miligramas?|microgramas?|gramas?|mililitros?)$/
const GIVEN =
  /^(?:tom[aoe]|tomei|tomou|tomar|us[aoe]|usar|usei|receito|receitar|passar|prescrevo|prescrever|iniciar|manter|suspender|com)$/
const OWNED = /^(?:tenho|tem|tive|teve|sinto|sente|tom[ao]|us[ao]|fiz|fez|faco|faz|sou)$/
const WHAT = /^(?:uma?|muit[oa]s?|pouc[oa]s?|cirurgias?|alergia|dor(?:es)?|bastante)$/
const DIRECTS = /^(?:oriento|recomendo|precisa|pode|deve|evite)$/
const INFINITIVE = /^\p{L}{2,}[aei]r$/u
const OF_KIN = /^(?:tem|teve|tinha|e|era|toma|usa|morreu|faleceu)$/
const BEFORE_KIN = /^(?:minhas?|meus?|a|o|as|os|e)$/
const CHANGES = /^(?:piora|piorou|melhora|melhorou)$/
const UNDER = /^(?:com|quando|n[oa]s?|a[os]?|se|depois|durante|sem)$/

/** A text of speech without them; every other character stays. */
export function withoutStrayCommas(text: string): string {
  if (!text.includes(',')) return text
  const tokens = tokenize(text)
  return tokens.reduceRight(
    (left, { norm, start, end }, at) =>
      norm === ',' && isStray(tokens, at) ? left.slice(0, start) + left.slice(end) : left,
    text,
  )
}

function isStray(tokens: readonly Token[], at: number): boolean {
  const [farther, before] = [tokens[at - 2]?.norm ?? '', tokens[at - 1]?.norm ?? '']
  const [next, behind] = [tokens[at + 1]?.norm ?? '', tokens[at + 2]?.norm ?? '']
  return (
    (isDrug(before) && /^\d/.test(next) && STRENGTH.test(behind)) ||
    (GIVEN.test(before) && isDrug(next)) ||
    (OWNED.test(before) && WHAT.test(next)) ||
    (DIRECTS.test(before) && INFINITIVE.test(next)) ||
    (before === 'tambem' && OWNED.test(next)) ||
    (isFamilyWord(before) && BEFORE_KIN.test(farther) && OF_KIN.test(next)) ||
    (CHANGES.test(before) && UNDER.test(next))
  )
}

let names: ReadonlyMap<string, string> | undefined

function isDrug(word: string): boolean {
  names ??= medicationNames()
  return names.has(word)
}
