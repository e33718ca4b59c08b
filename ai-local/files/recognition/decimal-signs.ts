/**
 * A page writes its decimals in one way. Where a few numbers have the other sign, poor print may
 * have made a point of a comma: those are marked.
 */
import { MARK, NUMBER, type Word } from './two-readings.ts'

const WITH_COMMA = /^\d+(?:\.\d{3})*,\d+$/
/** Three digits behind a point are thousands. */
const WITH_POINT = /^\d+\.(?:\d{1,2}|\d{4,})$/
/** Share of a page's decimals: more are its own way. */
const FEW = 1 / 3

export function withOddSignsMarked(words: readonly Word[]): Word[] {
  const numbers = words.flatMap(({ text }) => text.match(NUMBER) ?? [])
  const commas = numbers.filter((number) => WITH_COMMA.test(number)).length
  const points = numbers.filter((number) => WITH_POINT.test(number)).length
  if (commas === 0 || points === 0) return [...words]
  if (Math.min(commas, points) > FEW * (commas + points)) return [...words]
  const odd = points < commas ? WITH_POINT : WITH_COMMA
  return words.map((word) => {
    const text = word.text.replace(NUMBER, (number, at: number) => {
      const isMarked = word.text.startsWith(MARK, at + number.length)
      return odd.test(number) && !isMarked ? number + MARK : number
    })
    return text === word.text ? word : { ...word, text, isUnsure: true }
  })
}
