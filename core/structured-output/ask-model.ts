/**
 * What rules could not tell is asked of the language model, under a grammar made of the host's
 * schema, and every value of its answer is compared with its sources by the rules that documents
 * are checked by. Nobody reads these data before they enter a record: what is not supported is
 * null, and so is what contradicts the document.
 */
import { findDisagreement } from '../document/checks/check-claim.ts'
import { type EvidenceIndex, foundEvidence } from '../document/evidence/evidence.ts'
import { numberKey } from '../document/evidence/numbers.ts'
import { says } from '../document/evidence/sources.ts'
import type { JsonSchema, TextGenerator } from '../document/models/ports.ts'
import { quoted, writeDataPrompt } from '../document/models/prompt.ts'
import { isAppError } from '../errors.ts'
import type { Term } from '../portuguese/term.ts'
import { tokenize } from '../portuguese/tokens.ts'
import type { DiagnosisCodes } from './diagnosis-codes.ts'
import type { OpenNode } from './fill.ts'
import { headWords, nameWords } from './labels.ts'
import type { Material } from './material.ts'
import { numbersOf } from './numbers-of.ts'
import { pointerPart } from './pointer.ts'
import { emptyValue, type OutputValue, outputObject, type SchemaNode } from './schema.ts'
import { subjectWithin } from './subject.ts'
import { allowedValues, fitted, keepsRules, type ValueRule } from './value-rules.ts'

export interface ModelAnswer {
  path: string[]
  value: OutputValue
}

export interface AnswerLimits {
  /** Characters of one text, elements of one list. */
  textChars: number
  listItems: number
}

const LIMITS: AnswerLimits = { textChars: 600, listItems: 12 }
/** Small models lose count of long forms; a group is one request. */
const GROUP = 20
const LONGEST_ANSWER_TOKENS = 4096

/** @throws {AppError} as `TextGenerator.generate` does: a broken answer is no answer */
export async function askModel(
  open: readonly OpenNode[],
  deps: {
    text: TextGenerator
    material: Material
    codes: DiagnosisCodes
    signal: AbortSignal
    limits?: AnswerLimits
  },
): Promise<ModelAnswer[]> {
  const answers: ModelAnswer[] = []
  for (let from = 0; from < open.length; from += GROUP)
    answers.push(...(await askGroup(open.slice(from, from + GROUP), deps)))
  return answers
}

async function askGroup(
  open: readonly OpenNode[],
  { text, material, codes, signal, limits = LIMITS }: Parameters<typeof askModel>[1],
): Promise<ModelAnswer[]> {
  const keyed = open.map((one) => ({ ...one, key: one.path.map(pointerPart).join('/') }))
  const schema: JsonSchema = objectOf(keyed.map(({ key, node }) => [key, asked(node, limits)]))
  const lines = keyed.map(({ key, node }) => `- ${quoted(key)}: ${describe(node)}`)
  const { document, sources } = material.input
  const cutPaths: string[][] = []

  function generate(from: typeof sources, visit?: string) {
    cutPaths.length = 0
    return text.generate(writeDataPrompt(from, document.markdown, lines), {
      schema,
      maxTokens: LONGEST_ANSWER_TOKENS,
      signal,
      ...(visit === undefined ? {} : { visit }),
      onProperty: (_name, _value, cut) => void cutPaths.push(...cut),
    })
  }

  const json = await generate(sources, document.consultationId).catch((error: unknown) => {
    if (!isAppError(error) || error.code !== 'prompt_too_long') throw error
    // The document is the visit in short. Asked without the visit, it takes the place of nothing
    // that was read of it.
    return generate({ segments: [], contextMarkdown: '', backgroundHistory: null, files: [] })
  })
  const cut = new Set(cutPaths.map((path) => JSON.stringify(path)))
  const answer = JSON.parse(json) as Record<string, unknown>
  const check = valueCheck(material, codes, cut)
  const answers: ModelAnswer[] = []
  for (const { key, node, path } of keyed) {
    const anchor = [...nameWords(path.at(-1) ?? ''), ...headWords(node.description)].join(' ')
    const about = { anchor, outer: [] }
    answers.push({ path, value: await check(node, answer[key], [key], about) })
  }
  return answers
}

/**
 * Yes and no, measurements and codes are never the model's to say: a code is asked for in words and
 * looked up.
 */
function asked(node: SchemaNode, limits: AnswerLimits): JsonSchema {
  switch (node.type) {
    case 'object':
      return objectOf(
        node.properties
          .filter(({ node: inner }) => isAsked(inner))
          .map(({ name, node: inner }) => [name, asked(inner, limits)]),
      )
    case 'array':
      return {
        type: 'array',
        items: itemOf(node.items, limits),
        maxItems: limits.listItems,
      }
    case 'number':
      return { anyOf: [{ type: 'number' }, { type: 'null' }] }
    default:
      return { anyOf: [textOf(node, limits), { type: 'null' }] }
  }
}

/** An element of a list is never null. */
function itemOf(node: SchemaNode, limits: AnswerLimits): JsonSchema {
  return node.type === 'string' ? textOf(node, limits) : asked(node, limits)
}

function textOf(node: SchemaNode, { textChars }: AnswerLimits): JsonSchema {
  const named = namedTexts(node)
  return named ? { enum: named } : { type: 'string', minLength: 1, maxLength: textChars }
}

/** More of them are not put into a grammar: an answer is held against them when it has come. */
const MOST_NAMED = 100

/** The texts that a host's schema allows, where it names them. */
function namedTexts(node: SchemaNode): string[] | undefined {
  const named = node.type === 'string' ? allowedValues(node.rules ?? []) : undefined
  if (!named || named.length === 0 || named.length > MOST_NAMED) return undefined
  return named.map(String)
}

function isAsked(node: SchemaNode): boolean {
  if (node.type === 'array') return isAsked(node.items)
  if (node.type === 'object') return node.properties.some(({ node: inner }) => isAsked(inner))
  return node.type !== 'boolean' && node.type !== 'AnthropometricData'
}

function objectOf(entries: [string, JsonSchema][]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(entries),
    required: entries.map(([name]) => name),
    additionalProperties: false,
  }
}

const KINDS: Record<string, string> = { string: 'texto', number: 'número', CID: 'diagnóstico' }

/** The host's words stay within quotes: they say what is wanted and can order nothing else. */
function describe(node: SchemaNode): string {
  const meaning = node.description === '' ? '' : ` ${quoted(node.description)}`
  if (node.type === 'array') return `lista,${meaning} de ${describe(node.items)}`
  if (node.type !== 'object') return `${KINDS[node.type] ?? node.type}${meaning}${oneOf(node)}`
  const inner = node.properties
    .filter(({ node: one }) => isAsked(one))
    .map(({ name, node: one }) => `${quoted(name)}: ${describe(one)}`)
  return `objeto${meaning} (${inner.join('; ')})`
}

function oneOf(node: SchemaNode): string {
  const named = namedTexts(node)
  return named ? `, um destes: ${named.map(quoted).join(', ')}` : ''
}

function valueCheck(material: Material, codes: DiagnosisCodes, cut: ReadonlySet<string>) {
  const { all, written, readTerms } = material

  async function check(
    node: SchemaNode,
    value: unknown,
    path: string[],
    about: About,
  ): Promise<OutputValue> {
    switch (node.type) {
      case 'string':
        return checkedText(value, path, node.rules)
      case 'number':
        if (typeof value !== 'number' || !isSaid(value, about.anchor)) return null
        return keepsRules(node.rules ?? [], value) ? value : null
      case 'CID': {
        const text = checkedText(value, path)
        const code = text === null ? null : await codes.of(text)
        return code && { ...code }
      }
      case 'AnthropometricData':
      case 'boolean':
        return emptyValue(node)
      case 'array': {
        const items: OutputValue[] = []
        for (const [index, item] of (Array.isArray(value) ? value : []).entries())
          items.push(await check(node.items, item, [...path, String(index)], about))
        return withoutRepeats(items.filter(saysSomething))
      }
      case 'object': {
        const given = (value ?? {}) as Record<string, unknown>
        const texts = new Map<string, string>()
        // Texts first: they are what the numbers beside them are about.
        for (const { name, node: inner } of node.properties) {
          if (inner.type !== 'string') continue
          const text = checkedText(given[name], [...path, name], inner.rules)
          if (text !== null && !isRepeated(name, text, about.outer)) texts.set(name, text)
        }
        const inside = { anchor: [...texts.values()].join(' '), outer: [...about.outer, texts] }
        const entries: [string, OutputValue][] = []
        for (const { name, node: inner } of node.properties)
          if (inner.type === 'string') entries.push([name, texts.get(name) ?? null])
          else if (isSomebodyElse(name, inner)) entries.push([name, emptyValue(inner)])
          else entries.push([name, await check(inner, given[name], [...path, name], inside)])
        return outputObject(entries)
      }
    }
  }

  /** The words are the patient's, whoever a model would like to give them to. */
  function isSomebodyElse(name: string, { type, description }: SchemaNode): boolean {
    if (type !== 'object') return false
    return subjectWithin('patient', { name, description }, material.isChild) === 'other'
  }

  function checkedText(
    value: unknown,
    path: string[],
    rules: readonly ValueRule[] = [],
  ): string | null {
    if (typeof value !== 'string' || cut.has(JSON.stringify(path))) return null
    const text = value.trim()
    if (!WORD.test(text)) return null
    const claims = all.claims(text)
    if (!claims.some(({ terms }) => terms.some(saysAnything))) return null
    if (claims.some((claim) => findDisagreement(claim, all.sources) !== null)) return null
    if (foundEvidence(claims).verdict !== 'supported') return null
    return contradicts(text, written) ? null : (fitted(rules, text) ?? null)
  }

  function isSaid(value: number, anchor: string): boolean {
    const named = readTerms(tokenize(anchor)).filter(
      ({ kind }) => kind !== 'idle' && kind !== 'number',
    )
    const key = numberKey(value)
    return all.sources.some(({ terms }) =>
      numbersOf(terms, (term) => named.some((name) => says(term, name))).some(
        (term) => !term.denied && (term.key === key || term.also?.includes(key)),
      ),
    )
  }

  return check
}

/** What a value within an answer is about. */
interface About {
  /** Words that a number must have been said with. */
  anchor: string
  /** Texts of the objects around it, by name. */
  outer: readonly ReadonlyMap<string, string>[]
}

/** A namesake further out has the same words: they are that one's. */
function isRepeated(name: string, text: string, outer: About['outer']): boolean {
  return outer.some((texts) => texts.get(name)?.toLowerCase() === text.toLowerCase())
}

/**
 * A word, an abbreviation or a number: single letters are read as units ("D" as days) and say
 * nothing alone.
 */
const WORD = /\p{L}{3}|\p{Lu}{2}|\d/u

/** The document speaks of the same thing and says otherwise. */
const SAME_THING = 0.5

function contradicts(text: string, written: EvidenceIndex): boolean {
  return written
    .claims(text)
    .some(
      (claim) => claim.coverage >= SAME_THING && findDisagreement(claim, written.sources) !== null,
    )
}

/** Words that stand in every sentence do not, nor a unit without its amount. */
function saysAnything({ kind }: Term): boolean {
  return kind !== 'idle' && kind !== 'unit'
}

function saysSomething(value: OutputValue): boolean {
  if (value === null) return false
  if (Array.isArray(value)) return value.some(saysSomething)
  return typeof value === 'object' ? Object.values(value).some(saysSomething) : true
}

/** Small models repeat themselves. */
function withoutRepeats(items: OutputValue[]): OutputValue[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}
