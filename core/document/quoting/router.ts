/**
 * Where a clause belongs in one model: every table row adds up what speaks for its place, the
 * question before it counts with what it asks for, and the place with most wins if that is enough.
 * What fits nothing lands nowhere.
 */

import { type CueIndex, cueIndex } from '../../portuguese/cue-index.ts'
import type { Likely } from '../medicines/medication-likely.ts'
import type { Template } from '../models/ports.ts'
import type { Clause } from '../pieces/clauses.ts'
import { isDictated } from '../pieces/dictated.ts'
import type { Role } from '../pieces/piece.ts'
import { type ClauseContext, featuresOf } from './features.ts'
import { type CueRow, ENOUGH, type FilingPlace, type PlacedRow, placedRows } from './places.ts'

export interface Routed {
  /** The one place it belongs to; null when nothing fits. */
  place: FilingPlace | null
  score: number
  /** Whether it belongs there by its own words, without the question before it. */
  alone: boolean
  /** Where it goes as well: a score, a side. */
  beside: FilingPlace[]
  /** What speaks for each place, the question included. */
  scores: ReadonlyMap<FilingPlace, number>
  /** How likely it tells why the patient came (0 to 1), where that was asked. */
  complaint?: number
  /** How likely each class is to the sorter, where it was asked and knows enough of the visit. */
  likely?: Likely | undefined
}

export interface Router {
  /** @param asked what the question before it asks for, with how much that counts (0 to 1) */
  route(clause: Clause, context: ClauseContext, asked: ReadonlyMap<FilingPlace, number>): Routed
  /** What a question asks for, each place with 1. */
  asks(words: string, features: ReadonlySet<string>): Map<FilingPlace, number>
}

interface Hit {
  row: number
  /** Index into `says`; `needs`, `never` and `asks` by name. */
  part: number | 'needs' | 'never'
}

/** A score that nothing overrules: the doctor says in so many words what it is. */
export const SAID_SO = 9

/** How much it weighs that a place was asked for. */
const ASKED = 3
/** What says of itself where it belongs owes less to the question. */
const CLEAR = 3.2

/** Shares of a question: of what it may ask for, and of a field that only this model has. */
/** Asked for just before, not some sentences ago. */
const FRESH = 0.9
const VAGUE = 0.57
const OWN = 1.1

/** @param fields of the model: its own fields and entries are places too */
export function modelRouter({ fields }: Pick<Template, 'fields'>): Router {
  const known = routers.get(fields)
  if (known) return known
  const router = routerOf(placedRows({ fields }))
  routers.set(fields, router)
  return router
}

/** A model's tables are read once. */
const routers = new WeakMap<Template['fields'], Router>()

export function routerOf(rows: readonly PlacedRow[]): Router {
  const said: CueIndex<Hit> = cueIndex(rows.flatMap(hitsOf))
  const asking: CueIndex<number> = cueIndex(
    rows.flatMap(({ asks }, row) => (asks === undefined ? [] : [[asks, row] as const])),
  )
  return {
    route(clause, context, asked) {
      const features = featuresOf(clause, context)
      const isDoctors = isDictated(clause.statement)
      const fitsTeller = (row: PlacedRow) =>
        isHis(row, context.role) || (isDoctors && row.by === 'doctor' && isOwn(row.id))
      const sums = weigh(rows, said.find(clause.words.split(' '), features))
      const strongest = Math.max(
        0,
        ...rows.map((row, index) => {
          const own = sums[index]!
          const fits = !own.never && (row.needs === undefined || own.needs) && !row.beside
          return fits && fitsTeller(row) ? own.sum : 0
        }),
      )
      const weight = strongest > CLEAR ? ASKED / 2 : ASKED
      // "Bem-estar? Apetite?" "Apetite quatro.": what an entry says of itself answers for no other
      // entry of its field.
      const speaking = new Set(
        rows.flatMap(({ id, beside }, index) =>
          beside && sums[index]!.sum > 0 && !sums[index]!.never ? [fieldOf(id)] : [],
        ),
      )
      const best = new Map<FilingPlace, number>()
      const byItself = new Map<FilingPlace, number>()
      const beside: FilingPlace[] = []
      for (const [index, row] of rows.entries()) {
        const own = sums[index]!
        const share = asked.get(row.id) ?? 0
        if (own.never || (row.needs !== undefined && !own.needs && share === 0)) continue
        if (!fitsTeller(row)) continue
        if (features.has('#unneeded') && isOwn(row.id)) continue
        const score = own.sum + share * weight
        if (row.beside) {
          const isAsked = share > FRESH && !speaking.has(fieldOf(row.id))
          if (score >= ENOUGH && (own.sum > 0 || isAsked)) beside.push(row.id)
        } else if (score > (best.get(row.id) ?? 0)) {
          best.set(row.id, score)
          byItself.set(row.id, row.needs === undefined || own.needs ? own.sum : 0)
        }
      }
      const [place, score] = [...best].reduce<[FilingPlace | null, number]>(
        (most, each) => (each[1] > most[1] ? each : most),
        [null, 0],
      )
      const alone = place !== null && byItself.get(place)! >= ENOUGH
      return {
        place: score >= ENOUGH ? place : null,
        score,
        alone,
        beside: [...new Set(beside)],
        scores: best,
      }
    },
    asks(words, features) {
      const list = words.split(' ')
      const found = [...asking.find(list, features)]
      // "É o periódico, né?": what a field's own words ask needs no list of questions.
      const vetoed = new Set(
        [...said.find(list, features)].flatMap(({ row, part }) => (part === 'never' ? [row] : [])),
      )
      const named = [...said.find(list, features)].flatMap(({ row, part }) =>
        typeof part === 'number' && isOwn(rows[row]!.id) ? [row] : [],
      )
      const places = new Set(
        [...named, ...found].filter((row) => !vetoed.has(row)).map((row) => rows[row]!.id),
      )
      return new Map([...places].map((id) => [id, askedShare(id, places)]))
    },
  }
}

/**
 * Nearly every question could ask for the illness, and a disease may be named in asking for
 * something else.
 */
function askedShare(id: FilingPlace, all: ReadonlySet<FilingPlace>): number {
  if (id === 'presentIllness') return VAGUE
  const other = [...all].some((each) => each !== id && each !== 'presentIllness')
  if (id === 'pastHistory' && other) return VAGUE
  return isOwn(id) ? OWN : 1
}

/** A field or entry that only this model has. */
function isOwn(id: FilingPlace): boolean {
  return id.startsWith('at ')
}

function fieldOf(id: FilingPlace): string {
  return id.split(' / ')[0]!
}

function isHis({ by }: CueRow, role: Role | null): boolean {
  return by === undefined || role === null || by === role
}

function hitsOf(row: CueRow, index: number): [string, Hit][] {
  const hits = row.says.map(([, terms], part): [string, Hit] => [terms, { row: index, part }])
  if (row.needs !== undefined) hits.push([row.needs, { row: index, part: 'needs' }])
  if (row.never !== undefined) hits.push([row.never, { row: index, part: 'never' }])
  return hits
}

function weigh(
  rows: readonly PlacedRow[],
  hits: ReadonlySet<Hit>,
): { sum: number; needs: boolean; never: boolean }[] {
  const sums = rows.map(() => ({ sum: 0, needs: false, never: false }))
  for (const { row, part } of hits) {
    const own = sums[row]!
    if (part === 'needs') own.needs = true
    else if (part === 'never') own.never = true
    else own.sum += rows[row]!.says[part]![0]
  }
  return sums
}
