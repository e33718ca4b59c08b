/**
 * How well the product hears, beside the bare recognizer of the same build, model, threads and
 * sound: word error rate, sentences lost, places of segments and words, time; then some of it live:
 * when words are shown, and how many are taken back.
 *
 *   npm run bench hearing [-- --only joined]      rows whose name holds the word
 *
 * The material is made outside the repository (speech-material.ts); a row that cannot be made here
 * is named with the reason.
 */
import { availableParallelism } from 'node:os'
import type { ExecutionContext } from 'ava'
import { whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import { silentLog } from '../../core/log.ts'
import { compiledRuntime, preparedBoxModel } from '../helpers/speech.ts'
import { teardowns } from './figures.ts'
import { hearRow, soundOf } from './hear-row.ts'
import { hearLive } from './hearing-live.ts'
import { speechMaterial } from './speech-material.ts'

/** Seconds of sound that are heard live, in real time. */
const LIVE_S = 90
const LIVE_ROWS = ['joined-1.2', 'visit-cardiologia-01']

export async function benchHearing({ only }: { only?: string | undefined }) {
  const after = teardowns()
  const t = { ...after, log() {}, pass() {}, fail() {} } as unknown as ExecutionContext
  const runtime = await compiledRuntime(t)
  if (!runtime) return { skipped: 'no compiler for the speech runtime' }
  const material = speechMaterial(process.env)
  const model = await preparedBoxModel(runtime)
  const threads = availableParallelism()
  const engine = whisperServer({ binary: runtime.path, model, threads, log: silentLog })
  await engine.warmUp()
  const names = material.names.filter((name) => name.includes(only ?? ''))
  const rows: Record<string, unknown> = {}
  for (const name of names) {
    const why = material.missing(name)
    rows[name] = why
      ? { skipped: why }
      : await hearRow(t, material, name, { binary: runtime.path, threads, engine })
    console.error(`  ${name} ${JSON.stringify(rows[name])}`)
  }
  const live: Record<string, unknown> = {}
  for (const name of LIVE_ROWS.filter((row) => names.includes(row) && !material.missing(row)))
    live[name] = await hearLive(t, engine, await soundOf(material, name), LIVE_S)
  await engine[Symbol.asyncDispose]()
  await after.run()
  return { model: model.name, threads, rows, live }
}
