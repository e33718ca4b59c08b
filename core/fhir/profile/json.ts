/** Reading JSON that may be anything. */
export type JsonObject = Record<string, unknown>

/** @returns undefined for anything but a JSON object */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * What stands at a path of names, through lists: `valuesAt(encounter, ['diagnosis', 'condition'])`.
 */
export function valuesAt(start: unknown, steps: readonly string[]): unknown[] {
  let found: unknown[] = [start]
  for (const step of steps) {
    found = found.flatMap((value) => {
      const next = asObject(value)?.[step]
      return next === undefined ? [] : Array.isArray(next) ? next : [next]
    })
  }
  return found
}
