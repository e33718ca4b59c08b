/**
 * A language model that says anything its grammars allow, through the product's own writing path,
 * in this process.
 */
import { answerValidator } from '../../ai-local/llama/answer-validator.ts'
import { compileSchema } from '../../ai-local/llama/value-plan.ts'
import { type TokenSource, writeJson } from '../../ai-local/llama/write-json.ts'
import type { JsonSchema, TextGenerator } from '../../core/document/models/ports.ts'
import { type Grammar, parseGrammar, type Random, randomOf, randomText } from './random-grammar.ts'

/** Beyond any answer of the limits that tests set: reaching it is a failure, as it should be. */
const MOST_TOKENS = 200_000

/** @param phrases what it likes to say, beside noise: words of the visit, hostile or not */
export function randomTextGenerator(seed: number, phrases: () => readonly string[]): TextGenerator {
  const random = randomOf(seed)
  /** By the schema's text: the same few are asked for again and again. */
  const compiled = new Map<string, ReturnType<typeof compile>>()

  function compile(schema: JsonSchema) {
    return { object: compileSchema(schema).object, validate: answerValidator(schema) }
  }

  function compiledOf(schema: JsonSchema) {
    const text = JSON.stringify(schema)
    const known = compiled.get(text) ?? compile(schema)
    compiled.set(text, known)
    return known
  }

  return {
    model: 'random',
    async generate(_prompt, { schema, signal, ...hooks }) {
      signal.throwIfAborted()
      const { object, validate } = compiledOf(schema)
      const { json } = await writeJson({ object }, tokenSource(random, phrases()), {
        maxTokens: MOST_TOKENS,
        onProperty: (name, text, cut) => hooks.onProperty?.(name, JSON.parse(text), cut),
      })
      validate(json)
      return json
    },
    async [Symbol.asyncDispose]() {},
  }
}

const grammars = new Map<string, Grammar>()

function tokenSource(random: Random, phrases: readonly string[]): TokenSource {
  const vocabulary: string[] = []
  let waiting: string[] = []

  function grammarOf(text: string): Grammar {
    const known = grammars.get(text) ?? parseGrammar(text)
    grammars.set(text, known)
    return known
  }

  /** A phrase of the visit, one that goes in circles, or nothing but noise. */
  function letters(): Iterator<string> {
    const phrase = phrases[Math.floor(random() * phrases.length)] ?? ''
    const choice = random()
    if (choice < 0.5) return phrase[Symbol.iterator]()
    return (choice < 0.6 ? 'dor '.repeat(500) : '')[Symbol.iterator]()
  }

  const idOf = (text: string) => vocabulary.push(text) - 1
  return {
    async startSlot(grammar) {
      const characters = [...randomText(grammarOf(grammar), random, letters)]
      waiting = []
      while (characters.length > 0)
        waiting.push(characters.splice(0, 1 + Math.floor(random() * 5)).join(''))
    },
    async next() {
      const piece = waiting.shift()
      return piece === undefined ? null : idOf(piece)
    },
    tokenize: (text) => (text === '' ? [] : [idOf(text)]),
    text: (tokens) => tokens.map((token) => vocabulary[token]).join(''),
  }
}
