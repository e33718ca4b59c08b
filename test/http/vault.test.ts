import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { consultationVault } from '../../models/vault/vault.ts'
import { openWorld } from '../helpers/access-world.ts'
import { factories } from '../helpers/factories.ts'
import { openMasterKey } from '../helpers/open-master-key.ts'

async function keysDir(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-keys-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'keys')
}

async function worldWithVisit(t: ExecutionContext) {
  const world = await openWorld(t)
  const principal = await world.access.authenticate(await factories(world).buildSession())
  const { consultation } = await world.consultations.openByExternalId(principal, {
    consultationId: 'consulta-1',
    doctorId: 'medica-1',
    patientId: 'paciente-1',
    type: 'IN_PERSON',
  })
  return { ...world, consultationId: consultation.id, sequelize: world.database.sequelize }
}

const text = Buffer.from('segredo')

test('the master key is made once, for its owner alone', async (t) => {
  const dir = await keysDir(t)
  const sealed = (await openMasterKey(dir)).seal(text, 'a')
  t.is((await stat(join(dir, 'master.key'))).mode & 0o777, 0o600)
  t.is((await stat(dir)).mode & 0o777, 0o700)
  t.deepEqual(Buffer.from((await openMasterKey(dir)).open(sealed, 'a')), text)
})

test('a master key that others may read is refused, with the command that mends it', async (t) => {
  const dir = await keysDir(t)
  await openMasterKey(dir)
  await chmod(join(dir, 'master.key'), 0o640)
  const error = await t.throwsAsync(openMasterKey(dir))
  t.like(error, { code: 'key_permissions' })
  t.regex(error?.message ?? '', /chmod 600/)
})

test('a folder of keys that others may enter is refused, with the command that mends it', async (t) => {
  const dir = await keysDir(t)
  await openMasterKey(dir)
  await chmod(dir, 0o755)
  const error = await t.throwsAsync(openMasterKey(dir))
  t.like(error, { code: 'key_permissions' })
  t.true(error?.message.includes(`chmod 700 ${dir}`))
  await chmod(dir, 0o700)
  await t.notThrowsAsync(openMasterKey(dir))
})

test('a damaged master key is refused and not replaced', async (t) => {
  const dir = await keysDir(t)
  await openMasterKey(dir)
  const path = join(dir, 'master.key')
  await writeFile(path, (await readFile(path)).subarray(0, 20))
  t.like(await t.throwsAsync(openMasterKey(dir)), { code: 'vault_damaged' })
  t.is((await readFile(path)).length, 20)
})

test('sealed bytes open only unchanged, in their context, under their key', async (t) => {
  const sealer = await openMasterKey(await keysDir(t))
  const other = await openMasterKey(await keysDir(t))
  const sealed = sealer.seal(text, 'a')
  t.deepEqual(Buffer.from(sealer.open(sealed, 'a')), text)
  t.notDeepEqual(sealer.seal(text, 'a'), sealed)
  t.throws(() => sealer.open(sealed, 'b'), { message: /chave/ })
  t.throws(() => other.open(sealed, 'a'), { message: /chave/ })
  for (let i = 0; i < sealed.length; i++) {
    const changed = Uint8Array.from(sealed)
    changed[i]! ^= 1
    t.throws(() => sealer.open(changed, 'a'), { message: /chave/ })
  }
})

test('a consultation has one key, the same after a restart, and none once it is destroyed', async (t) => {
  const { sequelize, now, consultationId, dataDir } = await worldWithVisit(t)
  const dir = join(dataDir, 'keys')
  const open = async () => consultationVault({ sequelize, sealer: await openMasterKey(dir), now })
  const vault = await open()
  const made = await vault.findKey(consultationId)
  t.truthy(made, 'a consultation comes into being with its key')
  const keys = await Promise.all([vault.keyFor(consultationId), vault.keyFor(consultationId)])
  t.deepEqual(keys[0], keys[1])
  t.deepEqual(keys[0], made)
  t.is(keys[0]?.length, 32)
  t.deepEqual(await (await open()).findKey(consultationId), keys[0])

  const foreign = consultationVault({
    sequelize,
    sealer: await openMasterKey(await keysDir(t)),
    now,
  })
  t.like(await t.throwsAsync(foreign.verify()), { code: 'vault_damaged' })
  await t.notThrowsAsync(vault.verify())

  await vault.destroyKey(consultationId)
  t.is(await (await open()).findKey(consultationId), null)
})
