/**
 * What rules could not tell is asked of the language model, under a grammar made of the host's
 * schema, and every value of its answer is compared with its sources by the rules that documents
 * are checked by. Nobody reads these data before they enter a record: what is not supported is
 * null, and so is what contradicts the document.
 */
import type { JsonSchema, TextGenerator } from '../document/models/ports.ts'
import { quoted, writeDataPrompt } from '../document/models/prompt.ts'
import { isAppError } from '../errors.ts'
import type { CheckAnswers, ModelAnswer } from './check-answers.ts'
import type { OpenNode } from './fill.ts'
import type { MaterialInput } from './material.ts'
import { pointerPart, type SchemaNode } from './schema.ts'
import { allowedValues } from './value-rules.ts'

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
    input: Pick<MaterialInput, 'document' | 'sources'>
    check: CheckAnswers
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
  { text, input, check, signal, limits = LIMITS }: Parameters<typeof askModel>[1],
): Promise<ModelAnswer[]> {
  const keyed = open.map((one) => ({ ...one, key: one.path.map(pointerPart).join('/') }))
  const schema: JsonSchema = objectOf(keyed.map(({ key, node }) => [key, asked(node, limits)]))
  const lines = keyed.map(({ key, node }) => `- ${quoted(key)}: ${describe(node)}`)
  const { document, sources } = input
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
  const answer = JSON.parse(json) as Record<string, unknown>
  return check(
    keyed.map(({ key, node, path }) => ({ key, node, path, value: answer[key] })),
    cutPaths,
  )
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
