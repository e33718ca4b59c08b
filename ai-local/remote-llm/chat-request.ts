/** What is asked of a chat server, in the words that llama-server and vLLM share. */
import type { JsonSchema } from '../../core/document/models/ports.ts'

export interface ChatLimits {
  maxTokens: number
  temperature: number
  seed: number
}

/**
 * @param isPlain for a server that refused it: nothing but what all of them know, in a schema
 * without lengths and counts, which the grammars of some do not know. The answer is held to them.
 */
export function chatRequest(
  model: string,
  prompt: { system: string; user: string },
  schema: JsonSchema,
  { maxTokens, temperature, seed, isPlain = false }: ChatLimits & { isPlain?: boolean },
) {
  const form = withoutWords(isPlain ? withoutBounds(schema) : schema)
  return {
    model,
    messages: chatMessages(prompt),
    temperature,
    seed,
    max_tokens: maxTokens,
    stream: true,
    ...(isPlain ? {} : EXTRAS),
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'document', strict: true, schema: form },
    },
  }
}

const EXTRAS = {
  // How much of the prompt it was given to read (whole-prompt.ts).
  stream_options: { include_usage: true },
  // vLLM takes a model's own, and a name of a medicine that was said before becomes less likely.
  repetition_penalty: 1,
}

export function chatMessages({ system, user }: { system: string; user: string }) {
  return [
    ...(system === '' ? [] : [{ role: 'system', content: withoutMarkup(system) }]),
    { role: 'user', content: withoutMarkup(user) },
  ]
}

/**
 * A chat server puts the prompt into its template and reads the whole for control tokens:
 * `<|im_start|>` in a file's text would begin a turn of its own. The texts stand in JSON strings
 * (core/document/models/prompt.ts), so the bracket is written as JSON writes it: the same character
 * to a reader, no token to a tokenizer.
 */
function withoutMarkup(text: string): string {
  return text.replace(/<(?=[^\s\d=])/g, '\\u003c').replace(/\[(?=\/?[A-Za-z_]+\])/g, '\\u005b')
}

function withoutBounds(schema: JsonSchema): JsonSchema {
  return without(['minLength', 'maxLength', 'minItems', 'maxItems'], schema)
}

/** No server knows this keyword of ours: the answer is held to it when it has come. */
export function withoutWords(schema: JsonSchema): JsonSchema {
  return without(['words'], schema)
}

function without(keywords: readonly string[], schema: JsonSchema): JsonSchema {
  const rest: JsonSchema = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)),
  )
  const inside = (inner: JsonSchema) => without(keywords, inner)
  return {
    ...rest,
    ...(rest.items && { items: inside(rest.items) }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map(inside) }),
    ...(rest.properties && {
      properties: Object.fromEntries(
        Object.entries(rest.properties).map(([name, inner]) => [name, inside(inner)]),
      ),
    }),
  }
}
