/** One question to one text server, in the words that it understands. */
import type { IncomingMessage } from 'node:http'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { isAppError } from '../../core/errors.ts'
import { type OneServer, RemoteFailure } from '../remote/remote-connection.ts'
import { type Answer, failed } from './answer-stream.ts'
import { type ChatLimits, chatRequest, readChatAnswer } from './chat-protocol.ts'
import { ollamaRequest, readOllamaAnswer } from './ollama.ts'
import { promptTooLong, readRefusal } from './refusals.ts'
import { type TextServer, textServer } from './text-server.ts'
import { fewestTokens } from './whole-prompt.ts'

interface Question extends ChatLimits {
  prompt: { system: string; user: string }
  schema: JsonSchema
  signal: AbortSignal
  onText(text: string): void
}

interface TextServerAsker {
  /** @throws {RemoteFailure}, {AppError} `prompt_too_long`, `generation_failed` */
  ask(server: OneServer, question: Question): Promise<string>
}

interface KnownServer extends TextServer {
  /** It refused once what not all of them know: it is not offered it again. */
  wantsPlain: boolean
}

/**
 * Portuguese needs about so many characters a token with today's vocabularies; erring low refuses
 * early.
 */
const CHARACTERS_PER_TOKEN = 3

export function textServerAsker({
  model,
  contextTokens,
}: {
  model: string
  contextTokens: number
}): TextServerAsker {
  const known = new Map<string, KnownServer>()

  /** Asked once, and again when it gave no answer: another one may run at its address by then. */
  async function knownServer(server: OneServer, signal: AbortSignal): Promise<KnownServer> {
    const before = known.get(server.address)
    if (before) return before
    const facts = { ...(await textServer(server, model, signal)), wantsPlain: false }
    known.set(server.address, facts)
    return facts
  }

  return {
    async ask(server, question) {
      const facts = await knownServer(server, question.signal)
      try {
        if (facts.elsewhere !== null) throw new RemoteFailure('computed_elsewhere')
        if (facts.kind === 'ollama' && facts.hasModel === false)
          throw new RemoteFailure('no_such_model')
        const limit = Math.min(contextTokens, facts.contextTokens ?? Infinity)
        const asked = { ...question, maxTokens: roomFor(question, limit) }
        const { text, promptTokens } = await (facts.kind === 'ollama'
          ? askOllama(server, model, facts.dropsRules ? withRulesWithin(asked) : asked, limit)
          : askOpenAi(server, model, asked, facts))
        requireWhole(question.prompt, promptTokens)
        return text
      } catch (error) {
        if (!isAppError(error) || error.code !== 'prompt_too_long') known.delete(server.address)
        throw error
      }
    },
  }
}

/** Of a file that was made a model without a template, what is said as the system is left out. */
function withRulesWithin(question: Question): Question {
  const { system, user } = question.prompt
  return { ...question, prompt: { system: '', user: `${system}\n\n${user}` } }
}

/** @returns how long the answer may be. @throws {AppError} `prompt_too_long` */
function roomFor({ prompt, maxTokens }: Question, limit: number): number {
  const tokens = estimateTokens(prompt)
  const room = limit - tokens
  if (room < Math.min(maxTokens, limit / 8)) throw promptTooLong({ tokens, limit })
  return Math.min(maxTokens, room)
}

/** What was written from a part of the prompt is none: it is asked for in parts then. */
function requireWhole(prompt: Question['prompt'], given: number | null): void {
  if (given && given < fewestTokens(prompt))
    throw promptTooLong({ tokens: estimateTokens(prompt), limit: given })
}

function estimateTokens({ system, user }: Question['prompt']): number {
  const tokensOf = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN)
  return tokensOf(system) + tokensOf(user)
}

async function askOpenAi(
  server: OneServer,
  model: string,
  question: Question,
  facts: KnownServer,
): Promise<Answer> {
  const { prompt, schema } = question
  const ask = (isPlain: boolean) =>
    post(
      server,
      'v1/chat/completions',
      chatRequest(model, prompt, schema, { ...question, isPlain }),
      {
        ...question,
        read: readChatAnswer,
      },
    )
  let answer = await ask(facts.wantsPlain)
  if (!facts.wantsPlain && (answer === 400 || answer === 422)) {
    answer = await ask(true)
    facts.wantsPlain = typeof answer !== 'number'
  }
  return answered(answer)
}

async function askOllama(
  server: OneServer,
  model: string,
  question: Question,
  contextTokens: number,
): Promise<Answer> {
  const { prompt, schema } = question
  const body = ollamaRequest(model, prompt, schema, { ...question, contextTokens })
  return answered(await post(server, 'api/chat', body, { ...question, read: readOllamaAnswer }))
}

/** @returns the answer, or the status of a refusal */
function post(
  server: OneServer,
  path: string,
  content: object,
  {
    signal,
    onText,
    read,
  }: Pick<Question, 'signal' | 'onText'> & {
    read(response: IncomingMessage, onText: (text: string) => void): Promise<Answer>
  },
): Promise<Answer | number> {
  const body = { type: 'application/json', bytes: Buffer.from(JSON.stringify(content)) }
  return server.ask({ path, body, signal }, async (response) => {
    if (response.statusCode === 200) return read(response, onText)
    await readRefusal(response)
    return response.statusCode ?? 0
  })
}

function answered(answer: Answer | number): Answer {
  if (typeof answer === 'number') throw failed(`status_${answer}`)
  return answer
}
