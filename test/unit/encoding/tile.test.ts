import test from 'ava'
import fc from 'fast-check'
import { TILE_OTHERS, TILE_ROWS, tiles } from '../../../ai-local/encoding/tile.ts'

const EIGHTS = 6
const short = fc.integer({ min: -8191, max: 8191 })

test('a tile is the sums of products of four rows and two others, to the last digit', (t) => {
  const { memory, tile } = tiles(4096)
  const shorts = new Int16Array(memory.buffer)
  const eights = fc.integer({ min: 1, max: EIGHTS })
  const numbers = fc.array(short, { minLength: 8 * EIGHTS * 6, maxLength: 8 * EIGHTS * 6 })
  fc.assert(
    fc.property(eights, numbers, (count, given) => {
      const columns = 8 * count
      const others = TILE_ROWS * columns
      const out = (TILE_ROWS + TILE_OTHERS) * columns
      shorts.set(given.slice(0, out))
      tile(0, others * 2, out * 2, columns * 2)
      const sums = new Int32Array(memory.buffer.slice(out * 2, out * 2 + 32))
      for (let row = 0; row < TILE_ROWS; row++)
        for (let other = 0; other < TILE_OTHERS; other++) {
          let sum = 0
          for (let at = 0; at < columns; at++)
            sum += given[row * columns + at]! * given[others + other * columns + at]!
          t.is(sums[row * TILE_OTHERS + other], sum | 0)
        }
    }),
    { numRuns: 50 },
  )
})
