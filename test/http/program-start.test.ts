// Own process: it starts the built program.
/** How the built program starts: one file, with what V8 compiled of it when it was built. */
import { execFile } from 'node:child_process'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const LOADER = join(ROOT, 'bin/load-program.mjs')

/** The files that dist/svcctl.js names. */
async function builtFiles() {
  const start = await readFile(join(ROOT, 'dist/svcctl.js'), 'utf8')
  const [program] = /svcctl-[0-9A-Z]{8}\.cjs/.exec(start) ?? []
  const [compiled] = /svcctl-[0-9A-Z]{8}\.compiled/.exec(start) ?? []
  if (!program || !compiled) throw new Error('dist/svcctl.js names no program: npm run build')
  return { program, compiled }
}

test('svcctl starts with what was compiled when it was built, and V8 takes it', async (t) => {
  const { program, compiled } = await builtFiles()
  const file = (name: string) => JSON.stringify(join(ROOT, 'dist', name))
  const script = `import { loadProgram } from ${JSON.stringify(LOADER)}
    process.argv = [process.argv[0], 'svcctl', '--version']
    const { cachedDataRejected } = loadProgram(${file(program)}, ${file(compiled)})
    console.error(cachedDataRejected === false ? 'taken' : 'refused')`
  const { stderr } = await run(process.execPath, ['--input-type=module', '-e', script])
  t.is(stderr.trim(), 'taken')
  const bytes = await readFile(join(ROOT, 'dist', compiled), 'latin1')
  t.false(bytes.includes(join(ROOT, 'dist')), 'it names no folder of the machine that built it')
})

test('letters with accents are read as they were written, in regular expressions too', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-start-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'program.cjs')
  // As the builder writes it: it leaves the letters of an expression as they are.
  await writeFile(file, "console.log(/^não…$/.test('n\\xe3o\\u2026'))")
  const script = `import { loadProgram } from ${JSON.stringify(LOADER)}
    loadProgram(${JSON.stringify(file)}, ${JSON.stringify(join(folder, 'none'))})`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script])
  t.is(stdout.trim(), 'true')
})

test('svcctl answers without the compiled part, and with one that is cut or of another Node', async (t) => {
  const { program, compiled } = await builtFiles()
  const folder = await mkdtemp(join(tmpdir(), 'svc-start-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'dist'))
  await copyFile(join(ROOT, 'package.json'), join(folder, 'package.json'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['svcctl.js', program])
    await copyFile(join(ROOT, 'dist', name), join(folder, 'dist', name))
  const answer = async () =>
    (await run(process.execPath, [join(folder, 'dist/svcctl.js'), '--version'])).stdout
  const whole = await readFile(join(ROOT, 'dist', compiled))
  const other = Buffer.from(whole)
  // The second word is V8's version.
  other.writeUInt32LE((other.readUInt32LE(4) ^ 0xff) >>> 0, 4)

  const expected = await answer()
  t.regex(expected, /^\d+\.\d+\.\d+\n$/)
  for (const bytes of [whole.subarray(0, 1000), whole.subarray(0, whole.length - 4096), other]) {
    await writeFile(join(folder, 'dist', compiled), bytes)
    t.is(await answer(), expected)
  }
  t.true((await readdir(join(folder, 'dist'))).includes(compiled), 'and it is left as it was')
})
