import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import test from 'ava'
import { bundleAdmin } from '../../bin/bundle/admin.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'

test('a bundle goes into the file that is named, or under its usual name into a folder', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bundle-place-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const machine = platform()
  const { config } = loadConfig({
    flags: {},
    env: { SVC_DATA_DIR: folder },
    cwd: folder,
    installRoot: machine.installRoot,
    readFile: () => undefined,
  })
  const { placeOf } = bundleAdmin(config, machine, new AbortController().signal)
  const name = `svc-${machine.version}-${process.platform}-${process.arch}.tar`
  t.is(await placeOf(folder), join(folder, name))
  t.is(await placeOf(`${folder}/`), join(folder, name))
  t.is(await placeOf('.'), resolve(name))
  t.is(await placeOf(join(folder, 'mine.tar')), join(folder, 'mine.tar'))
  writeFileSync(join(folder, 'old.tar'), '')
  t.is(await placeOf(join(folder, 'old.tar')), join(folder, 'old.tar'))
  for (const gone of ['gone/', 'gone/mine.tar'])
    await t.throwsAsync(placeOf(join(folder, gone)), { message: /gone is not there\. Make it/ })
})
