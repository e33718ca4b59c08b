/**
 * The grammar (GBNF) of one sampled value. After the value it also allows the punctuation that
 * naturally follows it: models like to write `",` as one token, and without that they would be
 * pushed into going on with the text. What was written beyond the value is thrown away again.
 */
import { isNumberText, type ValuePlan } from './value-plan.ts'

export interface Slot {
  plan: ValuePlan
  /** What stands before the value: a space after `:` and `,`, nothing after `[`. */
  lead: '' | ' '
  /** An empty list: `]` may stand instead of a value. */
  mayClose: boolean
  /** Punctuation that may follow, as the place in the document allows it. */
  follow: Follow
}

export type Follow = 'any' | 'comma' | 'close' | 'comma or close'

/**
 * Text as it may stand in a value: no control characters (escapes are limited to `\"` and `\\`, so
 * none can be smuggled in), no line or paragraph separators, nothing invisible or
 * direction-changing.
 */
const CHAR = String.raw`char ::= [^"\\\x00-\x1F\x7F-\x9F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uD800-\uDFFF\uFEFF\uFFF0-\uFFFF\U000E0000-\U0010FFFF] | "\\" ["\\]`
const NUMBER = {
  integer: 'number ::= "-"? ("0" | [1-9] [0-9]{0,14})',
  number: 'number ::= "-"? ("0" | [1-9] [0-9]{0,14}) ("." [0-9]{1,9})?',
}
const AFTER = String.raw`rest ::= [,}\] \n]*`
const FIRST_AFTER: Record<Follow, string> = {
  any: String.raw`[,}\]]`,
  comma: '","',
  close: '"]"',
  'comma or close': String.raw`[,\]]`,
}

/**
 * @returns GBNF whose `root` is the slot; equal slots give equal text, so that it can be a cache
 * key.
 */
export function slotGrammar({ plan, lead, mayClose, follow }: Slot): string {
  const rules: string[] = [AFTER, `after ::= [ \\n]* ${FIRST_AFTER[follow]} rest`]
  const choices: string[] = []

  for (const literal of plan.literals)
    choices.push(`${quoted(literal)} ${isNumberText(literal) ? 'after' : 'after?'}`)
  if (plan.string) {
    rules.push(CHAR)
    const { minChars } = plan.string
    choices.push(String.raw`"\"" char${minChars > 0 ? `{${minChars},}` : '*'} "\"" after?`)
  }
  if (plan.number) {
    rules.push(NUMBER[plan.number])
    choices.push('number after')
  }
  if (plan.array) choices.push(String.raw`"[" [ \n"{\]]*`)
  if (plan.object) choices.push(String.raw`"{" [ \n"]*`)

  const value = `${lead ? '" " ' : ''}(${choices.join(' | ')})`
  const root = mayClose ? `${value} | "]" rest` : value
  return [`root ::= ${root}`, ...rules].join('\n')
}

/** After an item of a list: the next one, or the end. */
export const NEXT_ITEM_GRAMMAR = ['root ::= ("," | "]") rest', AFTER].join('\n')

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

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
