/**
 * Findings told side by side ("direito 20/50, esquerdo 20/20", "0,4 no direito e 0,7 no esquerdo")
 * for entries that are one side's each: OD and OE of an eye's or an ear's examination. Which
 * examination it is holds on until another is named or the sides end.
 */

import { type NumberPhrase, readNumbers } from '../../portuguese/numbers.ts'
import { fold, type Token } from '../../portuguese/tokens.ts'
import type { MedicationFinder } from '../medicines/medication-mentions.ts'
import type { Template, TemplateFieldSpec } from '../models/ports.ts'
import { wordsOf } from '../pieces/clauses.ts'
import type { Role } from '../pieces/piece.ts'
import type { Statement } from '../pieces/statements.ts'
import { type FilingPlace, pathPlace } from './places.ts'
import { asItem, type Quote, quote } from './quote.ts'

type Side = 'OD' | 'OE'

interface Sided {
  section: FilingPlace
  text: Quote
  items: Quote[]
}

/** What opens an examination by sides: field, the entry's words beside the side, what names it. */
const EXAMINATIONS: readonly { field: RegExp; entry: RegExp; opens: RegExp }[] = [
  { field: /^acuidade visual/, entry: /com correcao/, opens: /\bcom (?:oculos|correcao|lente)\b/ },
  { field: /^acuidade visual/, entry: /sem correcao/, opens: /\bsem (?:oculos|correcao|lente)\b/ },
  {
    field: /^acuidade visual/,
    entry: /para perto/,
    opens: /\b(?:para|pra|de) perto\b|^(?:e )?perto\b/,
  },
  { field: /^biomicroscopia/, entry: /^$/, opens: /\b(?:biomicroscopia|lampada|fenda)\b/ },
  {
    field: /^tonometria/,
    entry: /^$/,
    opens: /\b(?:tonometria|pressao(?: (?:do olho|dos olhos|intraocular|ocular))?)\b(?! arterial)/,
  },
  { field: /^fundoscopia/, entry: /^$/, opens: /\b(?:fundo|fundoscopia|mapeamento|escavacao)\b/ },
  { field: /^gonioscopia/, entry: /^$/, opens: /\bgonioscopia\b/ },
  { field: /^reflexos pupilares/, entry: /^$/, opens: /\bpupil\w+\b/ },
  { field: /^ectoscopia/, entry: /^$/, opens: /\bectoscopia\b/ },
  {
    field: /^exame otorrino/,
    entry: /^otoscopia$/,
    opens: /\b(?:otoscopia|ouvidos?|orelhas?|timpanos?)\b/,
  },
  { field: /^audiometria/, entry: /^limiares$/, opens: /\b(?:audiometria|limiar(?:es)?)\b/ },
]

/** Characters before the side: "O esquerdo, …". */
const GOES_ON_WITHIN = 4

export function sidedEntries(
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
  { fields }: Pick<Template, 'fields'>,
  findMedications: MedicationFinder,
): Sided[] {
  const known = EXAMINATIONS.flatMap(({ field, entry, opens }) => {
    const spec = fields.find(({ name, type }) => type === 'dict' && field.test(fold(name)))
    const keys = spec && keysOf(spec, entry)
    return keys ? [{ field: spec.name, keys, opens }] : []
  })
  if (known.length === 0) return []
  const filed: Sided[] = []
  let current: (typeof known)[number] | undefined
  for (const statement of statements) {
    if (statement.origin !== 'speech' || roles[statement.index] === 'patient') continue
    // "Timolol, uma gota nos dois olhos": an order is no finding.
    if (findMedications(statement.tokens).length > 0) {
      current = undefined
      continue
    }
    const words = wordsOf(statement.tokens)
    const stretches = statement.question ? [] : bySide(statement)
    const named = known.find(({ opens }) => opens.test(words))
    // "Esquerdo: opaco." goes on with the examination before; a side named further on is another
    // matter's.
    const first = statement.tokens.find((token) => sideOf(token))
    const goesOn = stretches.length > 0 && (first?.start ?? 0) <= GOES_ON_WITHIN
    current = named ?? (goesOn ? current : undefined)
    for (const { side, start, end } of stretches) {
      const text = current && quote(statement, start, end)
      const key = current?.keys[side]
      if (current && text && key)
        filed.push({ section: pathPlace(current.field, key), text, items: [asItem(text)] })
    }
  }
  return filed
}

function keysOf({ keys = [] }: TemplateFieldSpec, entry: RegExp): Record<Side, string> | undefined {
  const own = (side: Side) =>
    keys.find((key) => {
      const words = key.split(/\s+/)
      return (
        words.includes(side) && entry.test(fold(words.filter((word) => word !== side).join(' ')))
      )
    })
  const [right, left] = [own('OD'), own('OE')]
  return right && left ? { OD: right, OE: left } : undefined
}

/** "Para perto J1 nos dois." */
const BOTH = /^(?:nos dois(?! dias)|em ambos|dos dois lados|em cada (?:olho|ouvido)|bilateral\w*)\b/

/** The stretches of a sentence that are one side's; both sides' are each one's. */
function bySide({ tokens, text }: Statement): Stretch[] {
  const sides = tokens.flatMap((token, at) => {
    const side = sideOf(token)
    return side ? [{ side, at }] : []
  })
  const [first] = sides
  if (!first) return ofBoth({ tokens, text })
  // "… no direito e … no esquerdo": the side closes its stretch.
  const closes =
    (sides.length > 1 ? /^(?:no|na|do|da|em|a)$/ : /^(?:no|na|do|da|em)$/).test(
      tokens[first.at - 1]?.norm ?? '',
    ) && first.at > 3
  return sides.map(({ side, at }, index) => {
    const before = sides[index - 1]
    const next = sides[index + 1]
    if (closes) return { side, start: before ? tokens[before.at]!.end : 0, end: tokens[at]!.end }
    return { side, start: tokens[at]!.start, end: next ? tokens[next.at]!.start : text.length }
  })
}

/** Said of both, each one's: "Gonioscopia: ângulo aberto" of "… nos dois". */
function ofBoth({ tokens, text }: Pick<Statement, 'tokens' | 'text'>): Stretch[] {
  const at = tokens.findIndex((_, index) => BOTH.test(wordsOf(tokens.slice(index, index + 4))))
  if (at < 0) return []
  const last = /^(?:bilateral\w*)$/.test(tokens[at]!.norm)
    ? at
    : at + (/^(?:olhos|ouvidos|lados)$/.test(tokens[at + 2]?.norm ?? '') ? 2 : 1)
  const rest = tokens[last + 1]
  const pieces = [{ start: 0, end: tokens[at]!.start }]
  if (rest) pieces.push({ start: rest.start, end: text.length })
  return (['OD', 'OE'] as const).flatMap((side) => pieces.map((piece) => ({ side, ...piece })))
}

interface Stretch {
  side: Side
  /** Characters of the statement. */
  start: number
  end: number
}

function sideOf({ norm }: Token): Side | undefined {
  if (/^(?:direit[oa]|od)$/.test(norm)) return 'OD'
  return /^(?:esquerd[oa]|oe)$/.test(norm) ? 'OE' : undefined
}

type Part = 'esferico' | 'cilindrico' | 'eixo'

const OPENS =
  /\b(?:refracao|refratometria|grau|graus|esferic[oa]|cilindric[oa]|autorrefrator|lensometria)\b/
const AXIS = /^(?:eixo|x|vezes)$/
const CALLED: readonly [RegExp, Part][] = [
  [/^esferic[oa]s?$/, 'esferico'],
  [/^(?:cilindric[oa]s?|cilindro|astigmatismo)$/, 'cilindrico'],
  [AXIS, 'eixo'],
]
/** Of a glass, in dioptres; of its axis, in degrees. */
const MOST = { strength: 30, axis: 180 } as const

/**
 * The glasses a refraction found, eye by eye: "direito menos 2,25 com menos 0,75 a 180", "esquerdo
 * esférico mais um". What is called by its name is that; else the first strength is the sphere, the
 * next the cylinder, and a whole number of degrees behind them the axis.
 */
export function refractionEntries(
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
  { fields }: Pick<Template, 'fields'>,
): Sided[] {
  const field = fields.find(({ name, type }) => type === 'dict' && fold(name) === 'refracao')
  if (!field) return []
  const keyOf = (side: Side, part: Part) =>
    field.keys?.find((key) => fold(key) === `${side.toLowerCase()} ${part}`)
  const filed: Sided[] = []
  let isOpen = false
  for (const statement of statements) {
    if (statement.origin !== 'speech' || roles[statement.index] === 'patient') continue
    const stretches = statement.question ? [] : bySide(statement)
    isOpen = OPENS.test(wordsOf(statement.tokens)) || (isOpen && stretches.length > 0)
    if (!isOpen) continue
    for (const { side, start, end } of stretches) {
      const own = statement.tokens.filter((token) => token.start >= start && token.end <= end)
      for (const [part, [from, to]] of partsOf(own)) {
        const key = keyOf(side, part)
        const text = quote(statement, own[from]!.start, own[to - 1]!.end)
        if (key && text)
          filed.push({ section: pathPlace(field.name, key), text, items: [asItem(text)] })
      }
    }
  }
  return filed
}

/** Each part with its tokens, the sign included. */
function partsOf(tokens: readonly Token[]): Map<Part, [from: number, to: number]> {
  const found = new Map<Part, [number, number]>()
  for (const number of readNumbers(tokens)) {
    if (/^(?:por|\/|sobre)$/.test(tokens[number.to]?.norm ?? '')) break
    const isSigned = /^(?:menos|mais|[-+−–])$/.test(tokens[number.from - 1]?.norm ?? '')
    const from = isSigned ? number.from - 1 : number.from
    const part = calledBy(tokens, from, number) ?? byOrder(found, number, isSigned)
    const limit = part === 'eixo' ? MOST.axis : MOST.strength
    const to = /^graus?$/.test(tokens[number.to]?.norm ?? '') ? number.to + 1 : number.to
    if (part && number.value <= limit && !found.has(part)) found.set(part, [from, to])
  }
  return found
}

function calledBy(tokens: readonly Token[], from: number, { to }: NumberPhrase): Part | undefined {
  const before = tokens.slice(Math.max(0, from - 2), from).map(({ norm }) => norm)
  // "Menos 1,25 eixo 170": the axis is named before it, the others on either side.
  const behind = tokens[to]?.norm ?? ''
  const names = [...before.reverse(), AXIS.test(behind) ? '' : behind]
  for (const name of names) {
    const part = CALLED.find(([pattern]) => pattern.test(name))?.[1]
    if (part) return part
    if (/^[,;]$/.test(name)) return undefined
  }
  return undefined
}

function byOrder(
  found: ReadonlyMap<Part, unknown>,
  { value, decimals }: NumberPhrase,
  isSigned: boolean,
): Part | undefined {
  if (isSigned || decimals > 0) {
    if (!found.has('esferico')) return 'esferico'
    return found.has('cilindrico') ? undefined : 'cilindrico'
  }
  return found.has('cilindrico') && Number.isInteger(value) ? 'eixo' : undefined
}
