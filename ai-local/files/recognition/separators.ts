/**
 * Commas and points between digits, found in the picture itself: small marks at the foot of a
 * number. Recognition loses them at times, surely and in every reading alike; a mark that it does
 * not tell makes the number unsure.
 */
import type { GreyPicture } from '../grey-picture.ts'
import { marksIn } from './marks.ts'

interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Share of a digit's height. */
const TALL = 0.6
const SMALL = 0.5
const FOOT = 0.6
/** Below the digits' foot: a comma hangs down, a point does not. */
const HANGS = 0.1
const LEAST_MARK = 0.09
/** Around what is said to be the number: a tail may hang below it. */
const BELOW = 0.3

/**
 * @param separators that were recognized, in their order: `.`, `,` and others
 * @returns false where the picture shows others
 */
export function showsSeparators(
  picture: GreyPicture,
  box: Box,
  separators: readonly string[],
): boolean {
  const found = smallMarks(picture, box)
  // Where letters touch, a mark may be part of a digit; none is ever added.
  if (!found || found.hangs.length < separators.length) return true
  return found.hangs.length === separators.length && areThose(found.hangs, separators)
}

/** The picture has just these marks: enough to trust them where one reading lost them. */
export function showsJust(picture: GreyPicture, box: Box, separators: readonly string[]): boolean {
  const found = smallMarks(picture, box)
  return found?.hangs.length === separators.length && areThose(found.hangs, separators)
}

function areThose(hangs: readonly number[], separators: readonly string[]): boolean {
  return hangs.every((hang, index) => {
    if (separators[index] === '.') return hang < HANGS * 1.5
    return separators[index] === ',' ? hang > HANGS / 2 : true
  })
}

/** How far each hangs below the digits, from left to right; undefined: no digit is seen. */
function smallMarks(picture: GreyPicture, box: Box): { hangs: number[] } | undefined {
  const below = Math.round((box.y1 - box.y0) * BELOW)
  const marks = marksIn(picture, {
    x0: Math.floor(box.x0) - 1,
    y0: Math.floor(box.y0) - 1,
    x1: Math.ceil(box.x1) + 1,
    y1: Math.ceil(box.y1) + below,
  })
  const tall = Math.max(1, ...marks.map(({ y0, y1 }) => y1 - y0))
  const digits = marks.filter(({ y0, y1 }) => y1 - y0 > TALL * tall)
  if (digits.length === 0) return undefined
  const top = Math.min(...digits.map(({ y0 }) => y0))
  const foot = median(digits.map(({ y1 }) => y1))
  const small = marks
    .filter(({ x0, x1, y0, y1, pixels }) => {
      const isSmall = y1 - y0 < SMALL * tall && x1 - x0 < SMALL * tall
      const isAtFoot = (y0 + y1) / 2 > top + FOOT * (foot - top)
      return isSmall && isAtFoot && pixels >= Math.max(3, (LEAST_MARK * tall) ** 2)
    })
    .sort((a, b) => a.x0 - b.x0)
  return { hangs: small.map(({ y1 }) => (y1 - foot) / tall) }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
