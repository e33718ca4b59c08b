/**
 * JSON of everything that is sent or kept. Libraries of 2009 gave arrays, strings, numbers and
 * dates a `toJSON` that answers with ready-made text, which `JSON.stringify` obeys: what a page did
 * to built-in prototypes must not change what reaches the server.
 */

/** As `JSON.stringify` writes it on a clean page. @throws {TypeError} for what JSON cannot say */
export function jsonOf(value: unknown): string {
  return written(value, []) ?? 'null'
}

/** Undefined where there is nothing to write. */
function written(value: unknown, above: readonly object[]): string | undefined {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol')
    return undefined
  // Only objects are asked for a `toJSON`.
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (above.includes(value)) throw new TypeError('json: it holds itself')
  const within = [...above, value]
  if (Array.isArray(value)) return `[${joined(value, (one) => written(one, within) ?? 'null')}]`
  const plain = plainOf(value)
  if (plain !== value) return written(plain, within)
  const members = joined(Object.keys(value), (name) => {
    const text = written((value as Record<string, unknown>)[name], within)
    return text === undefined ? undefined : `${JSON.stringify(name)}:${text}`
  })
  return `{${members}}`
}

/** What stands for it in JSON; a class of the host's may have a `toJSON` of its own. */
function plainOf(value: object): unknown {
  if (isDate(value)) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof String || value instanceof Number || value instanceof Boolean)
    return value.valueOf()
  const { toJSON } = value as { toJSON?: unknown }
  const everybodys = (Object.prototype as { toJSON?: unknown }).toJSON
  return typeof toJSON === 'function' && toJSON !== everybodys ? toJSON.call(value, '') : value
}

/** Whether it is a date of any frame. */
function isDate(value: object): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]'
}

function joined<T>(list: readonly T[], write: (one: T) => string | undefined): string {
  let text = ''
  for (let i = 0; i < list.length; i++) {
    const next = write(list[i]!)
    if (next !== undefined) text += text === '' ? next : `,${next}`
  }
  return text
}

/** Without `reduce`, which old libraries put something else into the place of. */
export function sumOf<T>(list: Iterable<T>, measure: (one: T) => number): number {
  let sum = 0
  for (const one of list) sum += measure(one)
  return sum
}
