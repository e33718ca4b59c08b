/**
 * Rows of words by how they sound, in a tree of sounds: what begins alike is compared once. One
 * walk compares all of them with what was heard from one word on, however many words it takes.
 */
import { costOfExchange, costOfGap, encodeSounds, type Sounds } from './sound-distance.ts'
import { soundsOfWords } from './sounds.ts'

export interface NearRow {
  row: string
  /** In sounds (sound-distance.ts). */
  distance: number
}

export interface SoundTree {
  /**
   * The nearest rows, for each end.
   *
   * @param heard sounds from one word on
   * @param ends where it may end: so many sounds, rising
   * @param farthest distance, for each end
   */
  findNear(heard: Sounds, ends: readonly number[], farthest: readonly number[]): NearRow[][]
}

/** Lets others work after so many rows. */
const PAUSE_EVERY = 200
const MOST_NEAR = 16
/** What a beginning may differ: so much, and so much more for each of its sounds. */
const EARLY = 1
const EARLY_PER_SOUND = 0.25
const DEEPEST = 64

/** @param rows of one word or more, divided by spaces */
export async function soundTree(
  rows: readonly string[],
  pause: () => Promise<void>,
): Promise<SoundTree> {
  const sounds: number[] = [0]
  const firstChild: number[] = [0]
  const nextSibling: number[] = [0]
  const rowsAt = new Map<number, string[]>()
  for (const [at, row] of rows.entries()) {
    if (at % PAUSE_EVERY === 0) await pause()
    let node = 0
    for (const sound of encodeSounds(soundsOfWords(row))) node = childOf(node, sound)
    const own = rowsAt.get(node)
    if (own) own.push(row)
    else rowsAt.set(node, [row])
  }

  function childOf(node: number, sound: number): number {
    for (let child = firstChild[node]!; child > 0; child = nextSibling[child]!)
      if (sounds[child] === sound) return child
    const child = sounds.length
    sounds.push(sound)
    firstChild.push(0)
    nextSibling.push(firstChild[node]!)
    firstChild[node] = child
    return child
  }

  const columns = Array.from({ length: DEEPEST + 1 }, () => new Float64Array(DEEPEST + 1))

  return {
    findNear(heard, ends, farthest) {
      const found: NearRow[][] = ends.map(() => [])
      const most = Math.max(...farthest)
      const length = heard.length
      const none = columns[0]!
      for (let j = 1; j <= length; j++) none[j] = none[j - 1]! + costOfGap(heard[j - 1]!)

      function walk(node: number, depth: number): void {
        const before = columns[depth]!
        const column = columns[depth + 1]!
        for (let child = firstChild[node]!; child > 0; child = nextSibling[child]!) {
          const sound = sounds[child]!
          const gap = costOfGap(sound)
          column[0] = before[0]! + gap
          let isAlive = column[0]! <= EARLY
          for (let j = 1; j <= length; j++) {
            const partner = heard[j - 1]!
            let cost = before[j - 1]! + costOfExchange(sound, partner)
            const without = before[j]! + gap
            if (without < cost) cost = without
            const added = column[j - 1]! + costOfGap(partner)
            if (added < cost) cost = added
            column[j] = cost
            if (cost <= most && cost <= EARLY + EARLY_PER_SOUND * j) isAlive = true
          }
          if (!isAlive) continue
          const rowsHere = rowsAt.get(child)
          if (rowsHere)
            for (const [end, j] of ends.entries())
              if (column[j]! <= farthest[end]!)
                for (const row of rowsHere) keepNear(found[end]!, { row, distance: column[j]! })
          if (depth + 2 <= DEEPEST && firstChild[child]! > 0) walk(child, depth + 1)
        }
      }
      walk(0, 0)
      return found
    },
  }
}

/** In order of distance, no more than are looked at. */
function keepNear(near: NearRow[], one: NearRow): void {
  if (near.length === MOST_NEAR && near.at(-1)!.distance <= one.distance) return
  const at = near.findLastIndex(({ distance }) => distance <= one.distance) + 1
  near.splice(at, 0, one)
  if (near.length > MOST_NEAR) near.pop()
}
