/** Tries to build the runtime with the tools of this process's PATH and tells how it ended. */
import { englishAdvice, speechRuntime } from '../../ai-local/whisper/speech-runtime.ts'
import { isAppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'

const [runtimeDir = '', packagesDir = ''] = process.argv.slice(2)
try {
  await speechRuntime({ runtimeDir, packagesDir, log: silentLog }).build()
} catch (error) {
  const [code, pt] = isAppError(error) ? [error.code, error.message] : ['bug', String(error)]
  process.stdout.write(JSON.stringify({ code, pt, en: englishAdvice(error) }))
}
