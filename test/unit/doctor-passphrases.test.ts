import test from 'ava'
import type { PathFacts } from '../../core/doctor/check.ts'
import { auditChain } from '../../core/doctor/checks/audit.ts'
import { masterKey, masterKeyFits } from '../../core/doctor/checks/data.ts'
import { port } from '../../core/doctor/checks/network.ts'
import { backupPassphrase, masterKeyPassphrase } from '../../core/doctor/checks/passphrases.ts'
import { auditFolder, diskKind, keysFolder } from '../../core/doctor/checks/storage.ts'
import { doctorHost, folder, keyFile } from '../helpers/doctor-host.ts'

const FILE = '/etc/svc/backup-passphrase'
const backup = (facts: PathFacts | null, file = FILE) =>
  backupPassphrase.run(
    doctorHost({ settings: { backupPassphraseFile: file }, paths: { [file]: facts } }),
  )

test('a passphrase file that is missing, empty, locked or open is reported before a backup fails', async (t) => {
  t.like(await backup(null), {
    severity: 'error',
    what: `${FILE} (backupPassphraseFile) is not there.`,
    fix: `cp -p "$BACKUP"/backup-passphrase ${FILE}   # the copy that you keep elsewhere`,
  })
  t.like(await backup({ ...keyFile, sizeBytes: 0 }), { severity: 'error' })
  const locked = await backup({ ...keyFile, readable: false, isOwn: false })
  t.like(locked, { severity: 'error' })
  t.regex(locked.fix ?? '', /^chown -R 1000 .* && chmod -R u\+rwX,go= /)
  t.like(await backup({ ...keyFile, mode: 0o640 }), {
    severity: 'warning',
    fix: `chmod -R u+rwX,go= ${FILE}`,
  })
  t.like(await backup(keyFile), { severity: 'ok' })
  t.like(await backupPassphrase.run(doctorHost()), { severity: 'ok' })
})

test('a passphrase handed over by systemd is not checked for permissions', async (t) => {
  for (const file of ['/run/credentials/svc.service/b', '/dev/fd/3', '/run/secrets/b'])
    t.is((await backup(null, file)).severity, 'ok')
})

test('the passphrase of the master key is asked for where one protects it, and its file is at fault, not the audit', async (t) => {
  const settings = { masterKeyPassphraseFile: '/etc/svc/key-passphrase' }
  const described = { '/data/keys/master.json': keyFile }
  const gone = doctorHost({
    settings,
    paths: described,
    audit: async () => ({ failure: 'master_key_closed' }),
  })
  t.like(await masterKeyPassphrase.run(gone), { severity: 'error' })
  t.is((await auditChain.run(gone)).severity, 'info')
  t.is((await masterKeyPassphrase.run(doctorHost({ settings }))).severity, 'ok')

  const wrong = doctorHost({ settings, masterKeyFits: async () => ({ issue: 'passphrase_wrong' }) })
  t.like(await masterKeyFits.run(wrong), {
    severity: 'error',
    what: 'The passphrase in /etc/svc/key-passphrase does not open the master key.',
    fix: 'cp -p "$BACKUP"/key-passphrase /etc/svc/key-passphrase   # the copy that you keep elsewhere',
  })
  const command = doctorHost({
    masterKeyFits: async () => ({ issue: 'master_key_command_failed' }),
  })
  t.regex((await masterKeyFits.run(command)).fix ?? '', /config show masterKeyCommand/)
})

test('unusable folders are reported, and a key in one is not called lost', async (t) => {
  const locked = { ...folder, mode: 0, writable: false, readable: false }
  const host = doctorHost({
    paths: { '/data/keys': locked, '/data/keys/master.key': null, '/data/audit': locked },
  })
  for (const check of [keysFolder, auditFolder])
    t.like(await check.run(host), { severity: 'error' })
  t.regex((await keysFolder.run(host)).fix ?? '', /^chmod -R u\+rwX,go= \/data\/keys$/)
  t.is((await masterKey.run(host)).severity, 'info')
})

test('data in memory, in a container’s layer or on a share are reported, except on a trial box', async (t) => {
  for (const kind of ['memory', 'layer', 'network'] as const) {
    const on = (demo: boolean) =>
      diskKind.run(doctorHost({ settings: { demo }, fileSystem: async () => kind }))
    const told = await on(false)
    t.is(told.severity, 'warning')
    t.regex(told.fix ?? '', /^findmnt -T \/data/)
    t.is((await on(true)).severity, 'info')
  }
})

test('an address that no card of this machine has is not called taken', async (t) => {
  const told = await port.run(
    doctorHost({ settings: { host: '192.0.2.77' }, portUser: async () => 'elsewhere' }),
  )
  t.like(told, { severity: 'error' })
  t.regex(told.what, /192\.0\.2\.77/)
  t.regex(told.fix ?? '', /^svcctl config set host 0\.0\.0\.0/)
})
