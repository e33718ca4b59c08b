/**
 * A server that will be killed: it starts an engine on a long answer and tells its parent the
 * engine's process id.
 */
import { llamaTextGenerator } from '../../ai-local/llama/llama-text-generator.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { silentLog } from '../../core/log.ts'
import { LLAMA_CHILD } from './llama.ts'

const generator = llamaTextGenerator({
  model: { path: process.argv[2] as string, sha256: null, name: 'test' },
  childPath: LLAMA_CHILD,
  gate: computeGate(),
  log: silentLog,
  threads: 1,
})
const text = { type: 'string' as const, minLength: 200, maxLength: 2000 }
await generator.generate(
  { system: '', user: 'texto' },
  {
    schema: {
      type: 'object',
      properties: {
        first: { type: 'boolean' },
        texts: { type: 'array', items: text, minItems: 40 },
      },
    },
    maxTokens: 8000,
    temperature: 1.5,
    signal: new AbortController().signal,
    onProperty: () => process.send?.(generator.pid()),
  },
)
