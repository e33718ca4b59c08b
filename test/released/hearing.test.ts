/**
 * The model in the box hears people through the product as well as by itself, and loses no
 * sentence: with pauses, without, by telephone. The sound is made from recordings beside the
 * repository, as for `npm run bench hearing`; where they are not, it is skipped by name.
 */
import { availableParallelism } from 'node:os'
import test, { type ExecutionContext } from 'ava'
import { whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import { silentLog } from '../../core/log.ts'
import { hearRow } from '../bench/hear-row.ts'
import { speechMaterial } from '../bench/speech-material.ts'
import { compiledRuntime, preparedBoxModel } from '../helpers/speech.ts'

/** Six of 148 words: processors round differently, and a lost sentence is more. */
const SLACK = 0.04

const material = speechMaterial(process.env)

for (const name of ['joined-1.2', 'joined-4', 'telephone-joined']) {
  const why = material.missing(name)
  const run = why ? test.serial.skip : test.serial
  run(
    `${name}: as many words as the bare recognizer, at their times, no sentence lost${why ? ` (${why})` : ''}`,
    async (t) => {
      const { product, bare } = await hear(t, name)
      t.log({ product, bare })
      t.true(product.wordErrorRate <= bare!.wordErrorRate + SLACK)
      t.true(product.turnsLost <= bare!.turnsLost)
      t.true(product.oneTurn >= 0.95)
      t.true(product.startsRight >= 0.85)
      t.true(product.wordsRight >= 0.9)
    },
  )
}

async function hear(t: ExecutionContext, name: string) {
  const runtime = await compiledRuntime(t)
  const threads = availableParallelism()
  const model = await preparedBoxModel(runtime!)
  await using engine = whisperServer({ binary: runtime!.path, model, threads, log: silentLog })
  await engine.warmUp()
  // Awaited here: the engine is let go when this function is left.
  return await hearRow(t, material, name, { binary: runtime!.path, threads, engine })
}
