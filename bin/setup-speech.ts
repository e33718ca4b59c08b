/** `bin/setup`: compiles the speech runtime ahead of the first start. `--portable`: for any processor of this architecture. */
import { join, resolve } from 'node:path'
import { englishAdvice, speechRuntime } from '../ai-local/whisper/speech-runtime.ts'
import { isAppError } from '../core/errors.ts'
import { jsonLog } from './log.ts'
import { platform } from './platform.ts'

const { installRoot } = platform()
const runtime = speechRuntime({
  runtimeDir: resolve(process.env.SVC_RUNTIME_DIR || join(installRoot, 'runtime')),
  packagesDir: join(installRoot, 'node_modules'),
  portable: process.argv.includes('--portable'),
  log: jsonLog('warn'),
})

try {
  const found = await runtime.locate()
  if (found) console.log(`The speech runtime is there: ${found.kind} ${found.version}`)
  else {
    console.log('Compiling the speech runtime (one to two minutes)...')
    const built = await runtime.build()
    console.log(`Built ${built.kind} ${built.version}`)
  }
} catch (error) {
  if (!isAppError(error)) throw error
  console.error(`${englishAdvice(error)}\nEverything but speech works without it.`)
  process.exitCode = 69
}
