// Own process: starts two text servers and kills one of them.
/** Two text servers of the network, each a process over the real engine, as one pool. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { remoteTextGenerator } from '../../ai-local/remote-llm/remote-text-generator.ts'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { neverAborted, temporaryModel } from '../helpers/llama.ts'

const FRONT = fileURLToPath(new URL('../helpers/llama-front.ts', import.meta.url))

interface TextServer {
  child: ChildProcess
  url: string
  /** Resolves in the middle of its next answer. */
  answering(): Promise<TextServer>
}

async function textServer(
  t: ExecutionContext,
  modelPath: string,
  delayMs: number,
): Promise<TextServer> {
  const child = spawn(process.execPath, ['--import=tsx', FRONT, modelPath, String(delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data')
  const server: TextServer = {
    child,
    url: `http://127.0.0.1:${Number(port)}`,
    answering: () => once(child.stdout, 'data').then(() => server),
  }
  return server
}

test('a text server that is killed in the middle of its answer is taken over by the other', async (t) => {
  t.timeout(120_000)
  const model = temporaryModel(t, { seed: 9 })
  // Both stop in the middle of the first answer, so that the one that has it can be killed then.
  const servers = await Promise.all([1500, 1500].map((ms) => textServer(t, model, ms)))
  const text = remoteTextGenerator({
    baseUrl: servers.map(({ url }) => url).join(','),
    apiKey: null,
    model: 'test',
  })
  t.teardown(() => text[Symbol.asyncDispose]())
  const schema = {
    type: 'object',
    properties: { a: { type: 'boolean' }, b: { enum: ['sim', 'não'] } },
    required: ['a', 'b'],
    additionalProperties: false,
  } satisfies JsonSchema
  const prompt = { system: 'Responda em JSON.', user: 'Diga algo.' }
  const ask = () => text.generate(prompt, { schema, maxTokens: 64, signal: neverAborted() })

  const whole = await ask()
  const begun = Promise.race(servers.map((server) => server.answering()))
  const answer = ask()
  const writing = await begun
  writing.child.kill('SIGKILL')
  t.is(await answer, whole, 'the same model, whoever is asked')
  t.is(await ask(), whole)
  const other = servers.find((server) => server !== writing)
  other?.child.kill('SIGKILL')
  await t.throwsAsync(ask(), { code: 'engine_unavailable' })
})
