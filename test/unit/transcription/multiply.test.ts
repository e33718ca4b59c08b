import test from 'ava'
import fc from 'fast-check'
import { multiplier } from '../../../ai-local/vad/multiply.ts'

test('the vector code multiplies as plain arithmetic does', (t) => {
  const shapes = fc.record({
    rows: fc.integer({ min: 1, max: 20 }),
    columns: fc.integer({ min: 1, max: 12 }).map((n) => n * 16),
    seed: fc.integer(),
  })
  fc.assert(
    fc.property(shapes, ({ rows, columns, seed }) => {
      const { memory, multiply } = multiplier((rows * columns + columns + rows) * 4)
      const weights = new Float32Array(memory.buffer, 0, rows * columns)
      const input = new Float32Array(memory.buffer, weights.byteLength, columns)
      const output = new Float32Array(memory.buffer, input.byteOffset + input.byteLength, rows)
      const value = (i: number) => Math.sin(seed + i * 1.7)
      weights.forEach((_, i) => {
        weights[i] = value(i)
      })
      input.forEach((_, i) => {
        input[i] = value(-i)
      })
      output.fill(3)
      multiply(0, input.byteOffset, output.byteOffset, rows, columns)
      for (let r = 0; r < rows; r++) {
        let sum = 3
        for (let c = 0; c < columns; c++) sum += weights[r * columns + c]! * input[c]!
        if (Math.abs(output[r]! - sum) > 1e-4) return false
      }
      return true
    }),
  )
  t.pass()
})
