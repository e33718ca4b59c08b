import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { lockFile } from '../../ai-local/model-files/file-lock.ts'
import { openDatabase } from '../../models/database/database.ts'
import { buildCli } from '../helpers/cli.ts'

type Cli = Awaited<ReturnType<typeof buildCli>>

test('a setting whose writer is killed before it is written is on record, with an unknown end', async (t) => {
  const cli = await prepared(t)
  const file = (await cli.run(['config', 'path'])).stdout.trim()
  const writer = await (async () => {
    await using _held = await lockFile(`${file}.lock`, () => new Date(), 'testing')
    const started = cli.start(['config', 'set', 'port', '9000'])
    await until(() => spooled(cli).length > 0)
    t.deepEqual(await settingsOnRecord(cli), [], 'it lives: what it is about to do is its own')
    started.child.kill('SIGKILL')
    return started
  })()
  await writer.ended
  const [entry, ...more] = await settingsOnRecord(cli)
  t.like(entry?.facts, { setting: 'port', ended: 'unknown' })
  t.deepEqual(more, [])
  t.false(read(file).includes('9000'))
})

test('a setting whose writer is killed when it is written and not yet in the chain is on record, once', async (t) => {
  const cli = await prepared(t)
  const file = (await cli.run(['config', 'path'])).stdout.trim()
  const database = await openDatabase({ url: `sqlite:${join(cli.dataDir, 'svc.sqlite')}` })
  const writer = cli.start(['config', 'set', 'port', '9000'])
  await database.sequelize.transaction(async (transaction) => {
    await database.sequelize.query('UPDATE organizations SET name = name', { transaction })
    await until(() => spooled(cli).length > 0 && read(file).includes('9000'))
    writer.child.kill('SIGKILL')
    await writer.ended
  })
  await database.close()
  const entries = await settingsOnRecord(cli)
  t.is(entries.length, 1)
  t.is(entries[0]?.facts.setting, 'port')
})

test('a key whose maker is killed while it is written is on record, with an unknown end; one that was made is there once', async (t) => {
  const cli = await prepared(t)
  const database = await openDatabase({ url: `sqlite:${join(cli.dataDir, 'svc.sqlite')}` })
  const maker = cli.start(['key', 'create', '--name', 'EHR 2'])
  await database.sequelize.transaction(async (transaction) => {
    await database.sequelize.query('UPDATE organizations SET name = name', { transaction })
    await until(() => spooled(cli).length > 0)
    maker.child.kill('SIGKILL')
    await maker.ended
  })
  await database.close()
  t.like((await onRecord(cli, 'key.created')).at(-1)?.facts, { ended: 'unknown' })
  t.is((await cli.run(['key', 'create', '--name', 'EHR 2'])).code, 0)
  const [first, killed, made, ...more] = await onRecord(cli, 'key.created')
  t.deepEqual([first?.facts.ended, killed?.facts.ended], [undefined, 'unknown'])
  t.deepEqual([made?.facts, more, spooled(cli)], [{ kind: 'api_key' }, [], []])
})

test('an interrupted command is not on record, and leaves nothing', async (t) => {
  const cli = await prepared(t)
  t.not((await cli.run(['config', 'set', 'port', 'no-port'])).code, 0)
  t.deepEqual([spooled(cli), await settingsOnRecord(cli)], [[], []])
})

test('an interrupted init without a key is reported by the next one, with the command for the key', async (t) => {
  const { run } = await buildCli(t)
  const { id } = (await run(['org', 'create', 'Hospital', '--json'])).json
  const again = await run(['init', '--yes'])
  t.is(again.code, 0)
  const [, command = ''] = /Make its first: svcctl (.+)/.exec(again.stderr) ?? []
  t.is(command, `key create --org ${id}`)
  t.is((await run(command.split(' '))).code, 0)
  t.false((await run(['init', '--yes'])).stderr.includes('no API key'))
})

async function prepared(t: ExecutionContext): Promise<Cli> {
  const cli = await buildCli(t, { SVC_SPEECH_ENGINE: 'off' })
  t.is((await cli.run(['init', '--yes'])).code, 0)
  return cli
}

function settingsOnRecord(cli: Cli) {
  return onRecord(cli, 'setting.changed')
}

/** Of what the next act takes along: proving the chain is one. */
async function onRecord({ run }: Cli, wanted: string) {
  await run(['audit', 'verify'])
  const { entries } = (await run(['audit', 'tail', '--json'])).json as {
    entries: { action: string; facts: Record<string, unknown> }[]
  }
  return entries.filter(({ action }) => action === wanted)
}

function spooled({ dataDir }: Cli): string[] {
  try {
    return readdirSync(join(dataDir, 'audit', 'spool')).filter((name) => name.endsWith('.ndjson'))
  } catch {
    return []
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10)
}
