import type { Slot } from './slot-grammar.ts'

export type SlotKind = 'close' | 'literal' | 'string' | 'number' | 'array' | 'object'

/**
 * Looks for the end of the value in the text sampled for a slot.
 * @returns its kind and the index behind its last character, or null while it is unfinished
 */
export function scanSlot(
  { plan, lead, mayClose }: Slot,
  text: string,
): { kind: SlotKind; end: number } | null {
  if (mayClose && text.startsWith(']')) return { kind: 'close', end: 1 }
  if (!text.startsWith(lead)) return null
  const start = lead.length
  const first = text[start]
  if (first === undefined) return null
  if (first === '[' && plan.array) return { kind: 'array', end: start + 1 }
  if (first === '{' && plan.object) return { kind: 'object', end: start + 1 }
  if (first === '"') {
    const end = stringEnd(text, start)
    return end < 0 ? null : { kind: plan.string ? 'string' : 'literal', end }
  }
  if (/[-0-9]/.test(first)) {
    // Only what follows proves that a number is finished.
    const length = text.slice(start).search(/[^-0-9.]/)
    return length < 0 ? null : { kind: plan.number ? 'number' : 'literal', end: start + length }
  }
  const literal = plan.literals.find((one) => text.startsWith(one, start))
  return literal === undefined ? null : { kind: 'literal', end: start + literal.length }
}

/** Index behind the closing quote of the JSON string that opens at `start`, or -1. */
function stringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '"') return index + 1
  }
  return -1
}
