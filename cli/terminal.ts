/**
 * Where a command's results, hints, questions and progress go. Results on stdout and nothing else
 * there; everything said to a person on stderr. Without a terminal, or with `--yes`, nothing is
 * asked.
 */
import { AppError } from '../core/errors.ts'
import { applyExpression, checkExpression, toJson } from './json.ts'
import { type Progress, progress } from './progress.ts'
import { type Style, style, wantsColour } from './style.ts'
import { type Column, harmless, table } from './table.ts'
import { folded, foldedSentences, wrapped } from './text-width.ts'
import { type Every, waitingLine } from './waiting-line.ts'

/** q, and Ctrl-C: while single keys are read it reaches us as one of them, not as a signal. */
const QUITS = ['q', 'Q', '\u0003']

interface Surroundings {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  stdout: { isTTY?: boolean }
  signal: AbortSignal
  json: boolean
}

/** Work until a key ends it, where somebody is at a terminal; `signal` ends it everywhere. */
export async function untilQuit<Result>(
  { stdin, stdout, signal, json }: Surroundings,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (!stdin.isTTY || !stdin.setRawMode || !stdout.isTTY || json) return work(signal)
  const quit = new AbortController()
  const onKey = (typed: Buffer) => {
    const keys = typed.toString('latin1')
    if (QUITS.some((key) => keys.includes(key))) quit.abort()
  }
  stdin.setRawMode(true)
  stdin.on('data', onKey).resume()
  try {
    return await work(AbortSignal.any([signal, quit.signal]))
  } finally {
    stdin.off('data', onKey).pause()
    stdin.setRawMode(false)
  }
}

export interface Terminal {
  readonly style: Style
  readonly json: boolean
  /** Whether somebody is there to answer. */
  readonly canAsk: boolean
  /** The result: `value` with `--json`, else what `text` makes of it. */
  result(value: unknown, text: (room: Room) => string): void
  /**
   * A result that takes the place of the one before, on a terminal; else one below the other, with
   * `--json` a line each.
   */
  screen(value: unknown, text: (room: Room) => string): void
  /** As it is, for files and generated text; on a terminal without what that would obey. */
  raw(text: string): void
  /**
   * Before a command does anything. @throws {AppError} `jq_invalid`
   * @param isService it runs until it is ended, and says nothing for hours
   */
  begin(isService?: boolean): Promise<void>
  /** After it: what --jq makes of its results is written. @throws {AppError} `jq_failed` */
  end(): Promise<void>
  /** How commands that texts name are written from here on (program.ts). */
  meant(hint: (text: string) => string): void
  /** A text whose commands mean this installation; what is shown to people has it already. */
  hint(text: string): string
  /** For stderr: in lines that a terminal there has room for. */
  fold(text: string): string
  /** For people only: what happened, what to do next. */
  say(text: string): void
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string
  /** A sentence in lines of whole words; those after the first stand as far in as it does. */
  sentence(text: string, indent?: number): string
  progress(label: string): Progress
  /**
   * Before what cannot be undone. `--yes` agrees.
   * @throws {AppError} `confirmation_needed` when nobody can be asked, `declined` when they say no
   */
  confirm(question: string, options?: { initial?: boolean }): Promise<void>
  ask(
    question: string,
    options?: {
      initial?: string
      optional?: boolean
      /** What is wrong with an answer, which is then asked for again; null when nothing is. */
      fault?: (typed: string) => string | null
    },
  ): Promise<string>
  /** Asks without showing the typed text. */
  askSecret(question: string): Promise<string>
  choose(
    question: string,
    choices: readonly { value: string; label: string }[],
    initial: string | null,
  ): Promise<string>
  /** Standard input to its end, for what programs send. */
  readInput(): Promise<string>
  /**
   * Work until somebody types q or Ctrl-C, where there is a keyboard; else until it ends by itself.
   */
  untilQuit<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
}

/** In characters and lines; null: as much as it gets. */
export interface Room {
  width: number | null
  height: number | null
}

interface Stream {
  isTTY?: boolean
  columns?: number
  rows?: number
  write(text: string): unknown
}

/** In columns: what stands that far in on a terminal that narrow is broken by the terminal. */
const NARROWEST_SENTENCE = 24
/** To the upper left corner, and everything from there on cleared. */
const HOME = '\u001b[H\u001b[J'

export interface TerminalOptions {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  stdout: Stream
  stderr: NodeJS.WritableStream & Stream
  env: Record<string, string | undefined>
  json: boolean
  /** What --jq asks for; null: the result as it is. */
  jq?: string | null
  yes: boolean
  /** Ends a question that is being asked. */
  signal: AbortSignal
  nowMs: () => number
  every?: Every
}

type PromptModule = ReturnType<typeof import('inquirer')['createPromptModule']>

function everyTurn(intervalMs: number, turn: () => void): () => void {
  const timer = setInterval(turn, intervalMs).unref()
  return () => clearInterval(timer)
}

export function terminal(options: TerminalOptions): Terminal {
  const { stdin, stdout, stderr, env, json, jq = null, yes, signal, nowMs } = options
  const waiting = waitingLine(stderr, nowMs, options.every ?? everyTurn)
  /** Over with the first result, or with lines that show progress themselves. */
  let isWaiting = false
  function told() {
    if (isWaiting) waiting.begin()
  }
  function settle() {
    isWaiting = false
    waiting.end()
  }
  const colours = style(wantsColour(stdout, env))
  /** Loaded when something is asked. Questions go to stderr: stdout is the result's. */
  async function asked<Answer>(ask: (prompt: PromptModule) => Promise<Answer>): Promise<Answer> {
    waiting.end()
    const { createPromptModule } = await import('inquirer')
    const answer = await ask(createPromptModule({ input: stdin, output: stderr, signal }))
    told()
    return answer
  }
  // A terminal that does not know its width says 0.
  const widthNow = () => (stdout.isTTY ? stdout.columns || 80 : null)
  /** What --jq makes of results, in their order. */
  let writing = Promise.resolve()
  function pick(value: unknown, expression: string) {
    const json = toJson(value, 0)
    writing = writing.then(async () => {
      const found = await applyExpression(json, expression)
      if (found !== '') stdout.write(`${stdout.isTTY ? harmless(found) : found}\n`)
    })
    // Told by `end`.
    writing.catch(() => {})
  }
  let hint = (text: string) => text
  const fold = (text: string) => folded(text, stderr.isTTY ? stderr.columns || 80 : null)
  const canAsk = stdin.isTTY === true && stderr.isTTY === true && !yes && !json

  return {
    style: colours,
    json,
    canAsk,
    result(value, text) {
      settle()
      const room = { width: widthNow(), height: null }
      if (jq !== null) return pick(value, jq)
      const shown = () => harmless(foldedSentences(hint(text(room)), room.width))
      stdout.write(`${json ? toJson(value) : shown()}\n`)
    },
    screen(value, text) {
      settle()
      if (jq !== null) return pick(value, jq)
      if (json) return void stdout.write(`${toJson(value, 0)}\n`)
      const { isTTY } = stdout
      const room = { width: widthNow(), height: (isTTY && stdout.rows) || null }
      const shown = harmless(hint(text(room)))
      stdout.write(isTTY ? `${HOME}${shown}\n` : `${shown}\n\n`)
    },
    async begin(isService = false) {
      if (jq !== null) await checkExpression(jq)
      isWaiting = !isService
      told()
    },
    async end() {
      settle()
      await writing
    },
    raw(text) {
      settle()
      stdout.write(stdout.isTTY ? harmless(text) : text)
    },
    meant(write) {
      hint = write
    },
    hint: (text) => hint(text),
    fold,
    say(text) {
      waiting.end()
      stderr.write(`${harmless(fold(hint(text)))}\n`)
      told()
    },
    table: (rows, columns) => table(rows, columns, { width: widthNow(), style: colours }),
    sentence(text, indent = 0) {
      const room = (widthNow() ?? Number.POSITIVE_INFINITY) - indent
      return wrapped(hint(text), Math.max(NARROWEST_SENTENCE, room)).join(`\n${' '.repeat(indent)}`)
    },
    progress(label) {
      const line = progress(stderr, label, nowMs)
      return {
        update(fraction, detail) {
          settle()
          line.update(fraction, detail)
        },
        end() {
          line.end()
        },
      }
    },
    async confirm(question, { initial = false } = {}) {
      if (yes) return
      if (!canAsk)
        throw new AppError(
          'invalid',
          'confirmation_needed',
          `${question} There is nobody to ask: run the command again with --yes to agree.`,
        )
      const answer = await asked((prompt) =>
        prompt([{ type: 'confirm', name: 'agreed', message: question, default: initial }]),
      )
      if (!answer.agreed) throw new AppError('rejected', 'declined', 'Nothing was changed.')
    },
    async ask(question, { initial, optional = false, fault = () => null } = {}) {
      const { text } = await asked((prompt) =>
        prompt([
          {
            type: 'input',
            name: 'text',
            message: question,
            ...(initial !== undefined && { default: initial }),
            validate: (value: string) =>
              value.trim() === ''
                ? optional || 'Please type something.'
                : (fault(value.trim()) ?? true),
          },
        ]),
      )
      return String(text).trim()
    },
    async askSecret(question) {
      const { text } = await asked((prompt) =>
        prompt([{ type: 'password', name: 'text', message: question, mask: '*' }]),
      )
      return String(text)
    },
    async choose(question, choices, initial) {
      const { value } = await asked((prompt) =>
        prompt([
          {
            type: 'select',
            name: 'value',
            message: question,
            choices: choices.map((choice) => ({ value: choice.value, name: choice.label })),
            ...(initial !== null && { default: initial }),
          },
        ]),
      )
      return String(value)
    },
    async readInput() {
      waiting.end()
      const parts: Buffer[] = []
      for await (const part of stdin) parts.push(Buffer.from(part))
      told()
      return Buffer.concat(parts).toString('utf8')
    },
    untilQuit(work) {
      settle()
      return untilQuit(options, work)
    },
  }
}
