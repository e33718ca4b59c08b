import type { TextGenerator } from '../../core/document/models/ports.ts'

/** A visit whose talk becomes four lines. */
export const HEADACHE_VISIT = [
  'Bom dia, está com dor de cabeça?',
  'Tô, uma dor de cabeça forte faz 3 dias, doutora.',
  'Teve febre ou vômito?',
  'Não, nada.',
  'Tem alergia a algum remédio?',
  'Que eu saiba não.',
  'Fuma?',
  'Fumo um maço por dia.',
]
export const HEADACHE_LINES: readonly (readonly [asked: RegExp, line: string])[] = [
  [/dor de cabeça/, 'Dor de cabeça forte há 3 dias.'],
  [/febre ou vômito/, 'Nega febre e vômito.'],
  [/alergia/, 'Nega alergia a remédio.'],
  [/maço/, 'Fuma um maço por dia.'],
]

/** The right line for a piece of that visit; empty for any other. */
export function headacheLine(asked: string): string {
  return HEADACHE_LINES.find(([words]) => words.test(asked))?.[1] ?? ''
}

export interface LineWriterDouble extends TextGenerator {
  /** What was asked, piece by piece: the end of each prompt. */
  asked: string[]
}

/**
 * A language model that writes what it is told to. @param write the line for the last paragraph of
 * a prompt
 */
export function lineWriter(
  write: (asked: string, signal: AbortSignal) => string | Promise<string>,
): LineWriterDouble {
  const asked: string[] = []
  return {
    model: 'double',
    asked,
    async generate({ user }, { signal }) {
      signal.throwIfAborted()
      const last = user.split('\n\n').at(-1) ?? ''
      asked.push(last)
      return JSON.stringify({ line: await write(last, signal) })
    },
    async [Symbol.asyncDispose]() {},
  }
}
