// Own process: stops services that it starts.
/**
 * From bundle to bundle and back, with the real installer, the installed programs and their own
 * interfaces.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { bundleWorld } from '../helpers/bundle-world.ts'
import { makeGguf } from '../helpers/make-gguf.ts'

const VISIT_MODEL = {
  name: 'Visita domiciliar',
  slug: 'visita-domiciliar',
  purpose: 'Visita',
  version: 3,
  fields: [{ name: 'Queixa', type: 'string', description: 'Motivo da visita.' }],
}
const sha256Of = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const SAID = 'Refere dor de garganta há três dias.'
const LATER = 'Refere tosse há dois dias.'
/** Both are unknown to the first version; only of the one that adds does its program say so. */
const ADDS = { name: '9001-adds', statements: ['CREATE TABLE beside (note TEXT)'], onlyAdds: true }
const CHANGES = {
  name: '9002-changes',
  statements: ['CREATE TABLE later (note TEXT)', 'INSERT INTO later VALUES (1)'],
  onlyAdds: false,
}

test('an installation is upgraded, survives a kill in the middle, and comes back without a loss it did not name', async (t) => {
  // Starts of whole programs, on a machine that does other things too.
  t.timeout(600_000)
  const world = await bundleWorld(t)
  const { prefix, dataDir, install, serve, svcctl, key } = world
  const current = () => readlink(join(prefix, 'current'))
  // What another box had: a model, a table of codes and a document model.
  const model = join(world.root, 'texto-pequeno.gguf')
  makeGguf(model, { seed: 1 })
  const bytes = await readFile(model)
  const terms = [{ code: 'J039', display: 'Amigdalite aguda não especificada', also: null }]
  const first = await world.make('0.1.0', {
    models: [
      {
        name: 'texto-pequeno',
        path: model,
        sizeBytes: bytes.length,
        licence: null,
        sha256: sha256Of(bytes),
      },
    ],
    data: {
      format: 1,
      tables: [
        {
          ...({
            system: 'CID10',
            version: '2008',
            importedAt: '2026-01-01T00:00:00.000Z',
          } as const),
          terms,
          digest: sha256Of(JSON.stringify(terms)),
        },
      ],
      templates: [{ slug: 'visita-domiciliar', version: 3, file: VISIT_MODEL }],
    },
  })
  t.like(first.manifest.data, { tables: ['CID10'], templates: ['visita-domiciliar'] })
  // What `svcctl eval` reads goes along, pictures of the README do not.
  t.true(first.manifest.files.some(({ path }) => path.startsWith('config/evaluation/')))
  t.false(first.manifest.files.some(({ path }) => path.startsWith('plugin/screenshots/')))

  const trusting = [first.path, '--key', key.fingerprint]
  const installed = await install([...trusting, '--org', 'Hospital']).ended
  t.is(installed.code, 0, installed.said)
  t.deepEqual(await deadLinks(join(prefix, 'current')), [])
  t.regex(installed.said, /Model +texto-pequeno; to work with it: svcctl model use texto-pequeno/)
  t.regex(installed.said, /Taken in +tables CID10; document models visita-domiciliar/)
  const models = JSON.parse((await svcctl('model', 'list', '--installed', '--json')).out)
  t.regex(JSON.stringify(models), /texto-pequeno\.gguf/)
  const shown = await svcctl('template', 'list', '--org', 'Hospital', '--json')
  t.regex(shown.out, /visita-domiciliar/)
  const tables = await svcctl('terminology', 'list', '--json')
  t.regex(tables.out, /"imported"/)
  const again = await install([first.path]).ended
  t.is(again.code, 0, again.said)
  t.regex(again.said, /installed already; it is whole/)
  t.notRegex(installed.said + again.said, /New in it/)
  let server = await serve()
  const document = await server.write('visita-1', SAID)
  t.regex(document, /garganta/)
  for (const path of ['/extension/svc.zip', '/admin/page.js', '/plugin.js'])
    t.is((await fetch(server.url + path)).status, 200, path)

  const second = await world.makeWithStep('0.2.0', ADDS)
  const busy = await install([second.path]).ended
  t.is(busy.code, 75, busy.said)
  t.regex(busy.said, /A program is working in .*\/data/)
  await server.stop()

  // Killed as soon as it unpacks: with its shell and everything that it started.
  const killed = install([second.path])
  while (!(await readdir(prefix)).some((name) => name.startsWith('.staging.'))) {
    if (killed.child.exitCode !== null) break
    await sleep(2)
  }
  process.kill(-(killed.child.pid ?? 0), 'SIGKILL')
  await killed.ended
  t.is(await current(), `versions/${first.manifest.id}`)
  t.is((await svcctl('--version')).out.trim(), '0.1.0')

  const upgraded = await install([second.path]).ended
  t.is(upgraded.code, 0, upgraded.said)
  t.regex(upgraded.said, /One step tried on a copy; the state before is kept/)
  t.regex(
    upgraded.said,
    /\nNew in it, by .*CHANGELOG\.md:\n- It brings 9001-adds,\n {2}in two lines\.\n\w/,
  )
  t.false((await readdir(prefix)).some((name) => name.startsWith('.staging.')))
  t.is(await current(), `versions/${second.manifest.id}`)
  server = await serve()
  t.deepEqual(await server.read('visita-1'), [document])
  const since = await server.write('visita-2', LATER)
  await server.stop()

  // The older program on the newer one's database: it was told that the step which it does not know
  // only adds.
  const down = await install(['--rollback']).ended
  t.is(down.code, 0, down.said)
  t.true(
    down.said.includes(`Version ${first.manifest.id} goes on with the data as they are; nothing`),
  )
  // The way there and back again, told by versions: this time it is the newer one that comes back.
  const forth = await install(['--rollback']).ended
  t.is(forth.code, 0, forth.said)
  t.true(forth.said.includes(`Version ${second.manifest.id} goes on with the data as they are`))
  t.true(forth.said.includes(`Version ${second.manifest.id} is in use again`))
  t.notRegex(forth.said, /older|[Bb]ack to/)
  t.is((await install(['--rollback']).ended).code, 0)
  t.is(
    await readFile(join(prefix, 'previous/manifest'), 'utf8').then((text) => text.split('\n')[2]),
    'version 0.2.0',
  )
  server = await serve()
  t.deepEqual(await server.read('visita-1'), [document])
  t.deepEqual(await server.read('visita-2'), [since])
  const third = await world.makeWithStep('0.3.0', CHANGES)
  await server.stop()

  const up = await install([third.path]).ended
  t.is(up.code, 0, up.said)
  t.deepEqual(
    (await world.versions()).sort(),
    [first.manifest.id, third.manifest.id].sort(),
    'the version that was left behind is gone',
  )
  server = await serve()
  await server.write('visita-3', LATER)
  const erased = await server.idOf('visita-2')
  await server.stop()
  const purged = await svcctl('consult', 'purge', erased, '--yes')
  t.is(purged.code, 0, purged.err)
  t.regex(purged.err, /kept the state from before it in backups\/upgrades\/.*svcctl bundle forget/s)
  t.regex(purged.out, /NOT ERASED when this was written: .*backups\/upgrades\//)

  // Nobody is there to agree to what would be missing.
  const unasked = await install(['--rollback']).ended
  t.is(unasked.code, 64, unasked.said)
  t.regex(unasked.said, /will not be in it: 1 consultations, 1 documents/)
  t.regex(unasked.said, /1 visits were erased since: they are erased again/)
  t.is(await current(), `versions/${third.manifest.id}`)

  const back = await install(['--rollback', '--yes']).ended
  t.is(back.code, 0, back.said)
  t.is(await current(), `versions/${first.manifest.id}`)
  server = await serve()
  t.deepEqual(await server.read('visita-1'), [document])
  // It was in the state that came back, with its key.
  await t.throwsAsync(server.read('visita-2'), { message: /consultation_erased/ })
  t.deepEqual(await server.read('visita-3'), [])
  await server.stop()
  t.is((await svcctl('audit', 'verify')).code, 0)
  const shelf = join(dataDir, 'backups/upgrades')
  const [kept = ''] = await readdir(shelf)
  t.deepEqual(await readdir(join(shelf, kept)), ['newer'], 'no second copy holds its key')
  t.true(existsSync(join(shelf, kept, 'newer/svc.sqlite')))

  // The launcher serves nothing from data that are half put back.
  const unfinished = join(shelf, 'rollback.unfinished')
  await writeFile(unfinished, '')
  t.is((await svcctl('serve')).code, 75)
  t.regex((await svcctl('bundle', 'forget', '--yes')).err, /rollback broke off/)
  await rm(unfinished)
  const forgotten = await svcctl('bundle', 'forget', '--yes')
  t.regex(forgotten.out, /Overwritten and removed: backups\/upgrades\/.*\/newer/)
  t.deepEqual(await readdir(shelf), [])

  const asked = await install(['--uninstall']).ended
  t.is(asked.code, 64, asked.said)
  const gone = await install(['--uninstall', '--yes']).ended
  t.is(gone.code, 0, gone.said)
  t.deepEqual((await readdir(world.prefix)).sort(), ['install.conf', 'svc.env', 'trusted-key.pem'])
  t.true(existsSync(join(dataDir, 'svc.sqlite')) && existsSync(join(dataDir, 'keys')))
  const left = (await readdir(world.root)).filter((name) => name.startsWith('svc-install.'))
  t.deepEqual(left, [], 'also of the run that was killed')
})

/** Of the READMEs that were installed, what leads nowhere. */
async function deadLinks(root: string): Promise<string[]> {
  const named = ['README.md', 'config/bundle/README.md', 'plugin/README.md', 'cli/README.md']
  const docs = await readdir(join(root, 'docs'), { recursive: true })
  const inDocs = docs.filter((path) => path.endsWith('.md')).map((path) => join('docs', path))
  const readmes = [...named, ...inDocs]
  const links = readmes.map(async (path) => {
    const text = await readFile(join(root, path), 'utf8')
    return [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
      .flatMap(([, to]) => (to && !/^[a-z]+:/.test(to) ? [join(root, path, '..', to)] : []))
      .filter((to) => !existsSync(to))
  })
  return (await Promise.all(links)).flat()
}
