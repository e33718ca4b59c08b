/**
 * What a statement says of each of its words: denied or not, only supposed, told of a relative, over or still going on. The words
 * are the same in "tem asma", "não tem asma", "se tiver asma", "a mãe tem asma" and "teve asma"; the facts are not.
 */
import { assertionAt, readScopes, type Scope } from './extractors/assertion.ts'
import { holderAt, type Relative, readRelatives } from './extractors/family.ts'
import type { Token } from './extractors/tokens.ts'
import { mentions, SYMPTOMS } from './lexicon/clinical-terms.ts'

export interface ScopeReader {
  isDenied(at: number): boolean
  /** It may happen: nothing of it was found. */
  isSupposed(at: number): boolean
  /** "Pra esquerda… não, direita": said, and corrected at once. */
  isTakenBack(at: number): boolean
  /** The relative of whom it is told; undefined for the patient. */
  holder(at: number): string | undefined
  time(at: number): 'over' | 'now' | undefined
}

/** @param patientIsChild the son or daughter spoken of is the patient */
export function readScope(tokens: readonly Token[], patientIsChild: boolean): ScopeReader {
  const scopes = readScopes(tokens)
    .filter((scope) => !isNoDenial(tokens, scope))
    .concat(refusals(tokens), lacks(tokens))
    .map((scope) => ({ ...scope, to: endOfList(tokens, scope) }))
  const before = new Set(tokens.flatMap((_, at) => deniedBefore(tokens, at)))
  const condition = conditionAt(tokens)
  const relatives = readRelatives(tokens, patientIsChild).filter(
    ({ from, to }) =>
      !isSpokenTo(tokens, from, to) && !isCompared(tokens, from) && !isTeller(tokens, to),
  )
  return {
    isDenied: (at) =>
      assertionAt(scopes, at) === 'denied' || before.has(at) || isUnchanged(tokens, at),
    isSupposed: (at) => at > condition,
    isTakenBack: (at) => isTakenBack(tokens, at),
    holder: (at) => {
      const relation = (holderAt(relatives, at) ?? holderBehind(tokens, relatives, at))?.relation
      return relation && !UNBORN.has(relation) ? relation : undefined
    },
    time: (at) => timeAt(tokens, at),
  }
}

/** "Diabetes é meu pai", "quem teve derrame foi minha tia": what stands before is the relative's. */
function holderBehind(
  tokens: readonly Token[],
  relatives: readonly Relative[],
  at: number,
): Relative | undefined {
  return relatives.find(({ from, to }) => {
    if (at >= from || !/^(?:e|foi|era|sao|so)$/.test(tokens[from - 1]?.norm ?? '')) return false
    const isOwn = tokens.slice(from, to).some(({ norm }) => /^(?:meus?|minhas?)$/.test(norm))
    const between = tokens.slice(at, from - 1)
    // "E" is both "é" and "and": of two that are joined the first is somebody's own.
    const isJoin = tokens[from - 1]!.norm === 'e' && !isCopula(tokens, from - 1)
    return (
      isOwn && !isJoin && !between.some(({ norm }) => /^(?:[,.;:]|mas|eu|tenho|tive)$/.test(norm))
    )
  })
}

/** One or two words of a thing, then "é": "glaucoma é meu irmão". */
function isCopula(tokens: readonly Token[], at: number): boolean {
  return tokens
    .slice(0, at)
    .every(({ norm, kind }) => kind === 'word' && !/^(?:meus?|minhas?|eu|com|e)$/.test(norm))
}

/** "Que nada, meu filho": nobody is spoken of, somebody is spoken to. */
export function isAddress(tokens: readonly Token[], at: number): boolean {
  const isChild = /^(?:filh[oa]|tia|tio|mae|pai|vo|vovo)$/.test(tokens[at]!.norm)
  const isOwn = /^filh/.test(tokens[at]!.norm) && /^(?:meu|minha)$/.test(tokens[at - 1]?.norm ?? '')
  const own = isOwn ? at - 1 : at
  const [before, after] = [tokens[own - 1], tokens[at + 1]]
  return isChild && (!before || GREETS.test(before.norm)) && (!after || /^[,.!?]$/.test(after.norm))
}

/** What stands before whom one speaks to: "oi mãe", "e aí, mãe". */
const GREETS = /^(?:,|oi|ola|ei|dia|tarde|noite)$/

/** "Oi, mãe.", "parabéns, vovó": nothing is told of her. */
function isSpokenTo(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(from, to).some((_, index) => isAddress(tokens, from + index))
}

/** "É a filha que sabe": who tells it. */
function isTeller(tokens: readonly Token[], to: number): boolean {
  return (
    tokens[to]?.norm === 'que' &&
    /^(?:sabe|conta|cuida|organiza|entende)$/.test(tokens[to + 1]?.norm ?? '')
  )
}

/** "Cega que nem minha mãe", "chamei de novo a mãe": told of somebody else. */
function isCompared(tokens: readonly Token[], from: number): boolean {
  return tokens
    .slice(Math.max(0, from - 3), from)
    .some(
      ({ norm }, index, before) =>
        /^cham(?:ei|a|ar|em|ou)$/.test(norm) ||
        (norm === 'nem' && before[index - 1]?.norm === 'que'),
    )
}

/** "O bebê mexe bem" is told of a pregnancy; "criança" may be the patient. */
const UNBORN = new Set(['bebe', 'nenem', 'crianca'])

/** Cues that deny nothing here. */
function isNoDenial(tokens: readonly Token[], { cueFrom, from }: Scope): boolean {
  const cue = tokens[cueFrom]!.norm
  if (/^negativ/.test(cue)) return true
  // "De zero a dez, quanto dói?", "nota zero": a number.
  const afterCue = tokens[cueFrom + 1]?.norm
  if (cue === 'zero' && (afterCue === 'a' || /^(?:de|nota)$/.test(tokens[cueFrom - 1]?.norm ?? '')))
    return true
  // "Não tem certeza, cefalexina ou amoxicilina": doubted, not denied.
  if (tokens.slice(from, from + 2).some(({ norm }) => norm === 'certeza')) return true
  // "Dia sim, dia não" is how often; "nunca mais fumei" tells what was.
  return (
    tokens[cueFrom - 1]?.norm === 'dia' || (cue === 'nunca' && tokens[cueFrom + 1]?.norm === 'mais')
  )
}

/** "Recusou internação", "não conseguiu fazer o relógio": it did not happen, as in "não quis ficar internado". */
function refusals(tokens: readonly Token[]): Scope[] {
  return tokens.flatMap(({ norm }, at): Scope[] => {
    const failed = /^cons[ei]g\w+$/.test(norm) && tokens[at - 1]?.norm === 'nao'
    if (!failed && !/^recus(?:ou|a|ei|am|aram|ando)$/.test(norm)) return []
    const rest = tokens.slice(at + 1)
    const end = rest.findIndex((one) => /^(?:[,.;:()]|e|mas|porque|por)$/.test(one.norm))
    const to = end < 0 ? tokens.length : at + 1 + end
    return [{ assertion: 'denied', cueFrom: at, cueTo: at + 1, from: at + 1, to }]
  })
}

/** "Falta de ânimo" is none of it, as in "não tenho ânimo"; of air it is a complaint with a name. */
function lacks(tokens: readonly Token[]): Scope[] {
  return tokens.flatMap(({ norm }, at): Scope[] => {
    const isLack = norm === 'falta' && tokens[at + 1]?.norm === 'de'
    if (!isLack || /^(?:ar|forca|folego|apetite)$/.test(tokens[at + 2]?.norm ?? '')) return []
    return [{ assertion: 'denied', cueFrom: at, cueTo: at + 2, from: at + 2, to: at + 3 }]
  })
}

/** More words are no item of a list. */
const LONGEST_ITEM = 4

/** "Sem força, coração dispara ao subir a escada": after the comma something else is told. */
function endOfList(tokens: readonly Token[], { cueFrom, from, to }: Scope): number {
  const mayTellMore = /^(?:sem|ausencia)$/.test(tokens[cueFrom]!.norm)
  for (let at = from; at < to; at++) {
    // "Nega emagrecimento, até engordou"; why and when it is not so are not denied: "não usa cálcio por constipação".
    if (at > from && endsDenial(tokens, at)) return at
    if (!mayTellMore || tokens[at]!.norm !== ',') continue
    const rest = tokens.slice(at + 1)
    const end = rest.findIndex(({ norm }) => /^(?:[,.;:]|e|ou|nem)$/.test(norm))
    const item = rest.slice(0, end < 0 ? rest.length : end)
    if (item.length > LONGEST_ITEM || item.some(({ norm }) => STATE.test(norm))) return at
  }
  return to
}

function endsDenial(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.norm ?? ''
  const { norm } = tokens[at]!
  if (norm === 'por')
    return !/^(?:dia|semana|mes|ano|hora|noite|vez|enquanto|via|boca|telefone|aqui|causa)$/.test(
      next,
    )
  if (/^pel[oa]s?$/.test(norm)) return !/^(?:manha|noite|boca|menos)$/.test(next)
  return /^(?:ate|apos|depois|desde|devido|durante|quando)$/.test(norm)
}

/** Begins something of its own, or says how it is: "sem rigidez, força preservada". */
const STATE =
  /^(?:com|sem|preservad[oa]s?|mantid[oa]s?|normal|normais|presentes?|positiv[oa]s?|regular(?:es)?|estave(?:l|is)|livres?|limp[oa]s?|fisiologic[oa]s?)$/

/** "Não melhorou" denies that it got better, though no complaint. */
function isUnchanged(tokens: readonly Token[], at: number): boolean {
  return (
    /^(?:melhor|alivi|resolv|adiant|ced)/.test(tokens[at]!.norm) &&
    /^(?:nao|nem|sem|nunca)$/.test(tokens[at - 1]?.norm ?? '')
  )
}

/** So many words of a clause may follow a denial that means what stands before it. */
const MOST_AFTER = 3

/**
 * "Parada não.", "Cigarro nunca.", "Gripe não tomei.", "Tontura, labirintite, nunca tive.": what is denied stands before. Only
 * where hardly anything follows in the clause; a question's "ou não?" only asks.
 */
function deniedBefore(tokens: readonly Token[], at: number): number[] {
  const isOath = tokens[at]!.norm === 'deus' && tokens[at + 2]?.norm === 'livre'
  if (!isOath && !/^(?:nao|nunca|ninguem|nenhum|nenhuma|nada|jamais)$/.test(tokens[at]!.norm))
    return []
  if (tokens.at(-1)?.norm === '?' || isJoined(tokens, at)) return []
  if (deniesAlready(tokens, at)) return []
  const rest: Token[] = []
  for (let index = at + 1; index < tokens.length && !ENDS_CLAUSE.test(tokens[index]!.norm); index++)
    rest.push(tokens[index]!)
  if (
    rest.length > MOST_AFTER ||
    rest.some(({ norm, kind }) => kind !== 'word' || !EMPTY.test(norm))
  )
    return []
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
    inPart += 1
    if (before.length > 0 && inPart > 2 && hasComma(tokens, index, at)) break
    before.push(index)
  }
  return before
}

/** "Da pneumonia tomei, da herpes não": what was done before the comma is no further item. */
function isTold(tokens: readonly Token[], comma: number): boolean {
  return /^(?:tomei|tomou|tenho|tive|teve|fiz|fez|uso|usei|tomo|sinto|sim|\w+ei)$/.test(
    tokens[comma - 1]?.norm ?? '',
  )
}

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
  /^(?:me|livre|disso|disto|tambem|mais|ainda|senhor|senhora|doutor|doutora|graças|teve|tive|tem|tenho|ter|tomei|tomou|tomo|toma|sinto|sente|senti|sentiu|fiz|fez|faz|faco|uso|usa|usou|usei|consegu\w+|fazer|percebi|notei|notou|lembro|quero|quis|foi|fui|incha|palpo|palpa|vi|viu|durmo|dorme|vejo|bebe|bebo|fumo|fuma|doi|bateu|gosto|gosta|e|eu|comigo|palpave(?:l|is)|tomad[ao]s?|feit[ao]s?|precis[aoe]|precisou|come|como|pode|posso|na|boca|visualizad[ao]s?|realizad[ao]s?|identificad[ao]s?|solicitad[ao]s?|prescrit[ao]s?|indicad[ao]s?|vist[ao]s?|observad[ao]s?|necessari[ao]s?|agora|hoje|iniciad[ao]s?|\w+(?:ei|ou|iu))$/

/** Where what may happen begins: "Se sangrar ou perder líquido, maternidade." Nothing after it was found. */
function conditionAt(tokens: readonly Token[]): number {
  if (COME_BACK.test(tokens.map(({ norm }) => norm.toLowerCase()).join(' '))) return -1
  const at = tokens.findIndex(
    ({ norm }, index) =>
      (norm === 'se' && isSupposing(tokens[index + 1]?.norm ?? '')) ||
      (/^caso$/.test(norm) && index === 0),
  )
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

/** "Febre, calafrio, vômito: volta na hora" tells what may happen, too. */
const COME_BACK =
  /\b(?:volt[ae]|voltar|vem|venha|corre|vai|va|ir|procur\w+|retorn\w+) (?:na hora|logo|ja|aqui|imediatamente|direto|ao pronto|pro pronto|para o pronto|a emergencia|pro hospital|ao hospital|a maternidade)\b|^(?:\w+ ){1,6}, (?:pronto socorro|emergencia|maternidade|hospital|samu|upa) [.]|: (?:pronto socorro|emergencia|maternidade|hospital|volta|vem|(?:me )?(?:liga|chama|avisa)|samu|upa|corre)\b/

/** "Se febre" is how it is written. */
function isSupposing(next: string): boolean {
  return SUPPOSES.test(next) || mentions(next, SYMPTOMS)
}

/** What follows a conditional "se"; a reflexive one has a past or present tense behind it. */
const SUPPOSES =
  /(?:^(?:o|a|os|as|ele|ela|nao|em|tiver|estiver|houver|for|der|vier|fizer|doer|piorar)$|(?:ar|er|ir|arem|erem|irem)$)/

function isTakenBack(tokens: readonly Token[], at: number): boolean {
  const rest = tokens.slice(at + 1, at + 4).map(({ norm }) => norm)
  const pause = rest.indexOf('…')
  return pause >= 0 && pause < 2 && rest[pause + 1] === 'nao'
}

/** A habit or a treatment that ended: "parei de fumar", "largou o remédio", "tomava", "ex-tabagista". */
const ENDED =
  /^(?:parei|parou|larguei|largou|deixei|deixou|suspendi|suspendeu|abandonei|abandonou|cortei|retirou|tirou|fumei|fumou|fumava|bebi|bebia|bebeu|tomava|usava|usei|usou|tomei|tomou|fazia|tinha|ex|antes|antigamente|acabou|terminou)$/
/** What is written as over: "em uso prévio de lítio". */
const WAS = /^(?:previ[oa]s?|pregress[oa]s?|passad[oa]|anterior(?:es)?)$/
const GOES_ON =
  /^(?:fumo|fuma|fumante|tabagista|bebo|bebe|etilista|tomo|toma|uso|usa|faco|faz|tenho|tem)$/
const PARTS = /^(?:[.,;:!?…]|mas|porem|e|agora|hoje|ja)$/

/** By the nearest verb before a word in its clause, the word itself included; else by one after it. */
function timeAt(tokens: readonly Token[], at: number): 'over' | 'now' | undefined {
  const told = (norm: string, index: number) =>
    ENDED.test(norm) || (norm === 'nunca' && tokens[index + 1]?.norm === 'mais')
      ? 'over'
      : GOES_ON.test(norm)
        ? 'now'
        : undefined
  let now = false
  for (let index = at; index >= 0 && !(index < at && PARTS.test(tokens[index]!.norm)); index--) {
    const time = told(tokens[index]!.norm, index)
    if (time === 'over') return 'over'
    if (time === 'now' && WAS.test(tokens[index + 1]?.norm ?? '')) return 'over'
    now ||= time === 'now'
  }
  if (now) return 'now'
  for (let index = at + 1; index < tokens.length && !PARTS.test(tokens[index]!.norm); index++) {
    const time = told(tokens[index]!.norm, index)
    if (time) return time
  }
  return undefined
}
