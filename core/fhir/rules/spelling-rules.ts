import { asObject, type JsonObject } from '../profile/json.ts'
import type { Run } from '../profile/run.ts'

/**
 * LOINC and UCUM as the establishment's setting writes them, wherever they stand (RNDS.md §5.5):
 * the profiles bind the codes of measurements, but leave the system of their units open.
 */
export function checkSpellings(run: Run, bundle: JsonObject): void {
  for (const { system, path } of systemsIn(bundle, 'Bundle')) {
    const correction = run.spellings.correction(system)
    if (correction !== undefined && !run.hasError(path))
      run.report(
        'spelling',
        path,
        `a grafia da tabela de códigos não é a configurada; use ${correction}`,
      )
  }
}

function* systemsIn(value: unknown, path: string): Generator<{ system: string; path: string }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* systemsIn(item, `${path}[${index}]`)
    return
  }
  for (const [key, inner] of Object.entries(asObject(value) ?? {})) {
    const inside = `${path}.${key}`
    if (key === 'system' && typeof inner === 'string') yield { system: inner, path: inside }
    else yield* systemsIn(inner, inside)
  }
}
