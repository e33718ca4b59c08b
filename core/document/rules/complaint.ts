/**
 * Why the patient came, in their first words of it: what answers the opening question, or the first that is complained of, and what is
 * added in the same breath. A denial is no complaint, nor is the answer to a question about something else.
 */
import type { Statement } from '../extractors/statements.ts'
import { wordsOf } from './clauses.ts'
import { trimmedQuote } from './fillers.ts'
import { isInstruction, isNoise } from './noise.ts'
import type { Quote } from './quote.ts'
import type { Role } from './speaker-role.ts'
import { classesOf } from './word-classes.ts'

const OPENING =
  /\b(?:aconte\w+|posso (?:te |lhe )?ajudar|te traz|que traz|trouxe (?:a senhora|o senhor|voce|ele|ela)|traz (?:a senhora|o senhor|voce)|motivo|queixa|preocupacao|o que (?:houve|foi|ha|manda|e que)|que que (?:foi|houve|ta|aconteceu)|(?:ta|esta) sentindo|me conta|conta pra mim|conte|qual (?:e )?o problema|veio por que|por que veio|em que posso)\b/
const BODY =
  /\b(?:cabeca|olho|vista|ouvido|nariz|garganta|pescoco|ombro|braco|cotovelo|punho|mao|dedo|dedao|peito|costas|coluna|lombar|barriga|estomago|quadril|anca|virilha|perna|coxa|joelho|tornozelo|pe|calcanhar|pele|coracao|mama|pinta|ferida|direit[oa]|esquerd[oa])s?\b/
const WANTS =
  /\b(?:(?:vim|viemos) (?:aqui )?(?:por|pra|para|porque|ver|fazer|mostrar|buscar|pegar|renovar|me consultar|consultar|saber|de|trazer|com)\b|preciso|precisava|queria|quero|so a receita|receita|exame de rotina|check up|retorno|mostrar|renovar|torci|cai|machuquei|vontade)\b/
const DENIES =
  /^(?:(?:ah|olha|entao) )?(?:nao|nunca|nem|nada)\b(?! (?:consigo|aguento|tenho vontade|durmo))/
const ADDS = /^(?:e |ai )?(?:tambem|alem disso|e um|e uma|e uns|e umas|e o|e a)\b/

/** In sentences of the others: later than this nobody begins to complain. */
const EARLY = 12
const ENOUGH = 1.4
/** Before the doctor asks: "Tô meio nervoso, nunca vim aqui." is no complaint yet. */
const SURELY = 2.6

/** Index of the question that opens the visit; -1 where none does. */
function openingIn(statements: readonly Statement[]): number {
  const asked = statements
    .filter(({ origin }) => origin === 'speech')
    .slice(0, EARLY)
    .find(({ tokens, question }) => question && OPENING.test(wordsOf(tokens)))
  return asked?.index ?? -1
}

export function complaintOf(
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
  isWanted: (statement: Statement) => boolean,
): Quote[] {
  const told: Quote[] = []
  let asked: 'open' | 'narrow' | null = null
  let since = 0
  let seen = 0
  let last: Statement | undefined
  const opensAt = openingIn(statements)
  for (const statement of statements) {
    if (statement.origin !== 'speech') continue
    const words = wordsOf(statement.tokens)
    if (statement.question || roles[statement.index] === 'doctor') {
      if (told.length > 0) break
      if (OPENING.test(words)) asked = 'open'
      else if (statement.question) asked = 'narrow'
      since = 0
      continue
    }
    seen += 1
    since += 1
    if (seen > EARLY) break
    if (isNoise(words) || isInstruction(words) || !isWanted(statement)) continue
    if (last) {
      // One more in the same breath, and only what is complained of.
      if (statement.index !== last.index + 1 || !ADDS.test(words) || told.length > 1) break
    } else if (weigh(words, asked, since) < (statement.index < opensAt ? SURELY : ENOUGH)) continue
    const quote = trimmedQuote(statement)
    if (quote) told.push(quote)
    last = statement
  }
  return told
}

function weigh(words: string, asked: 'open' | 'narrow' | null, since: number): number {
  const list = words.split(' ')
  const classes = classesOf(list)
  return (
    (classes.has('#symptom') ? 2 : 0) +
    (classes.has('#disease') ? 0.8 : 0) +
    (BODY.test(words) ? 1.2 : 0) +
    (WANTS.test(words) ? 1.5 : 0) +
    (asked === 'open' && since <= 2 ? (since === 1 ? 1.5 : 1.2) : 0) -
    (asked === 'narrow' && since === 1 ? 0.6 : 0) -
    (DENIES.test(words) ? 3 : 0) -
    (list.length < 3 ? 0.7 : 0)
  )
}
