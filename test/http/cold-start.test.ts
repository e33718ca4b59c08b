// Own process: starts a service and waits until it is ready.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { startAppliance } from '../helpers/appliance.ts'

/** Packages that one use in hundreds needs, each some 10 to 60 ms of a start. */
const LATE = ['undici', 'openid-client', 'tar', 'ajv', 'node-forge', 'jq-wasm', 'pdf-parse']

const HOOK = `
import { appendFileSync } from 'node:fs'
export async function load(url, context, next) {
  appendFileSync(process.env.LOADED, url + '\\n')
  return next(url, context)
}`
/** Of what the program requires, as of what it imports. */
const REGISTER = `
import { appendFileSync } from 'node:fs'
import Module, { register } from 'node:module'
const load = Module._load
Module._load = function (name, parent, ...others) {
  try {
    appendFileSync(process.env.LOADED, Module._resolveFilename(name, parent) + '\\n')
  } catch {}
  return load.call(this, name, parent, ...others)
}
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HOOK)}))`

test('a start without a model loads no package of signing in, bundles, certificates or models', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-loaded-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const list = join(folder, 'loaded')
  await startAppliance(t, {
    SVC_SPEECH_ENGINE: 'off',
    SVC_GENERATOR: 'rules',
    // Named, so that the provider is there; it is asked by the first doctor who signs in.
    SVC_IDENTITY_ISSUER: 'https://id.hospital.example',
    SVC_IDENTITY_CLIENT_ID: 'svc',
    LOADED: list,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REGISTER)}`,
  })
  const urls = (await readFile(list, 'utf8')).split('\n')
  const packages = new Set(
    urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []),
  )
  t.true(packages.has('sqlite3'), 'what every start loads is not in the list: nothing was seen')
  t.deepEqual(
    LATE.filter((name) => packages.has(name)),
    [],
  )
})
