/**
 * A text as the words that count when two texts are compared: numbers as values ("trinta e oito
 * vírgula cinco" is 38.5), units by one name, no accents, no plurals, no first person, no words
 * that only join others, and for every word whether it is denied ("nega febre", "Febre? Não."). The
 * same reading on both sides, so that nothing is right or wrong for its spelling.
 */

import { sureThirdPerson } from '../portuguese/first-person.ts'
import { readNumbers } from '../portuguese/numbers.ts'
import { fold, type Token, tokenize } from '../portuguese/tokens.ts'

export interface PlainWord {
  norm: string
  kind: 'word' | 'number'
  /** Unit of a number that is followed by one: "50 mg" is 50 with `mg`; null elsewhere. */
  unit: string | null
  denied: boolean
}

export interface PlainText {
  words: PlainWord[]
  /** Whether anything in it denies, also when it denies nothing that is named ("Nega."). */
  denies: boolean
}

export function plainText(text: string): PlainText {
  const items = readItems(tokenize(text))
  const denied = deniedItems(items)
  const shares = new Set<PlainWord>()
  const words = items.flatMap((item, index): PlainWord[] => {
    if (item.kind !== 'word' && item.kind !== 'number') return []
    const next = items[index + 1]
    const unit =
      item.kind === 'number' && next?.kind === 'word' && UNIT_NAMES.has(next.norm)
        ? next.norm
        : null
    const word: PlainWord = { norm: item.norm, kind: item.kind, unit, denied: denied.has(index) }
    if (item.isShare) shares.add(word)
    return [word]
  })
  return {
    words: joinIntervals(joinMetres(words), shares),
    denies: items.some(({ kind }) => kind === 'not'),
  }
}

/** "Um metro e setenta e dois" is 1,72 m. */
function joinMetres(words: readonly PlainWord[]): PlainWord[] {
  return words.flatMap((word, at): PlainWord[] => {
    const [before, behind] = [words[at - 2], words[at + 2]]
    const isPart = (metres?: PlainWord, rest?: PlainWord) =>
      metres?.unit === 'm' &&
      Number.isInteger(Number(metres.norm)) &&
      rest?.kind === 'number' &&
      rest.unit === null &&
      Number.isInteger(Number(rest.norm)) &&
      Number(rest.norm) < 100
    if (isPart(before, word)) return []
    return isPart(word, behind)
      ? [{ ...word, norm: String((Number(word.norm) * 100 + Number(behind!.norm)) / 100) }]
      : [word]
  })
}

interface Item {
  norm: string
  /**
   * `pause` is a comma, "com" or "desde": what follows is not denied any more; `turn` ends what was
   * begun: a full stop, "mas", "refere". `ask` is a colon or question mark.
   */
  kind: 'word' | 'number' | 'not' | 'pause' | 'turn' | 'ask'
  /** "Seis de seis": the second of them. */
  isShare?: boolean
}

function readItems(tokens: readonly Token[]): Item[] {
  const numbers = new Map(readNumbers(tokens).map((number) => [number.from, number]))
  const items: Item[] = []
  for (let at = 0; at < tokens.length; ) {
    const number = numbers.get(at)
    if (number && !(number.article && !UNIT_NAMES.has(unitName(tokens[number.to]?.norm ?? '')))) {
      const minus = isMinus(tokens, at)
      if (minus === 'said') items.pop()
      const isShare = tokens[at - 1]?.norm === 'de' && items.at(-1)?.kind === 'number'
      const isHalf = saysHalf(tokens, number.to)
      const value = number.value + (isHalf ? 0.5 : 0)
      items.push({ norm: `${minus ? '-' : ''}${value}`, kind: 'number', isShare })
      if (isHalf) items.push({ norm: unitName(tokens[number.to]!.norm), kind: 'word' })
      at = number.to + (isHalf ? 3 : 0)
      continue
    }
    const item = readItem(tokens, at, items.at(-1))
    if (item) items.push(item)
    at += tokens[at]!.norm === 'por' && tokens[at + 1]?.norm === 'cento' ? 2 : 1
  }
  return items
}

/** "Um litro e meio" is 1.5 of them; "2 mg, meio comprimido" is 2 mg. */
function saysHalf(tokens: readonly Token[], at: number): boolean {
  const [unit, joint, half] = tokens.slice(at, at + 3).map(({ norm }) => norm)
  return joint === 'e' && /^mei[oa]$/.test(half ?? '') && UNIT_NAMES.has(unitName(unit ?? ''))
}

function readItem(tokens: readonly Token[], at: number, before: Item | undefined) {
  const { norm, kind } = tokens[at]!
  const word = (name: string): Item => ({ norm: name, kind: 'word' })
  if (kind === 'mark') {
    if (norm === '%') return word('%')
    if (norm === '°' || norm === 'º') return word('grau')
    if (/[.;!]/.test(norm)) return { norm, kind: 'turn' } satisfies Item
    if (/[:?]/.test(norm)) return { norm, kind: 'ask' } satisfies Item
    return /[,()]/.test(norm) ? ({ norm, kind: 'pause' } satisfies Item) : undefined
  }
  if (norm === 'por' && tokens[at + 1]?.norm === 'cento') return word('%')
  if (norm === 'x' && before?.kind === 'number')
    return tokens[at + 1]?.kind === 'number' ? undefined : word('vez')
  if (norm === 'c' && before?.norm === 'grau') return undefined
  if (NEGATIONS.has(norm)) return { norm, kind: 'not' } satisfies Item
  if (PAUSES.has(norm)) return { norm, kind: 'pause' } satisfies Item
  if (TURNS.test(norm))
    return before?.kind === 'not' ? undefined : ({ norm, kind: 'turn' } as const)
  if (JOINING.has(norm)) return undefined
  // "Não fumo" and "não fuma" say the same of the patient.
  return word(unitName(fold(sureThirdPerson(norm) ?? norm)))
}

/** "-1,50" and "menos 1,50"; not the dash of "5-7", nor "pelo menos 8". */
function isMinus(tokens: readonly Token[], at: number): 'written' | 'said' | null {
  const [before, sign] = [tokens[at - 2], tokens[at - 1]]
  if (sign?.norm === 'menos') return before && /^(?:pelo|ao)$/.test(before.norm) ? null : 'said'
  if (sign === undefined || !/^[-−–]$/.test(sign.norm)) return null
  return sign.end === tokens[at]!.start && before?.end !== sign.start ? 'written' : null
}

/**
 * "de 8 em 8 horas", "8/8 h" and "a cada 8 horas" say the same; "seis de seis" is what an eye sees.
 */
function joinIntervals(words: readonly PlainWord[], shares: ReadonlySet<PlainWord>): PlainWord[] {
  const joined: PlainWord[] = []
  for (let at = 0; at < words.length; at++) {
    const [first, second] = [words[at]!, words[at + 1]]
    const again =
      first.kind === 'number' && second?.norm === first.norm && !shares.has(second)
        ? second
        : undefined
    // "De doze em doze": hours, though nobody says so.
    const isTwice = again?.unit === 'hora' || (again?.unit === null && HOURLY.has(again.norm))
    const isEach = first.norm === 'cada' && second?.kind === 'number' && second.unit === 'hora'
    if (isTwice || isEach) {
      joined.push({ ...first, kind: 'word', norm: `cada ${second!.norm} hora`, unit: null })
      at += again?.unit === null ? 1 : 2
    } else joined.push(first)
  }
  return joined
}

const HOURLY = new Set(['4', '6', '8', '12', '24'])

/** How many words "não" reaches; "nega" reaches over commas to the end of the sentence. */
const REACH = 4

function deniedItems(items: readonly Item[]): Set<number> {
  const denied = new Set<number>()
  let reach = 0
  let overCommas = false
  items.forEach((item, index) => {
    if (item.kind === 'turn' || item.kind === 'ask') reach = 0
    else if (item.kind === 'pause' && !(overCommas && item.norm === ',')) reach = 0
    else if (item.kind === 'not') {
      overCommas = /^neg/.test(item.norm)
      reach = overCommas ? Number.POSITIVE_INFINITY : REACH
      // "Tem pedra no rim? Eu não."
      const who = /^(?:eu|ele|ela|la)$/.test(items[index - 1]?.norm ?? '') ? 1 : 0
      if (items[index - 1 - who]?.kind === 'ask') denyBack(items, index - 2 - who, denied)
    } else if (reach > 0 && item.kind === 'word') {
      // Nobody denies a number: "sem dormir três meses".
      if (items[index - 1]?.kind !== 'number') denied.add(index)
      reach -= 1
    }
  })
  return denied
}

/** "Tem febre ou tosse? Não.": the answer denies what was asked. */
function denyBack(items: readonly Item[], from: number, denied: Set<number>): void {
  for (let at = from; at >= 0 && items[at]!.kind !== 'turn'; at--) denied.add(at)
}

/** A unit or side by its one name, any other word without its plural. */
export function unitName(word: string): string {
  return UNITS[word] ?? SIDES[word] ?? singular(word)
}

function singular(word: string): string {
  if (word.length < 4 || word === 'pais') return word
  return word
    .replace(/[oa]es$/, 'ao')
    .replace(/(?<=[rz])es$/, '')
    .replace(/(?<=..)ns$/, 'm')
    .replace(/(?<=..)ais$/, 'al')
    .replace(/s$/, '')
}

const UNITS: Record<string, string> = {
  miligrama: 'mg',
  miligramas: 'mg',
  grama: 'g',
  gramas: 'g',
  micrograma: 'mcg',
  microgramas: 'mcg',
  ug: 'mcg',
  µg: 'mcg',
  mililitro: 'ml',
  mililitros: 'ml',
  litro: 'l',
  litros: 'l',
  unidade: 'ui',
  unidades: 'ui',
  u: 'ui',
  quilo: 'kg',
  quilos: 'kg',
  quilograma: 'kg',
  quilogramas: 'kg',
  kgs: 'kg',
  centimetro: 'cm',
  centimetros: 'cm',
  quilometro: 'km',
  quilometros: 'km',
  milimetro: 'mm',
  milimetros: 'mm',
  metro: 'm',
  metros: 'm',
  h: 'hora',
  hs: 'hora',
  horas: 'hora',
  min: 'minuto',
  mes: 'mes',
  meses: 'mes',
  cp: 'comprimido',
  comp: 'comprimido',
  vezes: 'vez',
}
const SIDES: Record<string, string> = {
  direita: 'direito',
  direitos: 'direito',
  direitas: 'direito',
  esquerda: 'esquerdo',
  esquerdos: 'esquerdo',
  esquerdas: 'esquerdo',
}
/**
 * What a number may stand before, so that it is this number of these: never "10" of some other
 * thing in the sentence.
 */
const UNIT_NAMES = new Set([
  ...Object.values(UNITS),
  ...'grau % bpm irpm mmhg dia semana ano gota capsula jato colher ampola cigarro maco sache puff meq semestre'.split(
    ' ',
  ),
])
const NEGATIONS = new Set(
  'nao nega negou negam negando nunca sem nenhum nenhuma nem ausencia tampouco'.split(' '),
)
const PAUSES = new Set('com ha desde apos depois antes quando porque pois'.split(' '))
const TURNS =
  /^(?:mas|porem|contudo|entretanto|exceto|refer(?:e|iu|em|indo)|relat(?:a|ou|am|ando)|apresenta(?:ndo)?|queixa)$/
const JOINING = new Set(
  'o a os as um uma uns umas de da do das dos no na nos nas em ao aos e ou que se por pelo pela para pra paciente num numa'.split(
    ' ',
  ),
)
