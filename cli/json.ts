/** A result as `--json` prints it: keys in snake_case as everywhere on the wire, dates as ISO text. `indent` 0: on one line. */
export function toJson(value: unknown, indent = 2): string {
  return JSON.stringify(renamed(value), null, indent)
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
