/**
 * Measurements as numbers. What the document has a place for is taken from the document, which a
 * doctor may have corrected; the rest from what was said. Nothing is estimated, and IMC is computed
 * by code.
 */
import type { DocumentContent } from '../contract/api.ts'
import { measureOfKey } from '../document/measures/deterministic-values.ts'
import { height } from '../document/measures/height.ts'
import type { Measurements } from '../document/measures/measure.ts'
import { round } from '../document/measures/measure-rule.ts'
import { bodyMassIndex } from '../document/measures/measurement.ts'
import type { MeasureId } from '../document/measures/measures.ts'
import { weight } from '../document/measures/weight.ts'
import type { Template } from '../document/models/ports.ts'
import { readNumbers } from '../portuguese/numbers.ts'
import { tokenize } from '../portuguese/tokens.ts'
import { headWords, nameWords } from './labels.ts'
import type { AnthropometricValue } from './schema.ts'

export interface MeasuredValues {
  /** mmHg, 1/min, °C, %, mg/dL, kg, m, cm; null when it was not measured. */
  value(id: MeasureId, index: number): number | null
  bodyMassIndex(): number | null
  anthropometric(): AnthropometricValue
}

export function measuredValues(
  document: { template: Pick<Template, 'fields'>; content: DocumentContent },
  said: Pick<Measurements, 'chosen'>,
): MeasuredValues {
  const written = writtenMeasures(document)

  function value(id: MeasureId, index: number): number | null {
    const text = written.get(`${id} ${index}`)
    if (text !== undefined) return text === null ? null : readMeasure(id, text)
    return said.chosen.get(id)?.values[index] ?? null
  }

  function index(): number | null {
    const [kg, metres] = [value('weight', 0), value('height', 0)]
    return kg === null || metres === null ? null : bodyMassIndex(kg, metres)
  }

  return {
    value,
    bodyMassIndex: index,
    anthropometric() {
      const metres = value('height', 0)
      return {
        weight: value('weight', 0),
        height: metres === null ? null : inCentimetres(metres),
        imc: index(),
      }
    },
  }
}

/** Metres unless the property asks for another unit by its name or description. */
export function inUnitOf(
  id: MeasureId,
  value: number,
  { name, description }: { name: string; description: string },
): number {
  const words = [...nameWords(name), ...headWords(description)].join(' ')
  if (id === 'height' && /\b(?:cm|centimetros?|centimeters?)\b/.test(words))
    return inCentimetres(value)
  if (id === 'weight' && /\b(?:g|gramas?|grams?)\b/.test(words)) return round(value * 1000)
  return value
}

function inCentimetres(metres: number): number {
  return round(metres * 100)
}

/** The document's own entries, by measurement; null where the document says that there is none. */
function writtenMeasures({
  template,
  content,
}: {
  template: Pick<Template, 'fields'>
  content: DocumentContent
}): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const { name, keys = [] } of template.fields) {
    const value = content[name] ?? null
    for (const key of keys) {
      const measure = measureOfKey(key)
      if (!measure || measure.id === 'bodyMassIndex') continue
      const entry = value !== null && typeof value === 'object' && !Array.isArray(value)
      found.set(`${measure.id} ${measure.index}`, entry ? (value[key] ?? null) : null)
    }
  }
  return found
}

/**
 * "72 kg", "3.200 g", "1,72 m", "172 cm", "120 mmHg" in the measurement's own unit; null when it is
 * not one number.
 */
function readMeasure(id: MeasureId, text: string): number | null {
  const tokens = tokenize(text)
  const rule = id === 'weight' ? weight : id === 'height' ? height : undefined
  if (rule) return rule.find(tokens, true)[0]?.values[0] ?? null
  const [number, ...others] = readNumbers(tokens)
  return number && others.length === 0 ? number.value : null
}
