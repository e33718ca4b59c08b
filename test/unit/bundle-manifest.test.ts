import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { BUILT_IN } from '../../bin/bundle/contents.ts'
import { nativeParts } from '../../bin/bundle/native.ts'
import {
  type BundleManifest,
  cpuNeeds,
  formatManifest,
  newestVersion,
  parseManifest,
} from '../../core/bundle/manifest.ts'
import { planRollback } from '../../core/bundle/plan-rollback.ts'
import { writeSbom } from '../../core/bundle/sbom.ts'

const sha256 = 'a'.repeat(64)
const manifest: BundleManifest = {
  id: '0.2.0-0123abcd',
  version: '0.2.0',
  platform: { os: 'linux', arch: 'x64' },
  glibc: '2.34',
  cpu: ['popcnt', 'sse4_2'],
  node: '20.20.2',
  unpackedBytes: 12,
  migrations: ['0001-access'],
  data: { tables: ['CID10', 'SIGTAP'], templates: ['visita-domiciliar'] },
  models: [{ name: 'whisper-small-q5_1', file: 'small.bin', sizeBytes: 3, sha256 }],
  parts: [{ name: 'program.tar.gz', sizeBytes: 9, sha256 }],
  files: [{ path: 'a folder/with spaces.js', mode: 0o755, sizeBytes: 12, sha256 }],
  links: [{ path: 'lib/a.so', target: 'a.so.1' }],
}

test('a manifest is read as it was written', (t) => {
  t.deepEqual(parseManifest(formatManifest(manifest)), manifest)
  const bare = { ...manifest, glibc: null, cpu: [], models: [], links: [], data: null }
  t.deepEqual(parseManifest(formatManifest(bare)), bare)
})

test('whatever is changed in a manifest, it is read as something valid or refused as damaged', (t) => {
  const text = formatManifest(manifest)
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 3 }), (at, other) => {
      try {
        const { id, files, links, parts } = parseManifest(
          text.slice(0, at) + other + text.slice(at + 1),
        )
        const paths = [
          id,
          ...[...files, ...links].map(({ path }) => path),
          ...parts.map(({ name }) => name),
        ]
        t.false(paths.some((path) => path.startsWith('/') || path.split('/').includes('..')))
      } catch (error) {
        t.is((error as { code: string }).code, 'bundle_damaged')
      }
    }),
    { numRuns: 300 },
  )
})

for (const path of ['../outside', '/etc/passwd', 'a//b', 'a/../../b', '.'])
  test(`a manifest that names ${path} is refused`, (t) => {
    const [file] = manifest.files
    const text = formatManifest({ ...manifest, files: file ? [{ ...file, path }] : [] })
    t.throws(() => parseManifest(text), { code: 'bundle_damaged' })
  })

test('a way back needs an older state only after steps that change', (t) => {
  const known = ['1', '2']
  const additive = ['3', '5']
  t.deepEqual(planRollback({ applied: ['1', '2'], known, additive }), { kind: 'keep', newer: [] })
  t.like(planRollback({ applied: ['1', '2', '3'], known, additive }), {
    kind: 'keep',
    newer: ['3'],
  })
  t.deepEqual(planRollback({ applied: ['1', '2', '3', '4'], known, additive }), {
    kind: 'restore',
    newer: ['3', '4'],
    breaking: ['4'],
  })
})

test('versions are compared as numbers, and processors by what packages say', (t) => {
  t.is(newestVersion(['2.9', '2.34', '2.4']), '2.34')
  t.is(newestVersion([]), null)
  t.deepEqual(cpuNeeds('x64', { packages: ['koa'], compiledFor: [] }), [])
  t.true(cpuNeeds('x64', { packages: ['sharp'], compiledFor: [] }).includes('sse4_2'))
  t.deepEqual(cpuNeeds('x64', { packages: [], compiledFor: ['popcnt', 'avx2'] }), [
    'avx2',
    'popcnt',
  ])
})

test('the bill of materials names every package once, with its licence and digest', (t) => {
  const koa = { name: 'koa', version: '3.3.0', licence: 'MIT', integrity: `sha512-${btoa('abc')}` }
  const dual = { name: '@a/b', version: '1.0.0', licence: '(MIT OR GPL-2.0)', integrity: null }
  const own = { name: 'c', version: '1.0.0', licence: null, integrity: null }
  const model = {
    type: 'machine-learning-model',
    name: 'm',
    version: '1',
    licence: 'Gemma Terms of Use',
    sha256,
  } as const
  const bom = writeSbom({ version: '0.2.0', packages: [koa, koa, dual, own], others: [model] })
  t.like(bom, { bomFormat: 'CycloneDX', specVersion: '1.6' })
  const { components } = bom as { components: Record<string, unknown>[] }
  t.is(components.length, 4)
  t.like(
    components.find(({ name }) => name === 'koa'),
    {
      purl: 'pkg:npm/koa@3.3.0',
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: '616263' }],
    },
  )
  t.like(
    components.find(({ name }) => name === '@a/b'),
    {
      purl: 'pkg:npm/%40a/b@1.0.0',
      licenses: [{ expression: '(MIT OR GPL-2.0)' }],
    },
  )
  t.is(components.find(({ name }) => name === 'c')?.licenses, undefined)
  t.like(
    components.find(({ name }) => name === 'm'),
    {
      licenses: [{ license: { name: 'Gemma Terms of Use' } }],
    },
  )
})

test('libraries compiled into packages are in the bill of materials, with version and licence', async (t) => {
  const native = new Map((await nativeParts(process.cwd())).map((one) => [one.name, one]))
  t.like(native.get('sqlite'), { licence: 'blessing' })
  t.regex(native.get('sqlite')?.version ?? '', /^3\.\d+\.\d+$/)
  t.truthy(native.get('llama.cpp')?.version)
  // The libraries of pictures come for a few systems only.
  const vips = native.get('vips')
  if (vips) t.like(vips, { licence: 'LGPL-3.0-or-later' })
})

test('packages that are built into pages and are for development otherwise are named', (t) => {
  const about = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const folder of ['plugin', 'bin/tools/demo'])
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(path) || path.endsWith('.d.ts')) continue
      const text = readFileSync(join(folder, path), 'utf8')
      for (const [, name = ''] of text.matchAll(
        /^import (?!type)[^'\n]*'((?:@[\w-]+\/)?[\w-]+)[^'\n]*'/gm,
      ))
        if (name !== 'node' && name in about.devDependencies) t.regex(name, BUILT_IN, path)
    }
})
