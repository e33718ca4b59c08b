/**
 * How much work a regular expression makes of a text whose every match is asked for: a backtracking
 * matcher that counts its steps. The count is the same on every machine and on every day, which no
 * clock is.
 */
import { accepts, type Expression } from './parse-expression.ts'

/** Matches from `at` and goes on with `then`; false when nothing that follows fits. */
type Matcher = (at: number, then: (at: number) => boolean) => boolean

const WORD = /^\w$/

/**
 * @param most counting ends one past it
 */
export function countSteps(tree: Expression, flags: string, text: string, most: number): number {
  const characters = flags.includes('u') ? Array.from(text) : text.split('')
  const taken = new Map<number | string, [number, number]>()
  const isLines = flags.includes('m')
  let steps = 0

  const step = () => {
    steps += 1
    if (steps > most) throw new TooMany()
  }
  const isWord = (at: number) => WORD.test(characters[at] ?? '')
  const atEdge = {
    start: (at: number) => at === 0 || (isLines && /[\n\r\u2028\u2029]/.test(characters[at - 1]!)),
    end: (at: number) =>
      at === characters.length || (isLines && /[\n\r\u2028\u2029]/.test(characters[at]!)),
    word: (at: number) => isWord(at - 1) !== isWord(at),
    within: (at: number) => isWord(at - 1) === isWord(at),
  }

  const compile = (part: Expression, isBack: boolean): Matcher => {
    switch (part.kind) {
      case 'character': {
        const fits = accepts(part.raw, flags)
        return (at, then) => {
          step()
          const character = characters[isBack ? at - 1 : at]
          return character !== undefined && fits(character) && then(isBack ? at - 1 : at + 1)
        }
      }
      case 'sequence': {
        const parts = part.parts.map((each) => compile(each, isBack))
        if (isBack) parts.reverse()
        const from = (index: number): Matcher =>
          index === parts.length
            ? (at, then) => then(at)
            : index === parts.length - 1
              ? parts[index]!
              : (at, then) => parts[index]!(at, (to) => rest[index]!(to, then))
        const rest = parts.map((_, index) => from(index + 1))
        return from(0)
      }
      case 'choice': {
        const parts = part.parts.map((each) => compile(each, isBack))
        return (at, then) => parts.some((each) => each(at, then))
      }
      case 'repeat': {
        const body = compile(part.body, isBack)
        const again = (times: number, at: number, then: (at: number) => boolean): boolean => {
          step()
          const once = () =>
            times < part.most &&
            body(at, (to) =>
              to === at && times >= part.least ? false : again(times + 1, to, then),
            )
          const enough = () => times >= part.least && then(at)
          return part.isLazy ? enough() || once() : once() || enough()
        }
        return (at, then) => again(0, at, then)
      }
      case 'group': {
        const body = compile(part.body, isBack)
        return (at, then) =>
          body(at, (to) => {
            const stretch: [number, number] = isBack ? [to, at] : [at, to]
            const before = taken.get(part.index)
            taken.set(part.index, stretch)
            if (then(to)) return true
            if (before) taken.set(part.index, before)
            else taken.delete(part.index)
            return false
          })
      }
      case 'again':
        return (at, then) => {
          const [from, to] = taken.get(part.group) ?? [0, 0]
          for (let index = 0; index < to - from; index += 1) {
            step()
            const other = isBack ? at - (to - from) + index : at + index
            if (characters[from + index] !== characters[other]) return false
          }
          return then(isBack ? at - (to - from) : at + (to - from))
        }
      case 'look': {
        const body = compile(part.body, !part.isAhead)
        return (at, then) => body(at, () => true) !== part.isNegated && then(at)
      }
      case 'edge':
        return (at, then) => atEdge[part.of](at) && then(at)
    }
  }

  const matcher = compile(tree, false)
  try {
    for (let at = 0; at <= characters.length; ) {
      step()
      taken.clear()
      let end = at
      const isFound = matcher(at, (to) => {
        end = to
        return true
      })
      if (flags.includes('y') && !isFound) break
      at = isFound ? Math.max(end, at + 1) : at + 1
    }
  } catch (error) {
    if (!(error instanceof TooMany)) throw error
  }
  return steps
}

class TooMany extends Error {}
