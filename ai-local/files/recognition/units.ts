/**
 * Units as they are printed, where recognition writes one letter twice or takes a g for a 9:
 * without its unit a value is none.
 */
const UNITS =
  'g/dL mg/dL µg/dL mcg/dL ng/dL g/L mg/L µg/L ng/mL pg/mL µg/mL mEq/L mmol/L µmol/L nmol/L pmol/L U/L UI/L UI/mL mUI/mL mUI/L µUI/mL /mm3 /µL mil/mm3 mL/min fL'.split(
    ' ',
  )

const BY_KEY = new Map(UNITS.map((unit) => [keyOf(unit), unit]))

/** Undefined for every other word. */
export function asUnit(word: string): string | undefined {
  return word.includes('/') ? BY_KEY.get(keyOf(word)) : undefined
}

/** What stays the same however often a letter was told, and in which case. */
function keyOf(unit: string): string {
  return unit
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('μ', 'µ')
    .replaceAll('9', 'g')
    .replace(/(.)\1+/g, '$1')
}
