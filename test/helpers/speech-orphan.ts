/** A service that starts an engine, tells its process id, and waits to be killed. */

import { readSpeechModel } from '../../ai-local/whisper/speech-model.ts'
import { whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import { silentLog } from '../../core/log.ts'

const [binary = '', modelPath = ''] = process.argv.slice(2)
const model = await readSpeechModel(modelPath)
const server = whisperServer({ binary, model, threads: 1, log: silentLog })
await server.warmUp()
process.stdout.write(`${server.pid()}\n`)
setInterval(() => {}, 1000)
