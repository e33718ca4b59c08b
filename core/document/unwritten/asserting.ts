/**
 * Sentences that end like a question and tell all the same: "Sou alérgico a penicilina, sabe?",
 * "Tenho diabetes há dez anos, né?". For a document they stay questions; for the list of what is
 * missing they are told, since a missing allergy costs more than an entry too many. What the other
 * one denies at once was asked.
 */

import { wordsOf } from '../pieces/clauses.ts'
import type { Statement } from '../pieces/statements.ts'

export function asserting(statements: readonly Statement[]): Statement[] {
  return statements.map((statement, at) => {
    if (!statement.question || statement.origin !== 'speech') return statement
    const words = wordsOf(statement.tokens)
    const next = statements[at + 1]
    const isDenied = next !== undefined && DENIES.test(wordsOf(next.tokens))
    const isTold = (TAG.test(words) && !ASKS.test(words)) || (TELLS.test(words) && hasRest(words))
    return isTold && !isDenied ? { ...statement, question: false } : statement
  })
}

/** Only asks for a nod. */
const TAG =
  /\S \S+ (?:ne|ta|ta bom|sabe|viu|ok|certo|ta certo|tudo bem|pode ser|combinado|entendeu|nao e|nao foi|beleza|tranquilo|fechado)$/
/**
 * "A senhora toma losartana, né?": whoever is asked may still deny it; interrogatives ask whatever
 * ends them.
 */
const ASKS =
  /\b(?:qual|quais|quant[oa]s?|como|quem|algum|alguma|o que|quando|onde|por que|sera que)\b/
/** "Tomo losartana, posso continuar?": told of oneself before something is asked. */
const TELLS =
  /^(?:(?:e|mas|entao|ah|olha|doutora?|eu|ja|tambem) )*(?:tomo|uso|tenho (?!que\b)|tive|sou|fiz|estou tomando|to tomando|faco uso)\b/
const DENIES = /^(?:(?:ah|eu|que) )?(?:nao|nunca|nada|nem|nenhuma?|jamais)(?: |$)/

/** Longer than what is asked alone. */
function hasRest(words: string): boolean {
  return words.split(' ').length > 3
}
