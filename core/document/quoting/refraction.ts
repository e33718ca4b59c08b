/**
 * The glasses a refraction found, eye by eye: "direito menos 2,25 com menos 0,75 a 180", "esquerdo
 * esférico mais um". What is called by its name is that; else the first strength is the sphere, the
 * next the cylinder, and a whole number of degrees behind them the axis.
 */
import { type NumberPhrase, readNumbers } from '../../portuguese/numbers.ts'
import { fold, type Token } from '../../portuguese/tokens.ts'
import type { Template } from '../models/ports.ts'
import { wordsOf } from '../pieces/clauses.ts'
import type { Role } from '../pieces/speaker-role.ts'
import type { Statement } from '../pieces/statements.ts'
import { pathPlace } from './places.ts'
import { asItem, quote } from './quote.ts'
import { bySide, type Side, type Sided } from './sided-entries.ts'

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
