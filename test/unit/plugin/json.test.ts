// Own process: it changes built-in prototypes for a moment.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { jsonOf } from '../../../plugin/services/json.ts'

const PLUGIN = join(import.meta.dirname, '../../../plugin')

test('whatever JSON can say is written as JSON.stringify writes it', (t) => {
  fc.assert(fc.property(fc.jsonValue(), (value) => jsonOf(value) === JSON.stringify(value)))
  const values = [
    { a: undefined, b: [undefined, () => 1, Number.NaN], c: new Date(0), d: Object('text') },
    [new Date(Number.NaN), Number.POSITIVE_INFINITY, -0, '\ud800', Symbol('x')],
    { toJSON: () => ({ own: [1, { toJSON: () => 'class' }] }) },
    null,
  ]
  for (const value of values) t.is(jsonOf(value), JSON.stringify(value))
})

test('a value that JSON cannot hold is an error, as usual', (t) => {
  const ring: { self?: unknown } = {}
  ring.self = [ring]
  t.throws(() => jsonOf(ring), { instanceOf: TypeError })
  t.throws(() => jsonOf({ big: 1n }), { instanceOf: TypeError })
  const twice = { a: 1 }
  t.is(jsonOf([twice, twice]), '[{"a":1},{"a":1}]')
})

test.serial('no toJSON of a built-in prototype is asked', (t) => {
  const value = { list: [1, 'text', true, { at: new Date(0) }], none: null }
  const expected = JSON.stringify(value)
  const prototypes = [Array, String, Number, Boolean, Date, Object].map(
    (one) => one.prototype as { toJSON?: unknown },
  )
  const before = prototypes.map((one) => Object.getOwnPropertyDescriptor(one, 'toJSON'))
  for (const one of prototypes)
    Object.defineProperty(one, 'toJSON', { value: () => 'broken', configurable: true })
  try {
    t.is(jsonOf(value), expected)
  } finally {
    for (const [i, one] of prototypes.entries())
      if (before[i]) Object.defineProperty(one, 'toJSON', before[i])
      else delete one.toJSON
  }
})

test('the plugin writes JSON in one place, and uses nothing that old libraries replace', async (t) => {
  const files = (await readdir(PLUGIN, { recursive: true })).filter((path) => path.endsWith('.ts'))
  t.true(files.length > 200)
  // Pages of their own, on which nothing else runs.
  const isOwnPage = (path: string) => /^(?:admin|extension)\//.test(path)
  for (const path of files) {
    if (path.endsWith('originals.ts') || isOwnPage(path)) continue
    const text = await readFile(join(PLUGIN, path), 'utf8')
    if (!path.endsWith('json.ts')) t.notRegex(text, /JSON\.stringify/, path)
    // The audio thread is no page's.
    if (!path.startsWith('worklet')) t.notRegex(text, /\.reduce\(/, path)
  }
})
