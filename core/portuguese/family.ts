/**
 * Family members, as the patient names them: what is said of them is never the patient's own. In a
 * child's visit the companion speaks: "ele" and "meu filho" are the patient, and what the companion
 * says of itself is a parent's.
 */
import family from '../../config/portuguese/family.json' with { type: 'json' }
import { type Token, wordsBetween } from './tokens.ts'

const MEMBERS = new Set(family.members)
const CHILDREN = new Set(family.children)

/** `word` is folded. For a child's visit the son is the patient, not a relative. */
export function isFamilyWord(word: string, patientIsChild = false): boolean {
  return MEMBERS.has(word) || (!patientIsChild && CHILDREN.has(word))
}

/** The same of a word where it stands: folded, "não bebe" and "o bebê" differ by what is ahead. */
export function isRelativeAt(
  tokens: readonly Token[],
  at: number,
  patientIsChild = false,
): boolean {
  const { norm } = tokens[at]!
  if (!isFamilyWord(norm, patientIsChild)) return false
  return norm !== 'bebe' || HAS_ARTICLE.test(tokens[at - 1]?.norm ?? '')
}

const HAS_ARTICLE =
  /^(?:[oa]|d[oa]|n[oa]|pr[oa]|pel[oa]|ao|um|uma|meu|minha|seu|sua|noss[oa]|teu|tua|ess[ea]|est[ea]|outr[oa]|de|cada)$/

/** "minha mãe", "o meu avô", "na família": said of a relative, not of the speaker. */
export function mentionsFamily(tokens: readonly Token[], patientIsChild = false): boolean {
  return tokens.some(
    (token, index) =>
      isRelativeAt(tokens, index, patientIsChild) &&
      !isOwnChildhood(tokens, index) &&
      !isOwnBirth(tokens, index) &&
      (token.norm !== 'mulher' || /^(?:minha|sua)$/.test(tokens[index - 1]?.norm ?? '')) &&
      !/^(?:moro|mora|vivo|veio|vim|vem|com)$/.test(tokens[index - 2]?.norm ?? ''),
  )
}

/** "Quando eu era criança", "desde menina": the speaker's own. */
function isOwnChildhood(tokens: readonly Token[], at: number): boolean {
  return (
    /^(?:crianca|menin[oa]|bebe)$/.test(tokens[at]!.norm) &&
    /^(?:era|fui|desde|sou)$/.test(tokens[at - 1]?.norm ?? '')
  )
}

/** "Na gravidez da minha menina", "no parto do meu filho": a time of the speaker's own life. */
function isOwnBirth(tokens: readonly Token[], at: number): boolean {
  if (!CHILDREN.has(tokens[at]!.norm)) return false
  const before = tokens
    .slice(Math.max(0, at - 4), at)
    .map(({ norm }) => norm)
    .join(' ')
  return /\b(?:gravidez|gestacao|parto|cesarea|resguardo) d[aeo]s?(?: (?:minha|meu))?$/.test(before)
}

export interface Relative {
  /** One word for the relation: "mae", "avo", "irmao", "familia". */
  relation: string
  side: 'maternal' | 'paternal' | null
  /** Tokens [from, to) that name the relative. */
  from: number
  to: number
  /** Tokens [scopeFrom, scopeTo) that are told of the relative. */
  scopeFrom: number
  scopeTo: number
}

/** Whose a word is: the relative's that it is told of, or the patient's (null). */
export function holderAt(relatives: readonly Relative[], at: number): Relative | null {
  return relatives.find(({ scopeFrom, scopeTo }) => at >= scopeFrom && at < scopeTo) ?? null
}

/**
 * Every relative of a sentence with what is told of it: up to the next relative, "mas", or "eu".
 */
export function readRelatives(tokens: readonly Token[], patientIsChild = false): Relative[] {
  const named = tokens.flatMap((_, at) => relativeAt(tokens, at, patientIsChild) ?? [])
  const companion = patientIsChild ? companionAt(tokens) : undefined
  const all = [...named, ...(companion ? [companion] : [])].sort((a, b) => a.from - b.from)
  const relatives = all.filter((each, index) => index === 0 || each.from >= all[index - 1]!.to)
  return relatives.map((relative, index) => {
    const next = relatives[index + 1]
    const list = next && isList(tokens, relative.to, next.from)
    const least = index === 0 ? 0 : relatives[index - 1]!.to
    // "minha mãe e meu pai têm diabetes": told of both.
    const [from, until] = list ? [next.to, relatives[index + 2]] : [relative.to, next]
    return {
      ...relative,
      scopeFrom: behind(tokens, relative, least),
      scopeTo: scopeEnd(tokens, from, until?.from ?? tokens.length),
    }
  })
}

type Named = Omit<Relative, 'scopeFrom' | 'scopeTo'>

const SIDES: readonly [RegExp, Relative['side']][] = [
  [/^matern[oa]s?$/, 'maternal'],
  [/^patern[oa]s?$/, 'paternal'],
]
const ONE_WORD: Record<string, string> = {
  mamae: 'mae',
  mainha: 'mae',
  genitora: 'mae',
  maes: 'mae',
  papai: 'pai',
  painho: 'pai',
  genitor: 'pai',
  vo: 'avo',
  vovo: 'avo',
  avos: 'avo',
  bisa: 'bisavo',
  irma: 'irmao',
  irmas: 'irmao',
  irmaos: 'irmao',
  maninho: 'irmao',
  maninha: 'irmao',
  gemeo: 'irmao',
  gemea: 'irmao',
  tia: 'tio',
  tias: 'tio',
  tios: 'tio',
  prima: 'primo',
  primas: 'primo',
  primos: 'primo',
  parente: 'familia',
  parentes: 'familia',
  filha: 'filho',
  filhos: 'filho',
  filhas: 'filho',
  esposa: 'conjuge',
  esposo: 'conjuge',
  marido: 'conjuge',
  mulher: 'conjuge',
  companheiro: 'conjuge',
  companheira: 'conjuge',
  sobrinha: 'sobrinho',
  sobrinhos: 'sobrinho',
  sobrinhas: 'sobrinho',
  neta: 'neto',
  netos: 'neto',
  netas: 'neto',
}

function relativeAt(
  tokens: readonly Token[],
  at: number,
  patientIsChild: boolean,
): Named | undefined {
  const word = tokens[at]!.norm
  // "Dipirona 1 g VO": by mouth.
  if (
    word === 'vo' &&
    at > 0 &&
    !/^(?:[,.;:!?]|a|ao|com|d[aeo]|e|minha|meu|na|no|o|pel[ao]|sua|seu|tua|teu)$/.test(
      tokens[at - 1]!.norm,
    )
  )
    return undefined
  if (
    !isRelativeAt(tokens, at, patientIsChild) ||
    (/^pais$/.test(word) && tokens[at - 1]?.norm === 'do')
  )
    return undefined
  // "Parente do diclofenaco."
  if (word === 'parente' && /^d[aeo]$/.test(tokens[at + 1]?.norm ?? '')) return undefined
  if (word === 'mulher' && !/^(?:minha|sua)$/.test(tokens[at - 1]?.norm ?? '')) return undefined
  // Company and cause, not a carrier: "moro com minha mãe", "minha mãe que me trouxe", "minha mãe
  // falou".
  const before = wordsBetween(tokens, at - 3, at)
  const after = wordsBetween(tokens, at + 1, at + 5)
  if (
    /(?:^| )(?:mor[oa]|viv[oe]|vim|veio|cuido d[ao]|ajud\w+) (?:com )?(?:a |o )?(?:minha|meu|meus)?$|(?:^| )com (?:a |o )?(?:minha|meu|meus)$/.test(
      before,
    )
  )
    return undefined
  if (
    /^(?:que )?(?:me )?(?:falou|disse|acha|trouxe|comprou|marcou|mandou|insistiu|pediu|percebeu|notou|viu|reclama|fala)\b/.test(
      after,
    )
  )
    return undefined
  // "do lado do meu pai": a side, told with the relative before it.
  const bySide = sideOf(tokens, at)
  if (bySide === 'itself') return undefined
  const suffix = SIDES.find(([pattern]) => pattern.test(tokens[at + 1]?.norm ?? ''))?.[1]
  // "a irmã da minha mãe": the aunt; the first of the two names the relation.
  if (
    at >= 3 &&
    /^(?:da|do) (?:minha|meu)$/.test(wordsBetween(tokens, at - 2, at)) &&
    isFamilyWord(tokens[at - 3]!.norm)
  )
    return undefined
  const of = /^(?:da|do) (?:minha|meu) (mae|pai)\b/.exec(wordsBetween(tokens, at + 1, at + 4))?.[1]
  const side = suffix ?? bySide ?? (of === 'mae' ? 'maternal' : of === 'pai' ? 'paternal' : null)
  const own = /^(?:minha|meu|minhas|meus|a|o|uma|um|na|da|do|sua|seu)$/
  let from = at
  while (from > 0 && at - from < 2 && own.test(tokens[from - 1]!.norm)) from -= 1
  return {
    relation: ONE_WORD[word] ?? word,
    side,
    from,
    to: at + 1 + (suffix ? 1 : 0) + (of ? 3 : 0),
  }
}

/**
 * "por parte de mãe", "do lado do meu pai": `itself` when the word only names the side of another.
 */
function sideOf(tokens: readonly Token[], at: number): Relative['side'] | 'itself' {
  if (/\b(?:lado|parte|familia) d[aeo](?: (?:minha|meu))?$/.test(wordsBetween(tokens, at - 4, at)))
    return /^(?:mae|mamae|pai|papai)$/.test(tokens[at]!.norm) && hasOther(tokens, at)
      ? 'itself'
      : tokens[at]!.norm.startsWith('p')
        ? 'paternal'
        : 'maternal'
  const after = /\b(?:lado|parte) d[aeo] (?:minha |meu )?(mae|pai)\b/.exec(
    wordsBetween(tokens, at + 1, at + 8),
  )?.[1]
  return after === 'mae' ? 'maternal' : after === 'pai' ? 'paternal' : null
}

function hasOther(tokens: readonly Token[], at: number): boolean {
  return tokens.some(({ norm }, index) => index !== at && isFamilyWord(norm) && norm !== 'familia')
}

/** In a child's visit "eu tenho asma", "eu tive na gravidez" is the parent's. */
function companionAt(tokens: readonly Token[]): Named | undefined {
  const at = tokens.findIndex(({ norm }) => norm === 'eu')
  const verb = wordsBetween(tokens, at + 1, at + 3)
  if (at < 0 || !/^(?:tambem )?(?:tenho|tive|tinha|sou|tomo|uso|fumo|tomei|fui|era)\b/.test(verb))
    return undefined
  return { relation: 'acompanhante', side: null, from: at, to: at + 1 }
}

/**
 * "diabetes na minha mãe", "câncer da minha avó": what stands before is told of the relative too.
 */
function behind(tokens: readonly Token[], relative: Named, least: number): number {
  const joint =
    /^(?:na|no|da|do|nas|nos)$/.test(tokens[relative.from]?.norm ?? '') ||
    /^(?:na|no|da|do|de)$/.test(tokens[relative.from - 1]?.norm ?? '')
  if (!joint) return relative.from
  for (let at = relative.from - 1; at >= least; at--) {
    if (/^(?:[.,;:]|mas|e)$/.test(tokens[at]!.norm) || /^(?:tenho|sou|eu)$/.test(tokens[at]!.norm))
      return at + 1
  }
  return least
}

/** Up to where what is told of somebody goes on, from the token behind the name. */
export function scopeEnd(tokens: readonly Token[], from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const word = tokens[at]!.norm
    if (/^(?:mas|porem|;|\.)$/.test(word)) return at
    const follows = at + (/^(?:,|e)$/.test(word) ? 1 : 0)
    // ", a minha pressão": an article before what is one's own.
    const article = follows > at && /^[ao]$/.test(tokens[follows]?.norm ?? '') ? 1 : 0
    const next = tokens[follows + article]?.norm ?? ''
    if (
      /^(?:eu|tenho|tomo|sinto|estou|tive|minha|meu)$/.test(next) &&
      (word === ',' || word === 'e' || word === 'eu')
    )
      return at
    if (
      word === 'eu' ||
      (word === 'nao' &&
        at > from &&
        tokens[at - 1]!.norm === ',' &&
        /^(?:tenho|sou|tive)$/.test(tokens[at + 1]?.norm ?? ''))
    )
      return at
  }
  return to
}

function isList(tokens: readonly Token[], from: number, to: number): boolean {
  return to - from <= 2 && tokens.slice(from, to).every(({ norm }) => /^(?:e|,|ou)$/.test(norm))
}
