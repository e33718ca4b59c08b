/**
 * `bin/setup`: compiles the speech runtime ahead of the first start, and prepares the weights of
 * the model in the box. `--portable`: for any processor of this architecture.
 */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { englishAdvice, speechRuntime } from '../ai-local/whisper/speech-runtime.ts'
import { isAppError } from '../core/errors.ts'
import { jsonLog } from './log.ts'
import { platform } from './platform.ts'
import { boxModelFile } from './speech-files.ts'

const { installRoot, built } = platform()
const portable = process.argv.includes('--portable')
const runtime = speechRuntime({
  runtimeDir: resolve(process.env.SVC_RUNTIME_DIR || join(installRoot, 'runtime')),
  packagesDir: join(installRoot, 'node_modules'),
  talkPath: fileURLToPath(built('talk.txt.gz')),
  portable,
  gpu: process.env.SVC_SPEECH_GPU === 'off' ? 'off' : 'auto',
  log: jsonLog('warn'),
})

try {
  const found = await runtime.locate()
  const card = portable ? null : await runtime.card()
  const isForCard = card?.use === 'not-built'
  if (found && !isForCard)
    console.log(`The speech runtime is there: ${found.kind} ${found.version}`)
  else
    console.log(
      isForCard
        ? `Compiling the speech runtime for ${card.name} (many minutes on few cores)...`
        : 'Compiling the speech runtime (one to two minutes)...',
    )
  const located = found && !isForCard ? found : await runtime.build()
  if (located !== found) console.log(`Built ${located.kind} ${located.version}`)
  if (located.card) console.log(`Speech is recognized on ${located.card.name}.`)
  else if (isForCard)
    console.error(
      `It could not be built for ${card.name}, as the lines above say: the processor recognizes speech.`,
    )
  const model = boxModelFile({ installRoot }).path
  const { signal } = new AbortController()
  await runtime.weightsFor(located, model, signal)
  await runtime.ngramsFor(located, model, signal)
} catch (error) {
  if (!isAppError(error)) throw error
  console.error(`${englishAdvice(error)}\nEverything but speech works without it.`)
  process.exitCode = 69
}
