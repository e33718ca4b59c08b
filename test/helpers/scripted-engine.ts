/**
 * A double of whisper-server that answers what a test says. The product starts it as it starts the
 * real one (`speechBinary`), so that its supervisor, its form and its parser are at work.
 */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'
import { readSpeechModel } from '../../ai-local/whisper/speech-model.ts'
import { readWavSamples } from '../../ai-local/whisper/wav.ts'
import { type WhisperServerOptions, whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import { silentLog } from '../../core/log.ts'
import { boxModelPath, root, temporaryFolder } from './speech.ts'

const HEADER_BYTES = 48

export interface ScriptedRequest {
  samples: Int16Array
  fields: Readonly<Record<string, string>>
  isLive: boolean
  temperature: number
}

/**
 * An object is the answer's JSON and a string its text; a status is another one than 200. `ends`
 * are the ways in which there is no answer: half of one, the program goes away, or silence.
 */
export type ScriptedAnswer =
  | object
  | string
  | { ends: 'half' | 'crash' | 'hang' }
  | { status: number; body?: string }

export type Script = (request: ScriptedRequest, number: number) => ScriptedAnswer

/**
 * The script as a server of the network; to the question for its models it answers with an empty
 * list.
 */
export async function scriptedServer(t: ExecutionContext, script: Script) {
  const requests: ScriptedRequest[] = []
  const server = createServer(async (req, res) => {
    if (req.method === 'GET') return void res.end('{"data":[]}')
    const request = await readRequest(await buffer(req), req.headers['content-type'] ?? '')
    requests.push(request)
    reply(res, script(request, requests.length - 1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests }
}

/** The program, a model file that leads it to the script, and what it was asked. */
export async function scriptedProgram(t: ExecutionContext, script: Script) {
  const { url, requests } = await scriptedServer(t, script)
  const modelPath = join(temporaryFolder(t), 'ggml-scripted.bin')
  // The shape of the released base model, so that the product packs and reduces as it does for
  // that.
  const header = readFileSync(boxModelPath).subarray(0, HEADER_BYTES)
  writeFileSync(modelPath, Buffer.concat([header, Buffer.from(url)]))
  return { binary: join(root, 'test/helpers/scripted-engine.mjs'), modelPath, requests }
}

/** The product's own adapter over it. */
export async function scriptedEngine(
  t: ExecutionContext,
  script: Script,
  options: Partial<WhisperServerOptions> = {},
) {
  const { binary, modelPath, requests } = await scriptedProgram(t, script)
  const model = await readSpeechModel(modelPath)
  const transcriber = whisperServer({ binary, model, threads: 1, log: silentLog, ...options })
  t.teardown(() => transcriber[Symbol.asyncDispose]())
  return { transcriber, requests }
}

async function readRequest(body: Buffer, type: string): Promise<ScriptedRequest> {
  const form = await new Response(Uint8Array.from(body), {
    headers: { 'content-type': type },
  }).formData()
  const file = form.get('file') as File
  const fields = Object.fromEntries([...form].filter(([name]) => name !== 'file')) as Record<
    string,
    string
  >
  return {
    samples: readWavSamples(Buffer.from(await file.arrayBuffer())),
    fields,
    isLive: 'audio_ctx' in fields,
    temperature: Number(fields.temperature),
  }
}

function reply(res: ServerResponse, answer: ScriptedAnswer) {
  if (typeof answer === 'string') return void res.end(answer)
  if ('status' in answer) {
    const { status, body = '' } = answer
    return void res.writeHead(status, { location: '/elsewhere' }).end(body)
  }
  if (!('ends' in answer)) return void res.end(JSON.stringify(answer))
  if (answer.ends === 'crash') return void res.writeHead(200, { 'x-crash': 'yes' }).end()
  if (answer.ends === 'hang') return
  res.writeHead(200, { 'content-length': '100' }).write('{"segments":[')
  setImmediate(() => res.destroy())
}
