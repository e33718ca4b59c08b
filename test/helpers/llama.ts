import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExecutionContext } from 'ava'
import {
  type LlamaTextGenerator,
  type LlamaTextGeneratorOptions,
  llamaTextGenerator,
} from '../../ai-local/llama/llama-text-generator.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { silentLog } from '../../core/log.ts'
import { type ModelShape, makeGguf } from './make-gguf.ts'

/** The built engine process: `npm test` builds it first. */
export const LLAMA_CHILD = fileURLToPath(new URL('../../dist/llama-child.js', import.meta.url))

export function temporaryFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-llama-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A model of random weights in a folder of the test's own. */
export function temporaryModel(t: ExecutionContext, shape: Partial<ModelShape> = {}): string {
  return makeGguf(join(temporaryFolder(t), 'model.gguf'), shape)
}

/**
 * The real engine in its real process; ended with the test. One thread, so that tests can run side
 * by side.
 */
export function startLlama(
  t: ExecutionContext,
  modelPath: string,
  options: Partial<LlamaTextGeneratorOptions> = {},
): LlamaTextGenerator {
  const generator = llamaTextGenerator({
    model: { path: modelPath, sha256: null, name: 'test' },
    childPath: LLAMA_CHILD,
    gate: computeGate(),
    log: silentLog,
    threads: 1,
    ...options,
  })
  t.teardown(() => generator[Symbol.asyncDispose]())
  return generator
}

export function neverAborted(): AbortSignal {
  return new AbortController().signal
}
