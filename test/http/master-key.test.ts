/**
 * The master key: where it may lie, how it changes, and that nothing is lost wherever that breaks
 * off.
 */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { openAccess } from '../../bin/compose/access.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import { consultationUseCases } from '../../core/consultation/use-cases.ts'
import { silentLog } from '../../core/log.ts'
import { consultationStore } from '../../models/consultation/consultations.ts'
import { FILE_ONLY, type KeyAccess } from '../../models/master-key/key-sources.ts'
import type { Keyring } from '../../models/master-key/keyring.ts'
import { rotateMasterKey } from '../../models/master-key/rotate.ts'
import { roleStore } from '../../models/rnds/professionals.ts'
import { blindIndex } from '../../models/vault/blind-index.ts'
import { checkSealedContent } from '../../models/vault/sealed-content.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { buildCli } from '../helpers/cli.ts'
import { demoFolder, until } from '../helpers/demo-service.ts'
import { openMasterKey } from '../helpers/open-master-key.ts'

const quick = { scryptLog2N: 10 }

test('a passphrase or a command keeps the key as well as a file does', async (t) => {
  const folder = await temporary(t)
  const passphraseFile = join(folder, 'words.txt')
  await writeFile(passphraseFile, 'correta cavalo bateria grampo\n')
  const sources: [string, KeyAccess][] = [
    ['passphrase', { ...FILE_ONLY, ...quick, passphraseFile }],
    ['command', { ...FILE_ONLY, command: `printf '${'ab'.repeat(32)}\\n'` }],
    ['file', FILE_ONLY],
  ]
  for (const [name, access] of sources) {
    const keysDir = join(folder, name)
    const sealed = (await openMasterKey(keysDir, access)).seal(Buffer.from('segredo'))
    t.is(Buffer.from((await openMasterKey(keysDir, access)).open(sealed)).toString(), 'segredo')
    for (const file of await readdir(keysDir)) {
      t.is((await stat(join(keysDir, file))).mode & 0o077, 0, file)
      if (name !== 'file')
        t.notRegex(await readFile(join(keysDir, file), 'utf8'), /cavalo|abababab/, file)
    }
  }

  const wrong = join(folder, 'wrong')
  await writeFile(wrong, 'outra coisa qualquer')
  const refusals: [string, KeyAccess, string][] = [
    ['passphrase', { ...FILE_ONLY, passphraseFile: wrong }, 'passphrase_wrong'],
    ['passphrase', FILE_ONLY, 'passphrase_needed'],
    ['passphrase', { ...FILE_ONLY, passphraseFile: join(folder, 'none') }, 'passphrase_needed'],
    ['command', FILE_ONLY, 'master_key_command_failed'],
    ['command', { ...FILE_ONLY, command: 'exit 3' }, 'master_key_command_failed'],
    ['command', { ...FILE_ONLY, command: 'echo nothing' }, 'master_key_command_failed'],
    ['command', { ...FILE_ONLY, command: `echo ${'cd'.repeat(32)}` }, 'vault_damaged'],
    ['short', { ...FILE_ONLY, passphraseFile: await short(folder) }, 'passphrase_weak'],
  ]
  for (const [name, access, code] of refusals)
    t.like(await t.throwsAsync(openMasterKey(join(folder, name), access)), { code }, code)
})

test('wherever a rotation breaks off, everything opens and the next one goes through', async (t) => {
  const { open, consultationIds } = await filled(t)
  let breaks = 0
  for (let turn = 1; ; turn++) {
    const failAt = turn + (turn * (turn - 1)) / 2
    const { database, sealer, keysDir } = await open()
    const { sequelize } = database
    const query = sequelize.query.bind(sequelize) as (...args: unknown[]) => Promise<unknown>
    let statements = 0
    sequelize.query = ((...args: unknown[]) => {
      const text = typeof args[0] === 'string' ? args[0] : JSON.stringify(args[0])
      // A transaction's own words must pass, or nothing would roll back.
      if (!/^(ROLLBACK|COMMIT|BEGIN)/.test(text) && ++statements === failAt)
        return Promise.reject(new Error('broken off'))
      return query(...args)
    }) as typeof sequelize.query
    const before = sealer.fingerprint
    const deps = { sequelize, keysDir, keyring: sealer, access: FILE_ONLY, now: () => new Date() }
    const done = await rotateMasterKey(deps, 'file').then(
      () => true,
      () => false,
    )
    sequelize.query = query as typeof sequelize.query
    await database.close()
    const after = await open()
    if (done) t.not(after.sealer.fingerprint, before)
    await allOpens(t, after, consultationIds)
    await after.database.close()
    if (done && statements < failAt) break
    breaks++
  }
  t.true(breaks > 2, `${breaks} places`)
})

test('leftovers that can be recreated do not block a key rotation', async (t) => {
  const { open } = await filled(t)
  const { database, sealer, keysDir } = await open()
  const { sequelize } = database
  await sequelize.query("UPDATE rnds_roles SET sealed_body = x'00ff'")
  const now = () => new Date()
  const roles = roleStore(sequelize, sealer, blindIndex({ sequelize, sealer, now }))
  t.is(await roles.find(PLACE), null)
  const deps = { sequelize, keysDir, keyring: sealer, access: FILE_ONLY, now }
  t.not((await rotateMasterKey(deps, 'file')).to, '')
  const [rows] = await sequelize.query('SELECT id FROM rnds_roles')
  t.deepEqual(rows, [])
  await database.close()
})

test('of two simultaneous key rotations each succeeds or is refused, and everything still opens', async (t) => {
  const { open, consultationIds } = await filled(t)
  let changed = 0
  for (let round = 0; round < 6; round++) {
    const worlds = [await open(), await open()]
    const ends = await Promise.allSettled(
      worlds.map(({ database: { sequelize }, keysDir, sealer }) =>
        rotateMasterKey(
          { sequelize, keysDir, keyring: sealer, access: FILE_ONLY, now: () => new Date() },
          'file',
        ),
      ),
    )
    for (const end of ends) {
      if (end.status === 'fulfilled') changed++
      else t.is(end.reason.code, 'vault_changed', String(end.reason))
    }
    for (const { database } of worlds) await database.close()
    const after = await open()
    await allOpens(t, after, consultationIds)
    await after.database.close()
  }
  t.true(changed >= 6)
})

test('killed at any moment while it changes the key, svcctl leaves everything readable', async (t) => {
  const { open, consultationIds, dataDir } = await filled(t)
  const { start, run } = await buildCli(t, { SVC_DATA_DIR: dataDir })
  for (let kill = 0; kill < 5; kill++) {
    const { child, ended } = start(['vault', 'rotate', '--yes'])
    // Once the new key lies beside the old one it is at work.
    while (child.exitCode === null && (await readdir(join(dataDir, 'keys'))).length < 2)
      await sleep(1)
    await sleep(Math.random() * 12)
    child.kill('SIGKILL')
    await ended
    const world = await open()
    await allOpens(t, world, consultationIds)
    await world.database.close()
  }
  const draft = join(dataDir, 'keys', 'master-0123456789abcdef.key.01234567.new')
  await writeFile(draft, 'a key', { mode: 0o600 })
  const rotated = await run(['vault', 'rotate', '--yes', '--json'])
  t.is(rotated.code, 0, rotated.stderr)
  const status = (await run(['vault', 'status', '--json'])).json
  t.like(status, { fingerprint: rotated.json.to, source: 'file', left_over: [] })
  t.deepEqual(await readdir(join(dataDir, 'keys')), ['master.key'])
  const passphraseFile = join(dataDir, 'passphrase')
  await writeFile(passphraseFile, 'correta cavalo bateria grampo', { mode: 0o600 })
  const setting = { SVC_MASTER_KEY_PASSPHRASE_FILE: passphraseFile }
  const protectedNow = await run(['vault', 'protect', '--with', 'passphrase', '--yes'], setting)
  t.is(protectedNow.code, 0, protectedNow.stderr)
  t.deepEqual(await readdir(join(dataDir, 'keys')), ['master.json'])
  t.is((await run(['consult', 'verify', '--json'], setting)).json.faults.length, 0)
  t.is((await run(['vault', 'status', '--json'])).failure.error, 'passphrase_needed')
})

test('a running service takes the new key up and goes on', async (t) => {
  const folder = await demoFolder(t)
  const service = await folder.start()
  const early = await service.visit('garganta')
  const { run, runApart } = await buildCli(t, { SVC_DATA_DIR: folder.dataDir })
  t.is((await runApart(['vault', 'rotate', '--yes', '--json'])).code, 0)
  // At once, before it has looked for itself: what is read and what is new.
  t.is((await early.api('GET', `/ehrs/${early.ehrId}`)).status, 200)
  const late = await service.visit('asma')
  t.is((await late.api('GET', `/ehrs/${late.ehrId}`)).status, 200)
  await service.stop()
  const again = await folder.start()
  await until(async () => (await again.call('POST', '/demo/session-token')).status === 200)
  const { faults } = (await run(['consult', 'verify', '--json'])).json
  t.deepEqual(faults, [])
})

test('a reader with the old key retries while another process switches to the new one', async (t) => {
  const { open, consultationIds } = await filled(t)
  const { database, sealer } = await open()
  let fingerprint = 'old'
  const keyring: Keyring = {
    ...sealer,
    get fingerprint() {
      return fingerprint
    },
    open(...args) {
      if (fingerprint !== 'old') return sealer.open(...args)
      // The look of every two seconds comes in between.
      fingerprint = 'new'
      throw new Error('sealed with another key')
    },
    refresh: async () => false,
  }
  const vault = consultationVault({
    sequelize: database.sequelize,
    sealer: keyring,
    now: () => new Date(),
  })
  t.truthy(await vault.findKey(consultationIds[0]!))
  await database.close()
})

/** Of whom the network told something. */
const PLACE = { organizationId: 'o', cnes: '9876543', practitionerCns: '159877430980006' }

async function temporary(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-master-key-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function short(folder: string): Promise<string> {
  const path = join(folder, 'short-passphrase')
  await writeFile(path, 'curta')
  return path
}

/** A data folder with consultations, a signing key and an index. */
async function filled(t: ExecutionContext) {
  const dataDir = await temporary(t)
  const machine = platform()
  const { config } = loadConfig({
    flags: {},
    env: { SVC_DATA_DIR: dataDir },
    cwd: dataDir,
    installRoot: machine.installRoot,
    readFile: () => undefined,
  })
  const keysDir = join(dataDir, 'keys')
  const open = async () => ({ ...(await openAccess(config, machine, silentLog)), keysDir })
  const { database, sealer, access } = await open()
  const { sequelize } = database
  const organization = await access.createOrganization({ name: 'Hospital' })
  const key = { organizationId: organization.id, kind: 'api_key' as const, name: 'EHR' }
  const credential = await access.authenticateKey((await access.createKey(key)).secret)
  const principal = await access.authenticate(
    (await access.issueSessionToken(credential, {})).token,
  )
  const deps = { sequelize, sealer, now: machine.now }
  const consultations = consultationUseCases({
    store: consultationStore({
      sequelize,
      vault: consultationVault(deps),
      index: blindIndex(deps),
    }),
    now: machine.now,
    newId: machine.newId,
    organizationLanguage: async () => 'pt-BR',
  })
  const consultationIds: string[] = []
  for (const name of ['a', 'b', 'c']) {
    const ids = { consultationId: name, doctorId: 'd', patientId: 'p', type: 'IN_PERSON' as const }
    consultationIds.push((await consultations.openByExternalId(principal, ids)).consultation.id)
  }
  const toldAt = machine.now()
  const roles = roleStore(sequelize, sealer, blindIndex(deps))
  await roles.save(PLACE, { codes: ['225125'], toldAt }, { forget: toldAt })
  await database.close()
  return { open, consultationIds, dataDir }
}

async function allOpens(
  t: ExecutionContext,
  { database, sealer, access }: Awaited<ReturnType<typeof openAccess>>,
  consultationIds: string[],
) {
  const { sequelize } = database
  const deps = { sequelize, sealer, now: () => new Date() }
  const roles = roleStore(sequelize, sealer, blindIndex(deps))
  t.deepEqual((await roles.find(PLACE))?.codes, ['225125'])
  const vault = consultationVault(deps)
  for (const id of consultationIds) {
    const key = await vault.findKey(id)
    // The ids that it was opened by, and who opened it.
    t.like(key && (await checkSealedContent(sequelize, id, key)), { opened: 2, damaged: [] })
  }
  const [organization] = await access.listOrganizations()
  const key = await access.createKey({
    organizationId: organization?.id ?? '',
    kind: 'api_key',
    name: 'again',
  })
  const credential = await access.authenticateKey(key.secret)
  t.truthy((await access.issueSessionToken(credential, {})).token, 'the signing key opens')
}
