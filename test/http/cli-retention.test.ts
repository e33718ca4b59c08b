// Own process: stops services that it starts.
/**
 * `svcctl retention` as an administrator runs it, beside what the service left, and killed while it
 * removes files.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { DAY_MS, retentionWorld } from '../helpers/retention-world.ts'

/**
 * Ends `svcctl` by a signal the moment it begins to remove files: what comes before is done, the
 * rest never was.
 */
const KILLED_AT_FILES = `--import=data:text/javascript,${encodeURIComponent(
  `import fs from 'node:fs';import{syncBuiltinESMExports as s}from'node:module';
   fs.promises.rm=async()=>{process.kill(process.pid,'SIGKILL');await new Promise(()=>{})};s()`,
)}`

test('rules are set, a dry run erases nothing, a killed run is finished by the next, and holds keep theirs', async (t) => {
  const world = await retentionWorld(t)
  const { folders, select, dataDir } = world
  const cli = await buildCli(t, { SVC_DATA_DIR: dataDir })
  // The program goes by the machine's clock: old is old by both.
  const old = { job: 'done', ageMs: 400 * DAY_MS, segments: 2 } as const
  const visits = [await world.consultation(), await world.consultation({ held: true })]
  const sounds: string[] = []
  for (const id of visits) sounds.push(join(folders.audio, id, await world.recording(id, old)))
  const stuck = await world.consultation()
  await world.recording(stuck, { ...old, job: 'failed' })

  const refused = await cli.run([
    'retention',
    'set',
    '--audio',
    '90d',
    '--documents',
    '1y',
    '--json',
  ])
  t.is(refused.failure.error, 'retention_refused')
  t.regex(
    refused.failure.message,
    /audio must be at most 30d; documents is shorter than the legal duty/,
  )
  const set = await cli.run([
    'retention',
    'set',
    '--audio',
    '12h',
    '--transcripts',
    '30d',
    '--json',
  ])
  t.like(
    set.json,
    { audio: '12h', transcripts: '30d', documents: 'keep', legal_duty: '20y' },
    set.stderr,
  )

  const plan = await cli.run(['retention', 'run', '--dry-run', '--json'])
  const of = (run: typeof plan, wanted: string) =>
    run.json.lines.find(({ category }: { category: string }) => category === wanted)
  t.like(of(plan, 'audio'), {
    due: { items: 1, bytes: 100 },
    held: { items: 1 },
    waiting: { no_final_transcript: 1 },
  })
  t.true(sounds.every((path) => existsSync(path)))
  t.is((await cli.run(['retention', 'run', '--json'])).failure.error, 'confirmation_needed')

  const killed = await cli.runApart(['retention', 'run', '--yes', '--json'], {
    NODE_OPTIONS: KILLED_AT_FILES,
  })
  t.is(killed.code, null, killed.stderr)
  t.true(existsSync(sounds[0]!), 'erased in the database, not yet on the disk')
  const again = await cli.run(['retention', 'run', '--yes', '--json'])
  t.is(again.code, 0, again.stderr)
  t.deepEqual(
    sounds.map((path) => existsSync(path)),
    [false, true],
  )
  t.is((await select('SELECT id FROM segments')).length, 4, 'of the held and of the stuck one')

  const shown = await cli.run(['retention', 'show'])
  t.regex(shown.stdout, /audio +12h/)
  t.regex(shown.stdout, /without a final transcript/)
  const log = await cli.run(['audit', 'export', '--format', 'ndjson'])
  t.is(log.stdout.match(/"retention\.applied"/g)?.length, 2)
  t.is((await cli.run(['audit', 'verify'])).code, 0)
})
