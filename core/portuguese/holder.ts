/**
 * The person whom a word is about: the one named after it, or nobody, where one is only spoken to
 * or compared with.
 */
import { holderAt, type Relative, readRelatives, scopeEnd } from './family.ts'
import type { Token } from './tokens.ts'

/** The relative of whom the word at a place is told; undefined for the patient. */
export function holderReader(
  tokens: readonly Token[],
  patientIsChild: boolean,
): (at: number) => string | undefined {
  const relatives = readRelatives(tokens, patientIsChild).filter(
    ({ from, to }) =>
      !isSpokenTo(tokens, from, to) && !isCompared(tokens, from) && !isTeller(tokens, to),
  )
  const others = strangers(tokens)
  return (at) => {
    if (others.some(({ from, to }) => at >= from && at < to)) return STRANGER
    const relation = (holderAt(relatives, at) ?? holderBehind(tokens, relatives, at))?.relation
    return relation && !UNBORN.has(relation) ? relation : undefined
  }
}

/** Nobody of the family. */
const STRANGER = 'outro'

/**
 * "A colega de trabalho está com tuberculose", "meu vizinho teve dengue": what they have is
 * nobody's of the family either.
 */
function strangers(tokens: readonly Token[]): { from: number; to: number }[] {
  return tokens.flatMap(({ norm }, at) => {
    if (!/^(?:colegas?|vizinh[oa]s?|amig[oa]s?|patrao|patroa|chefe)$/.test(norm)) return []
    const verb = /^d[aeo]$/.test(tokens[at + 1]?.norm ?? '') ? at + 3 : at + 1
    if (!HAS.test(tokens[verb]?.norm ?? '')) return []
    const to = scopeEnd(tokens, at + 1, tokens.length)
    // "A vizinha toma e me deu": company, and where it came from.
    return tokens.slice(at, to).some((one) => /^(?:me|mim)$/.test(one.norm))
      ? []
      : [{ from: at, to }]
  })
}

const HAS =
  /^(?:e|era|foi|tem|teve|tinha|tao|estao|esta|ta|estava|pegou|pegaram|tiveram|morreu|toma|usa|fuma|bebe|operou|sofre|ficou|anda|com)$/

/**
 * "Diabetes é meu pai", "quem teve derrame foi minha tia": what stands before is the relative's.
 */
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
