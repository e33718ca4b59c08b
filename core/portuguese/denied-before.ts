/** Denials that stand behind what they deny: "Cigarro nunca.", "Gripe não tomei." */
import type { Token } from './tokens.ts'

/** So many words of a clause may follow a denial that means what stands before it. */
const MOST_AFTER = 3

/**
 * "Parada não.", "Cigarro nunca.", "Gripe não tomei.", "Tontura, labirintite, nunca tive.": what is
 * denied stands before. Only where hardly anything follows in the clause; a question's "ou não?"
 * only asks.
 */
export function deniedBefore(tokens: readonly Token[], at: number): number[] {
  const ahead = [tokens[at]!.norm, tokens[at + 1]?.norm, tokens[at + 2]?.norm].join(' ')
  const isOath = OATHS.test(ahead)
  if (!isOath && !/^(?:nao|nunca|ninguem|nenhum|nenhuma|nada|jamais)$/.test(tokens[at]!.norm))
    return []
  if (tokens.at(-1)?.norm === '?' || isJoined(tokens, at)) return []
  // "Choro do nada": for no reason.
  if (tokens[at]!.norm === 'nada' && /^(?:d[eo]|por)$/.test(tokens[at - 1]?.norm ?? '')) return []
  if (deniesAlready(tokens, at) || isOfTime(tokens, at)) return []
  const rest: Token[] = []
  for (let index = at + 1; index < tokens.length && !ENDS_CLAUSE.test(tokens[index]!.norm); index++)
    rest.push(tokens[index]!)
  if (
    rest.length > MOST_AFTER ||
    rest.some(({ norm, kind }) => kind !== 'word' || !EMPTY.test(norm))
  )
    return []
  const begin = tokens.slice(0, at).findLastIndex(({ kind }) => kind === 'mark')
  const isLong = at - begin > LONG_CLAUSE
  const before: number[] = []
  let inPart = 0
  for (let index = at - 1; index >= 0; index--) {
    const { norm, kind } = tokens[index]!
    if (/^(?:mas|porem|sim|so)$/.test(norm)) break
    if (kind === 'mark') {
      // Over a comma only back along a list of one or two words each.
      if (norm !== ',' || inPart > 2 || isTold(tokens, index)) break
      inPart = 0
      continue
    }
    // Without marks only the words right before it: "… da hepatite completa a dTpa ainda não".
    if (isLong && wordsIn(tokens, before) >= MOST_UNMARKED) break
    // "Febre e amarelo, não.": two of one word each, and nothing else.
    if (index !== 1 || !/^(?:e|ou)$/.test(norm)) inPart += 1
    if (before.length > 0 && inPart > 2 && hasComma(tokens, index, at)) break
    before.push(index)
  }
  return before
}

/** Words before the denial that are meant in a long clause without marks, and no more. */
const MOST_UNMARKED = 2
const LONG_CLAUSE = 8

function wordsIn(tokens: readonly Token[], places: readonly number[]): number {
  return places.filter((at) => !SMALL.test(tokens[at]!.norm)).length
}

const SMALL = /^(?:[aeo]s?|d[aeo]s?|n[ao]s?|em|com|eu|ainda|ja|mais|tambem|la|ai)$/

/** "Bebida, Deus me livre", "anti-inflamatório nem pensar". */
const OATHS = /^(?:deus \w+ livre|nem (?:pensar|sonhar|morta?|a pau))(?: |$)/

/** "Da pneumonia tomei, da herpes não": what was done before the comma is no further item. */
function isTold(tokens: readonly Token[], comma: number): boolean {
  return /^(?:tomei|tomou|tenho|tive|teve|fiz|fez|uso|usei|tomo|sinto|sim|\w+ei)$/.test(
    tokens[comma - 1]?.norm ?? '',
  )
}

/**
 * "Hoje não", "às vezes não" deny no time, and "maconha na faculdade, depois nunca mais" tells what
 * was.
 */
function isOfTime(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]!.norm === 'nunca' && tokens[at + 1]?.norm === 'mais') return true
  let from = at
  while (from > 0 && !ENDS_CLAUSE.test(tokens[from - 1]!.norm)) from -= 1
  const before = tokens.slice(from, at)
  return before.length > 0 && before.every(({ norm }) => OF_TIME.test(norm))
}

const OF_TIME =
  /^(?:as|vezes|hoje|agora|ontem|sempre|ultimamente|atualmente|depois|ainda|so|mas|e)$/

/** "Nunca deu nada" denies once. */
function deniesAlready(tokens: readonly Token[], at: number): boolean {
  for (let index = at - 1; index >= 0 && !ENDS_CLAUSE.test(tokens[index]!.norm); index--)
    if (/^(?:nao|nunca|nem|sem|nega)$/.test(tokens[index]!.norm)) return true
  return false
}

function hasComma(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ norm }) => norm === ',')
}

const ENDS_CLAUSE = /^[,.;:!?…]$/
/** A clause of its own begins here: "acordo às três e não durmo". */
/** "Pra 5… não, mantém": what was said is taken back, not denied. */
const JOINED = /^(?:…|e|ou|que|porque|mas|se|tem|eu|dia)$/

/** "Mamografia eu nunca fiz": what is spoken of stands before the speaker. */
function isJoined(tokens: readonly Token[], at: number): boolean {
  const isOwn = tokens[at - 1]?.norm === 'eu'
  const before = tokens[isOwn ? at - 2 : at - 1]
  if (isOwn && before === undefined) return true
  return isOwn
    ? before?.kind !== 'word' || JOINED.test(before.norm) || EMPTY.test(before.norm)
    : JOINED.test(before?.norm ?? '')
}
/** Verbs and small words that bring nothing new: "tomei", "tenho mais", "disso". */
const EMPTY =
  /^(?:me|ne|livre|pensar|sonhar|morta?|pau|disso|disto|tambem|mais|ainda|senhor|senhora|doutor|doutora|graças|teve|tive|tem|tenho|ter|tomei|tomou|tomo|toma|sinto|sente|senti|sentiu|fiz|fez|faz|faco|uso|usa|usou|usei|consegu\w+|fazer|percebi|notei|notou|lembro|quero|quis|foi|fui|incha|palpo|palpa|vi|viu|durmo|dorme|vejo|bebe|bebo|fumo|fuma|doi|bateu|gosto|gosta|e|eu|comigo|palpave(?:l|is)|tomad[ao]s?|feit[ao]s?|precis[aoe]|precisou|come|como|pode|posso|na|boca|visualizad[ao]s?|realizad[ao]s?|identificad[ao]s?|solicitad[ao]s?|prescrit[ao]s?|indicad[ao]s?|vist[ao]s?|observad[ao]s?|necessari[ao]s?|agora|hoje|iniciad[ao]s?|\w+(?:ei|ou|iu))$/
