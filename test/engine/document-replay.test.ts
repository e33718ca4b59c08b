/**
 * A document of the whole product, written by a language model, written again by `svcctl doc
 * replay`.
 */
import { spawn } from 'node:child_process'
import { copyFileSync, renameSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { ClinicalDocument, GenerationEvent } from '../../core/contract/api.ts'
import { startAppliance } from '../helpers/appliance.ts'
import { temporaryFolder } from '../helpers/llama.ts'
import { makeGguf } from '../helpers/make-gguf.ts'
import { patientFetch } from '../helpers/patient-fetch.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/svcctl', import.meta.url))
const CONTEXT = 'Tosse seca há três dias. Nega febre. Pressão 120 por 80. Losartana 50 mg.'

async function startWriter(t: ExecutionContext, generator: string) {
  const models = temporaryFolder(t)
  const modelPath = join(models, 'model.gguf')
  makeGguf(modelPath, { seed: 5 })
  const settings = {
    SVC_SPEECH_ENGINE: 'off',
    SVC_GENERATOR: generator,
    ...(generator === 'llama' ? { SVC_TEXT_MODEL: modelPath } : {}),
    SVC_ENGINE_THREADS: '1',
  }
  const appliance = await startAppliance(t, settings)

  async function ask(method: string, path: string, body: object) {
    const response = await patientFetch(appliance.url + path, {
      method,
      headers: {
        authorization: `Bearer ${await appliance.token()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) t.fail(`${path}: ${response.status} ${text}`)
    return text
  }

  /** One small document. @returns its id */
  async function write(): Promise<string> {
    const ids = { consultation_id: 'c-1', doctor_id: 'd-1', patient_id: 'p-1', type: 'IN_PERSON' }
    const ehr = JSON.parse(await ask('PUT', '/api/v1/ehrs/by-external-id', ids))
    const patch = { context_markdown: CONTEXT, version: ehr.version }
    await ask('PATCH', `/api/v1/ehrs/${ehr.id}`, patch)
    const lines = await ask('POST', `/api/v1/ehrs/${ehr.id}/documents`, { template_id: 'soap' })
    const events = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as GenerationEvent)
    const last = events.at(-1)
    if (last?.type !== 'done') throw new Error(JSON.stringify(last))
    return last.document.id
  }

  function replay(id: string) {
    const env = { PATH: process.env.PATH, HOME: appliance.dataDir, SVC_DATA_DIR: appliance.dataDir }
    const child = spawn(process.execPath, [PROGRAM, 'doc', 'replay', id, '--json'], {
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (text) => (said.out += text))
    child.stderr.on('data', (text) => (said.err += text))
    return new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, ...said })),
    )
  }

  /** As it is read later. */
  async function sourceOf(id: string) {
    const response = await patientFetch(`${appliance.url}/api/v1/documents/${id}`, {
      headers: { authorization: `Bearer ${await appliance.token()}` },
    })
    return ((await response.json()) as ClinicalDocument).source
  }

  return { appliance, modelPath, models, write, replay, sourceOf }
}

test('a document comes out the same twice, after a restart, and is refused with another model', async (t) => {
  const { appliance, modelPath, models, write, replay } = await startWriter(t, 'llama')
  const id = await write()
  for (const when of ['once', 'twice', 'after a restart']) {
    if (when === 'after a restart') await appliance.restart()
    const { code, out, err } = await replay(id)
    t.is(code, 0, err)
    t.like(JSON.parse(out), { document_id: id, identical: true, differences: [] }, when)
    t.false(out.includes('Tosse') || out.includes('Losartana'), 'no clinical text')
  }

  // The same file under another name is the same model.
  const models2 = join(appliance.dataDir, 'models')
  await mkdir(models2, { recursive: true })
  copyFileSync(modelPath, join(models2, 'renamed.gguf'))
  renameSync(modelPath, join(models, 'kept'))
  makeGguf(modelPath, { seed: 6 })
  t.is((await replay(id)).code, 0)
  renameSync(join(models2, 'renamed.gguf'), join(models, 'gone'))
  const other = await replay(id)
  t.not(other.code, 0)
  t.is(JSON.parse(other.err).error, 'replay_model_missing', other.err)

  const unknown = await replay('00000000-0000-4000-8000-000000000000')
  t.is(JSON.parse(unknown.err).error, 'replay_not_stored')
})

test('a document by rules is replayed too', async (t) => {
  const { write, replay } = await startWriter(t, 'rules')
  const { code, out, err } = await replay(await write())
  t.is(code, 0, err)
  t.like(JSON.parse(out), { identical: true, source: { generator: 'rules' } })
})

test('that a model was not proven is kept with what it wrote, whoever writes later', async (t) => {
  const { appliance, write, sourceOf } = await startWriter(t, 'llama')
  const byModel = await write()
  t.true((await sourceOf(byModel)).unproven)
  await appliance.restart({ SVC_GENERATOR: 'rules' })
  t.like(await sourceOf(byModel), { generator: 'llama', unproven: true })
  t.false('unproven' in (await sourceOf(await write())))
})
