/**
 * A result as `--json` prints it: keys in snake_case as everywhere on the wire, dates as ISO text.
 * `indent` 0: on one line.
 */
export function toJson(value: unknown, indent = 2): string {
  return plainJson(renamed(value), indent)
}

/** The same with its keys as they are: what a terminal would obey is escaped. */
export function plainJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(SHOWN, escaped)
}

/** What JSON leaves as it is and a terminal obeys, or shows the wrong way round. */
const SHOWN = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function renamed(value: unknown): unknown {
  if (value === undefined || value === null || typeof value !== 'object') return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(renamed)
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [snakeCase(key), renamed(inner)]),
  )
}

/** `sizeBytes` → `size_bytes`, `aboutMiB` → `about_mib` */
function snakeCase(key: string): string {
  return key.replace('MiB', 'Mib').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
