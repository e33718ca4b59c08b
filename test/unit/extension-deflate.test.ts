import { hash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import test from 'ava'
import fc from 'fast-check'
import { deflated } from '../../api/extension/package/zip.ts'

const isSame = (bytes: Uint8Array) => inflateRawSync(deflated(bytes)).equals(bytes)

test('whatever is packed comes back', (t) => {
  const few = fc.uint8Array({ maxLength: 600 })
  const alike = fc
    .array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 4 })
    .chain((words) => fc.array(fc.constantFrom(...words), { maxLength: 80 }))
    .map((words) => Uint8Array.from(words.flatMap((word) => [...word])))
  t.notThrows(() => fc.assert(fc.property(fc.oneof(few, alike), isSame), { numRuns: 500 }))
})

test('at the ends of lengths, distances and the window it comes back too', (t) => {
  for (const length of [0, 1, 2, 3, 4, 10, 11, 257, 258, 259, 516, 70_000])
    t.true(isSame(new Uint8Array(length).fill(7)), `${length}`)
  const part = Uint8Array.from({ length: 300 }, (_, at) => (at * 7919) % 251)
  for (const apart of [32_767, 32_768, 32_769]) {
    const bytes = new Uint8Array(apart + part.length)
    bytes.set(part)
    bytes.set(part, apart)
    t.true(isSame(bytes), `${apart}`)
  }
})

test('its bytes are these on every machine', (t) => {
  const text = Array.from({ length: 400 }, (_, at) => `linha ${at % 37} de ${at * at}`).join('\n')
  const packed = deflated(Buffer.from(text))
  t.is(hash('sha256', packed), 'f81bcac25b423d5513e9a43adb1fa56c43be2ba54445061fe90321e087db6ab5')
})
