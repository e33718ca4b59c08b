/**
 * Thin bundles of this program for tests: everything is real but what a service without speech
 * never loads, and Node.js, which is a line that starts this machine's. A later version is the same
 * program with one more step of the database.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { createBundle, type PackedModel } from '../../bin/bundle/create.ts'
import { type SigningKey, signingKey } from '../../bin/bundle/key.ts'
import type { CarriedData } from '../../core/bundle/carried-data.ts'
import { migrations } from '../../models/migrations/index.ts'
import { freePort } from './free-port.ts'
import { demoVisits } from './upgrade-visits.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NEVER_LOADED =
  /^(playwright-core|node-llama-cpp|@node-llama-cpp\/.*|tesseract.*|@tesseract.*|@img\/.*|pdf.*|@napi-rs\/.*|@ricky0123\/.*|mediabunny|onnxruntime.*|prosemirror-.*|inquirer|@inquirer\/.*|audio-file-decoder|.*-decoder|.*-decoder-ml|zlibjs|cmake-js|simple-git|octokit|@octokit\/.*)$/

interface TearDown {
  teardown(end: () => unknown): void
}

export async function bundleWorld(
  t: TearDown,
  { node = 'thin' }: { node?: 'thin' | 'whole' } = {},
) {
  const root = await mkdtemp(join(tmpdir(), 'svc-bundle-'))
  t.teardown(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  const wrapper = join(root, 'node-here')
  await writeFile(wrapper, `#!/bin/sh\nexec ${process.execPath} "$@"\n`, { mode: 0o755 })
  const key = await signingKey(join(root, 'key.pem'))
  const known = migrations.map(({ name }) => name)

  async function make(
    version: string,
    { installRoot = ROOT, steps = known, as = key, models = [], data = null }: MakeChoices = {},
  ) {
    return createBundle({
      installRoot,
      version,
      key: as,
      models,
      data,
      migrations: steps,
      level: 0,
      out: join(root, `svc-${version}.tar`),
      nodePath: node === 'thin' ? wrapper : process.execPath,
      runtimeFolder: null,
      libraries: [],
      without: NEVER_LOADED,
    })
  }

  /** The program with one more step, which its predecessor cannot know. */
  async function makeWithStep(version: string, step: LaterStep) {
    const later = join(root, `later-${version}`)
    await laterProgram(later, step)
    return make(version, { installRoot: later, steps: [...known, step.name] })
  }

  const prefix = join(root, 'svc')
  const dataDir = join(root, 'data')
  const env = { PATH: process.env.PATH, HOME: root, TZ: 'UTC', TMPDIR: root }
  // Nothing is made outside the folder, whoever runs the tests: no account either.
  const where = [
    '--prefix',
    prefix,
    '--data',
    dataDir,
    '--no-service',
    '--user',
    userInfo().username,
  ]
  const script = join(ROOT, 'config/bundle/install.sh')

  function install(args: string[], extra: Record<string, string> = {}, shell: string[] = ['sh']) {
    const [program = 'sh', ...before] = shell
    const child = spawn(program, [...before, script, ...args, ...where], {
      cwd: root,
      env: { ...env, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
    return { child, ended }
  }

  /** The installed program. */
  const svcctl = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile(join(prefix, 'current/bin/svcctl'), args, { env, cwd: root }, (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
      )
    })

  async function serve() {
    const port = await freePort()
    const child = spawn(join(prefix, 'current/bin/svcctl'), ['serve'], {
      cwd: root,
      env: {
        ...env,
        SVC_PORT: String(port),
        SVC_DEMO: 'true',
        SVC_SPEECH_ENGINE: 'off',
        SVC_GENERATOR: 'rules',
        SVC_LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(child, 'close')
    t.teardown(() => child.kill('SIGKILL'))
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    while (!said.includes('Serving on')) {
      if (child.exitCode !== null) throw new Error(`it did not start: ${said}`)
      await Promise.race([once(child.stderr, 'data'), ended])
    }
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    return { url: `http://127.0.0.1:${port}`, stop, ...demoVisits(`http://127.0.0.1:${port}`) }
  }

  return {
    root,
    prefix,
    dataDir,
    key,
    make,
    makeWithStep,
    install,
    svcctl,
    serve,
    versions: () => readdir(join(prefix, 'versions')).catch(() => []),
  }
}

interface MakeChoices {
  installRoot?: string
  steps?: readonly string[]
  as?: SigningKey
  models?: readonly PackedModel[]
  data?: CarriedData | null
}

export interface LaterStep {
  name: string
  statements: readonly string[]
  /** What the later program says of it. */
  onlyAdds: boolean
}

async function laterProgram(folder: string, { name, statements, onlyAdds }: LaterStep) {
  await mkdir(join(folder, 'dist'), { recursive: true })
  const linked = ['api', 'ai-local', 'cli', 'config', 'plugin', 'bin', 'docs', 'node_modules']
  const files = ['package-lock.json', 'README.md', 'SECURITY.md']
  for (const one of [...linked, ...files]) await symlink(join(ROOT, one), join(folder, one))
  const told = await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8')
  const news = `## Unreleased\n\n- It brings ${name},\n  in two lines.`
  await writeFile(join(folder, 'CHANGELOG.md'), told.replace('## Unreleased\n', news))
  for (const part of ['dist/public', 'dist/extension'])
    await symlink(join(ROOT, part), join(folder, part))
  for (const file of await readdir(join(ROOT, 'dist')))
    if (
      /^((llama|decode|file)-child|(vad|reading)-worker|host-probe|chunk-.*|read-content-.*)\.js$|^talk\.txt\.gz$/.test(
        file,
      )
    )
      await copyFile(join(ROOT, 'dist', file), join(folder, 'dist', file))
  const step = `{ name: '${name}', async up(queryInterface) { for (const sql of ${JSON.stringify(statements)}) await queryInterface.sequelize.query(sql) } }`
  await build({
    absWorkingDir: ROOT,
    entryPoints: { svcctl: 'bin/svcctl.ts' },
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
    plugins: [
      {
        name: 'one more step',
        setup({ onLoad }) {
          const addTo = (filter: RegExp, entry: string) =>
            onLoad({ filter }, async ({ path }) => {
              const text = await readFile(path, 'utf8')
              const contents = text.replace(/\n\]\s*$/, `\n  ${entry},\n]\n`)
              if (contents === text) throw new Error(`the list in ${path} reads otherwise`)
              return { contents, loader: 'ts' }
            })
          addTo(/models\/migrations\/index\.ts$/, step)
          if (onlyAdds) addTo(/models\/migrations\/additive\.ts$/, `'${name}'`)
        },
      },
    ],
  })
  await chmod(join(folder, 'dist/svcctl.js'), 0o644)
}
