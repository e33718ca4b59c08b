/**
 * Writes one JSON document by its plan: fixed text goes into the model's context unsampled,
 * together with the last sampled token in one evaluation; each open value is sampled under its own
 * grammar. So the number of model steps is that of the values alone, finished properties can be
 * told as they come, and no answer has another shape than the plan's.
 *
 * A text that reaches its bound, goes in circles, or that the model ends without closing is closed
 * here and reported as `cut`: whoever asked decides what half a statement is worth.
 */
import { AppError } from '../../core/errors.ts'
import { boundSlot, boundText } from './bound-words.ts'
import { runawayStart } from './runaway.ts'
import {
  NEXT_ITEM_GRAMMAR,
  type Slot,
  type SlotKind,
  scanSlot,
  slotGrammar,
} from './slot-grammar.ts'
import { allowedPrefix, stateAfter, type TextState } from './text-states.ts'
import { fixedText, type PropertyPlan, type ValuePlan } from './value-plan.ts'

/** The model, one token at a time. */
export interface TokenSource {
  /** From here on tokens are sampled under this grammar, from its beginning. */
  startSlot(grammar: string): Promise<void>
  /**
   * Evaluates what is certain by now, then samples one token; null when the model ends its answer.
   * @param bound where the slot's text stands among those that are allowed: only what goes on from
   * there is sampled
   */
  next(certain: number[], bound: TextState | null): Promise<number | null>
  tokenize(text: string): number[]
  /** Text of the slot's `tokens`, as they continue what was evaluated before the slot. */
  text(tokens: number[]): string
}

export interface WriteOptions {
  /** Limit of the whole answer, sampled and fixed. Reaching it fails: half a document is none. */
  maxTokens: number
  /** A finished property of the root object: its JSON, and where in it texts were cut. */
  onProperty?(name: string, json: string, cut: string[][]): void
  /** How much was added: for progress. */
  onText?(text: string): void
}

export interface WrittenJson {
  json: string
  sampledTokens: number
  fixedTokens: number
}

interface Sampled {
  kind: SlotKind
  /** The value as JSON text; for lists and objects only the opening bracket. */
  json: string
  /** Text that the model wrote after it: a hint of whether the list goes on. */
  rest: string
}

/** @throws {AppError} `generation_failed` */
export async function writeJson(
  plan: { object: PropertyPlan[] },
  source: TokenSource,
  options: WriteOptions,
): Promise<WrittenJson> {
  /** Certain but not yet evaluated: sampled tokens, then text. */
  let certainTokens: number[] = []
  let certainText = ''
  let sampledTokens = 0
  let fixedTokens = 0
  let cut: string[][] = []

  async function sampleToken(bound: TextState | null = null): Promise<number | null> {
    const fixed = source.tokenize(certainText)
    const certain = [...certainTokens, ...fixed]
    certainTokens = []
    certainText = ''
    fixedTokens += fixed.length
    sampledTokens += 1
    if (sampledTokens + fixedTokens > options.maxTokens) throw failed('answer_too_long')
    return source.next(certain, bound)
  }

  /**
   * Keeps the part of the newest token that belongs to the value; what follows is tokenized
   * together with it. White space behind a number is kept whole: without it there would be nothing
   * to evaluate before the next sample.
   */
  function keep(token: number, tokenText: string, lengthBeyond: number) {
    const isWhole = lengthBeyond === 0 || tokenText.trim() === '' || tokenText.includes('\uFFFD')
    if (isWhole) certainTokens = [token]
    else certainText = tokenText.slice(0, tokenText.length - lengthBeyond)
  }

  async function sample(slot: Slot, path: string[]): Promise<Sampled> {
    await source.startSlot(slotGrammar(slot))
    const maxChars = slot.plan.string?.maxChars
    const allowed = boundSlot(slot)
    let bound = allowed
    const tokens: number[] = []
    let text = ''
    while (true) {
      const token = await sampleToken(bound)
      if (token === null) {
        const isOpenText = slot.plan.string && text[slot.lead.length] === '"'
        if (!isOpenText) throw failed('answer_ended_early')
        return close(slot, text, path)
      }
      tokens.push(token)
      const before = text
      text = source.text(tokens)
      bound = allowed && stateAfter(allowed, text)
      if (allowed && !bound) return close(slot, text, path)
      const found = scanSlot(slot, text)
      if (found) {
        const json = text.slice(slot.lead.length, found.end)
        if (found.kind === 'string' && isTooLong(json, maxChars)) return close(slot, json, path)
        keep(token, text.slice(before.length), text.length - found.end)
        options.onText?.(json)
        if (found.kind === 'string' && json.includes('\uFFFD')) return close(slot, json, path)
        return { kind: found.kind, json, rest: text.slice(found.end) }
      }
      const partial = slot.plan.string && text[slot.lead.length] === '"'
      if (partial && (isTooLong(text, maxChars) || runawayStart(text) >= 0))
        return close(slot, text, path)
      certainTokens = [token]
    }
  }

  /** Ends a text that did not end by itself. */
  function close(slot: Slot, text: string, path: string[]): Sampled {
    const content = contentOf(text.slice(text.indexOf('"') + 1))
    const circle = runawayStart(content)
    const straight = circle >= 0 ? content.slice(0, circle) : content
    const { minChars = 0, maxChars = 0 } = slot.plan.string ?? {}
    const characters = [...(straight.length >= minChars ? straight : content)]
    const kept = characters.slice(0, maxChars).join('')
    const words = slot.plan.string?.words
    const whole = words ? (allowedPrefix(boundText(words), kept) ?? '') : kept.padEnd(minChars)
    if ([...whole].length < minChars) throw failed('answer_ended_early')
    const json = JSON.stringify(whole)
    cut.push(path)
    certainTokens = []
    certainText = '"'
    options.onText?.(json)
    return { kind: 'string', json, rest: '' }
  }

  async function writeValue(
    slot: Slot,
    path: string[],
    depth: number,
  ): Promise<{ json: string; rest: string } | null> {
    const fixed = slot.mayClose ? null : fixedText(slot.plan)
    if (fixed !== null) {
      certainText += slot.lead + fixed
      return { json: fixed, rest: '' }
    }
    // Nothing but an object or a list can stand here: its bracket needs no sampling either.
    const bracket = slot.mayClose ? null : onlyBracket(slot.plan)
    if (bracket) certainText += slot.lead + bracket
    const sampled: Sampled = bracket
      ? { kind: bracket === '{' ? 'object' : 'array', json: bracket, rest: '' }
      : await sample(slot, path)
    if (sampled.kind === 'close') return null
    if (sampled.kind === 'object' && slot.plan.object)
      return { json: await writeObject(slot.plan.object, path, depth + 1), rest: '' }
    if (sampled.kind === 'array' && slot.plan.array)
      return { json: await writeList(slot.plan.array, path, depth + 1), rest: '' }
    return sampled
  }

  async function writeObject(
    properties: PropertyPlan[],
    path: string[],
    depth: number,
  ): Promise<string> {
    const isRoot = depth === 0
    const parts: string[] = []
    for (const [index, { key, value }] of properties.entries()) {
      const name = JSON.stringify(key)
      certainText += `${index > 0 ? ',' : ''}${isRoot ? '\n  ' : index > 0 ? ' ' : ''}${name}:`
      const slot: Slot = { plan: value, lead: ' ', mayClose: false, follow: 'any' }
      const written = await writeValue(slot, [...path, key], depth)
      const json = written?.json ?? 'null'
      parts.push(`${name}:${json}`)
      if (!isRoot) continue
      options.onProperty?.(key, json, cut)
      cut = []
    }
    certainText += isRoot ? '\n}' : '}'
    return `{${parts.join(',')}}`
  }

  async function writeList(
    { items, minItems, maxItems }: NonNullable<ValuePlan['array']>,
    path: string[],
    depth: number,
  ): Promise<string> {
    const parts: string[] = []
    while (parts.length < maxItems) {
      const count = parts.length + 1
      const follow = count >= maxItems ? 'close' : count >= minItems ? 'comma or close' : 'comma'
      const slot: Slot = {
        plan: items,
        lead: parts.length > 0 ? ' ' : '',
        mayClose: parts.length === 0 && minItems === 0,
        follow,
      }
      const written = await writeValue(slot, [...path, String(parts.length)], depth)
      if (!written) return closeList(parts, true)
      parts.push(written.json)
      if (count >= maxItems || !(await goesOn(count, minItems, written.rest))) break
      certainText += ','
    }
    return closeList(parts, false)
  }

  function closeList(parts: string[], isWritten: boolean): string {
    if (!isWritten) certainText += ']'
    return `[${parts.join(',')}]`
  }

  /** Whether another item follows: the model's own punctuation tells, else it is asked. */
  async function goesOn(count: number, minItems: number, rest: string): Promise<boolean> {
    const hint = rest.trimStart()[0]
    if (count < minItems || hint === ',') return true
    if (hint === ']') return false
    await source.startSlot(NEXT_ITEM_GRAMMAR)
    const token = await sampleToken()
    if (token === null) throw failed('answer_ended_early')
    return source.text([token]).startsWith(',')
  }

  certainText = '{'
  const json = await writeObject(plan.object, [], 0)
  return { json, sampledTokens, fixedTokens }
}

function onlyBracket(plan: ValuePlan): '{' | '[' | null {
  if (plan.literals.length > 0 || plan.string || plan.number) return null
  if (plan.object) return plan.array ? null : '{'
  return plan.array ? '[' : null
}

/**
 * `text` opens with a quote and may lack the closing one. Escapes count twice here at first: cheap,
 * then exact.
 */
function isTooLong(text: string, maxChars = 0): boolean {
  return (
    text.length > maxChars && [...contentOf(text.slice(text.indexOf('"') + 1))].length > maxChars
  )
}

/**
 * The content of a possibly unfinished JSON string: up to its closing quote, without what could not
 * be decoded.
 */
function contentOf(raw: string): string {
  let content = ''
  for (let index = 0; index < raw.length; index += 1) {
    const character = raw[index] as string
    if (character === '"') break
    if (character === '\\') index += 1
    const kept = character === '\\' ? (raw[index] ?? '') : character
    if (kept !== '\uFFFD') content += kept
  }
  return content
}

function failed(issue: string): AppError {
  return new AppError('unavailable', 'generation_failed', 'O documento não pôde ser gerado.', {
    details: [{ issue }],
  })
}
