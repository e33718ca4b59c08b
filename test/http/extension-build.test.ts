// Own process: it builds the extension
import { hash } from 'node:crypto'
import { cp, readFile, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { startAppliance } from '../helpers/appliance.ts'
import { makeFolder } from '../helpers/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const BUILT = join(ROOT, 'dist/extension')
const SOURCES = ['bin', 'plugin', 'core', 'api/extension/package', 'package.json', 'tsconfig.json']

test('built in another folder, with its packages elsewhere, it has the same digest', async (t) => {
  const root = join(await makeFolder(t, 'svc-build-'), 'a folder', 'of another depth')
  const filter = (path: string) => !/screenshots|\.(?:png|wav|gz)$/.test(path) || /icon/.test(path)
  for (const name of SOURCES)
    await cp(join(ROOT, name), join(root, name), { recursive: true, filter })
  await symlink(await realpath(join(ROOT, 'node_modules')), join(root, 'node_modules'))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const script = pathToFileURL(join(root, 'bin/build-extension.mjs')).href
  const { buildExtension } = await import(script)
  await buildExtension({ root, outDir: join(root, 'dist'), version })
  const sums = await readFile(join(root, 'dist/extension/SHA256SUMS'), 'utf8')
  t.is(sums, await readFile(join(BUILT, 'SHA256SUMS'), 'utf8'))
})

test('what the service hands out is what was built', async (t) => {
  const { url } = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off' })
  for (const name of ['svc.zip', 'svc.xpi']) {
    const served = await (await fetch(`${url}/extension/${name}`)).arrayBuffer()
    const built = await readFile(join(BUILT, name))
    t.is(hash('sha256', Buffer.from(served)), hash('sha256', built), name)
  }
  const signed = await (await fetch(`${url}/extension/svc.crx`)).arrayBuffer()
  t.true(signed.byteLength <= 400_000, `${signed.byteLength} bytes`)
})
