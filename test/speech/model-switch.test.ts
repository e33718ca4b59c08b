/**
 * Another model is taken into use while the whole product, as a process of its own, hears and
 * writes: the real runtimes, the model in the box under two names, and language models of random
 * weights.
 */
import { execFile } from 'node:child_process'
import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { judgeHearing } from '../../core/model-file/probe-sound.ts'
import { type Appliance, startAppliance } from '../helpers/appliance.ts'
import { keepFitness } from '../helpers/keep-fitness.ts'
import { makeGguf } from '../helpers/make-gguf.ts'
import { patientFetch } from '../helpers/patient-fetch.ts'
import { boxModelPath, compiledRuntime, demoModel, probePath, until } from '../helpers/speech.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/svcctl', import.meta.url))

test('speech and language models are switched during a recording and a generation; a failing one is not', async (t) => {
  t.timeout(600_000)
  const runtime = await compiledRuntime(t)
  if (!runtime) return
  const box = await startAppliance(t, { SVC_LOG_LEVEL: 'error' })
  const svcctl = (...args: string[]) => run(box, args)
  const stick = (name: string) => join(box.dataDir, name)

  makeGguf(stick('a.gguf'), { seed: 1 })
  makeGguf(stick('b.gguf'), { seed: 2 })
  makeGguf(stick('odd.gguf'), { seed: 3 })
  // Whole, and of a kind that no engine knows.
  const odd = await readFile(stick('odd.gguf'))
  odd.write('xlama', odd.indexOf('llama'))
  await writeFile(stick('odd.gguf'), odd)
  for (const name of ['a', 'b', 'odd']) {
    const imported = await svcctl(
      'model',
      'import',
      stick(`${name}.gguf`),
      '--name',
      `texto-${name}`,
    )
    t.is(imported.code, 0, imported.stderr)
  }
  const installed = (name: string) => join(box.dataDir, 'models', name)
  // Who is proven to write is written with; models of noise would never be.
  for (const name of ['texto-a.gguf', 'texto-b.gguf']) await keepFitness(installed(name), 'write')
  await copyFile(boxModelPath, installed('fala-b.bin'))
  await copyFile(boxModelPath, installed('fala-cut.bin'))
  await truncate(installed('fala-cut.bin'), 3_000_000)
  await copyFile((await demoModel()).path, installed('fala-deaf.bin'))

  const token = await box.token()
  const api = apiOf(box, token)
  const models = async () => {
    const answer = (await (await fetch(`${box.url}/readyz`)).json()) as {
      models: Record<'speech' | 'text', { active: string; state: string }>
    }
    return answer.models
  }
  await until(async () => (await api('POST', '/session/validate')).speech?.state === 'ready')
  const { id } = await api('PUT', '/ehrs/by-external-id', {
    consultation_id: 'c',
    doctor_id: 'd',
    patient_id: 'p',
  })

  async function changed(name: string) {
    const { code, stdout, stderr } = await svcctl('model', 'use', name, '--json')
    t.is(code, 0, stderr)
    t.like(JSON.parse(stdout), { live: { state: 'active', reason: null } })
  }

  // From the rules to a language model, with nothing restarted.
  await changed('texto-a')

  // A document is being written and a recording heard while both are changed.
  await api('PATCH', `/ehrs/${id}`, { append_context: 'Nega febre. Dor de cabeça há 3 dias.' })
  const uploaded = upload(box, token, id)
  await changed('fala-b.bin')
  const written = api('POST', `/ehrs/${id}/documents`, { template_id: 'soap' }, 'events')
  await until(async () => (await api('GET', `/ehrs/${id}/documents`)).documents.length === 1)
  await changed('texto-b')
  const [before] = (await written).filter(({ type }: { type: string }) => type === 'done')
  t.truthy(before, 'the document that was being written is whole')
  await uploaded
  const heard = await until(async () => {
    const answer = await api('GET', `/ehrs/${id}/transcriptions`)
    return answer.finished && answer.transcriptions
  })
  t.true(judgeHearing(heard.map(({ text }: { text: string }) => text).join(' ')).enough)
  t.is((await api('POST', '/session/validate')).speech.model, 'fala-b')

  const after = (await api('POST', `/ehrs/${id}/documents`, { template_id: 'soap' }, 'events')).at(
    -1,
  )
  t.is(after.type, 'done')
  t.is(before.document.source.model, 'texto-a.gguf')
  t.is(after.document.source.model, 'texto-b.gguf')
  t.not(after.document.source.version, before.document.source.version)

  // What cannot work is tried, told, and not taken; the setting is what it was.
  for (const [name, code] of [
    ['texto-odd', /model_probe_failed/],
    ['fala-cut.bin', /model_probe_failed/],
    ['fala-deaf.bin', /model_does_not_hear/],
  ] as const) {
    const refused = await svcctl('model', 'use', name, '--json')
    t.is(refused.code, 65, `${name}: ${refused.stdout}`)
    t.regex(refused.stderr, code)
  }
  await until(async () => {
    const { speech, text } = await models()
    return (
      speech.active === 'fala-b.bin' && text.active === 'texto-b.gguf' && text.state === 'active'
    )
  })
  t.like(JSON.parse(await readFile(join(box.dataDir, 'svc.config.json'), 'utf8')), {
    speechModel: 'fala-b.bin',
    textModel: 'texto-b.gguf',
  })
  const again = (await api('POST', `/ehrs/${id}/documents`, { template_id: 'soap' }, 'events')).at(
    -1,
  )
  t.is(again.document.source.model, 'texto-b.gguf')
  const acts = await svcctl('audit', 'export', '--format', 'ndjson')
  t.is(acts.stdout.split('engine_model.used').length - 1, 6, acts.stderr)
})

function run(box: Appliance, args: string[]) {
  const { port } = new URL(box.url)
  const env = {
    PATH: process.env.PATH,
    HOME: box.dataDir,
    SVC_DATA_DIR: box.dataDir,
    SVC_PORT: port,
  }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

function apiOf(box: Appliance, token: string) {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find
  return async (method: string, path: string, body?: object, as?: 'events'): Promise<any> => {
    const answer = await patientFetch(`${box.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (as !== 'events') return answer.json()
    const lines = (await answer.text()).trim().split('\n')
    return lines.map((line) => JSON.parse(line))
  }
}

async function upload(box: Appliance, token: string, ehrId: string) {
  const answer = await fetch(`${box.url}/api/v1/ehrs/${ehrId}/audio`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'audio/wav' },
    body: await readFile(probePath),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}
