/**
 * What goes wrong with an installation, put in for real: files, rows, permissions, sockets,
 * certificates.
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { boxModelPath } from '../helpers/speech.ts'
import type { Box } from './doctor-box.ts'
import { certificate, issued } from './doctor-certificates.ts'
import { olderSchema } from './doctor-older-schema.ts'

export interface Fault {
  name: string
  /** Of the check that should tell it. */
  id: string
  /**
   * @returns what takes the fault's surroundings away again, where they lie outside the data folder
   */
  put(box: Box): unknown
  probe?: true
  /** In front of the command: limits of the process. */
  before?: string
  /** Why no command of ours can mend it, where that is so: then it is only to be found. */
  byHand?: string
}

const at = ({ dataDir }: Box, ...names: string[]) => join(dataDir, ...names)
const mode = (name: string, bits: number) => (box: Box) => chmodSync(at(box, name), bits)
const key = 'keys/master.key'
const model = 'ggml-small-q5_1.bin'
const set = (settings: Record<string, unknown>) => (box: Box) => {
  const path = at(box, 'svc.config.json')
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...settings }))
}
const newest = (box: Box) =>
  at(
    box,
    'backups',
    readdirSync(at(box, 'backups')).filter((name) => name.endsWith('.svcbackup'))[0] ?? '',
  )
const overwrite = (path: string, from: number, bytes: Uint8Array) => {
  const content = readFileSync(path)
  content.set(bytes, from)
  writeFileSync(path, content)
}

const tls = (box: Box, name: string, keyName: string) =>
  set({
    tlsCertificateFile: join(box.admin, `${name}.pem`),
    tlsKeyFile: join(box.admin, `${keyName}-key.pem`),
    publicUrl: 'https://svc.example',
  })(box)

/** A real box behind a proxy, whose lacks count. */
const noDemo = set({
  demo: false,
  speechEngine: 'off',
  publicUrl: 'https://svc.example',
  trustedProxies: 1,
})

const consultation = `INSERT INTO consultations (id, organization_id, type, status, consent_status, language, recorded_ms, version, created_at, updated_at)
  SELECT '00000000-0000-4000-8000-000000000003', id, 'IN_PERSON', 'open', 'granted', 'pt-BR', 0, 1, created_at, created_at FROM organizations LIMIT 1`

/** The data folder on a disk of that size, in memory. */
function onTmpfs({ dataDir }: Box, size: string) {
  const kept = `${dataDir}.kept`
  renameSync(dataDir, kept)
  mkdirSync(dataDir, { mode: 0o700 })
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', dataDir])
  spawnSync('sh', ['-c', `cp -a ${kept}/. ${dataDir}/; chown --reference=${kept} ${dataDir}`])
  return () => {
    spawnSync('umount', [dataDir])
    rmSync(kept, { recursive: true, force: true })
  }
}

export const faults: readonly Fault[] = [
  { name: 'data folder open to others', id: 'data.folder', put: mode('', 0o755) },
  {
    name: 'data folder of another account',
    id: 'data.folder',
    put: (box) => {
      chmodSync(box.dataDir, 0o711)
      chownSync(box.dataDir, 1, 1)
    },
  },
  { name: 'data folder read-only', id: 'data.folder', put: mode('', 0o500) },
  { name: 'a file of root in it', id: 'data.owner', put: (box) => chownSync(at(box, key), 0, 0) },
  {
    name: 'a model of root in it',
    id: 'data.owner',
    put: (box) => chownSync(at(box, model), 0, 0),
  },
  {
    name: 'configuration open to others',
    id: 'data.config-file',
    put: mode('svc.config.json', 0o644),
  },
  { name: 'database open to others', id: 'data.database-file', put: mode('svc.sqlite', 0o644) },
  {
    name: 'a file where sound goes',
    id: 'data.audio',
    put: (box) => {
      rmSync(at(box, 'audio'), { recursive: true, force: true })
      writeFileSync(at(box, 'audio'), '')
      box.own(at(box, 'audio'))
    },
  },
  { name: 'models cannot be written', id: 'data.models', put: mode('models', 0o500) },
  {
    name: 'sound of no recording',
    id: 'data.orphans',
    put: (box) => {
      mkdirSync(
        at(box, 'audio/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002'),
        { recursive: true },
      )
      spawnSync('chown', ['-R', '--reference', box.dataDir, at(box, 'audio')])
    },
  },
  { name: 'master key open to others', id: 'keys.master', put: mode(key, 0o644) },
  { name: 'master key closed', id: 'keys.master', put: mode(key, 0) },
  { name: 'master key lost', id: 'keys.master', put: (box) => rmSync(at(box, key)) },
  { name: 'master key empty', id: 'keys.master', put: (box) => truncateSync(at(box, key), 0) },
  {
    name: 'master key of another box',
    id: 'keys.fits',
    put: (box) => {
      const path = at(box, key)
      const { length } = readFileSync(path)
      overwrite(path, 0, length === 32 ? new Uint8Array(32).fill(9) : Buffer.from('7'.repeat(64)))
    },
  },
  {
    name: 'database no database',
    id: 'database.integrity',
    put: (box) => overwrite(at(box, 'svc.sqlite'), 0, Buffer.alloc(4096, 7)),
  },
  {
    name: 'pages of the database broken',
    id: 'database.integrity',
    put: (box) => {
      for (const name of ['svc.sqlite-wal', 'svc.sqlite-shm'])
        rmSync(at(box, name), { force: true })
      const path = at(box, 'svc.sqlite')
      const pages = readFileSync(path).length / 4096
      for (let page = 20; page < pages; page += 3)
        overwrite(path, page * 4096, Buffer.alloc(2000, 0xee))
    },
  },
  {
    name: 'schema of a newer version',
    id: 'database.schema',
    put: ({ sql }) => sql("INSERT INTO migrations (name) VALUES ('9001-later')"),
  },
  {
    name: 'a step of the schema missing',
    id: 'database.schema',
    put: olderSchema,
  },
  {
    name: 'log of the database huge',
    id: 'data.database-log',
    put: (box) => {
      writeFileSync(at(box, 'svc.sqlite-wal'), '')
      truncateSync(at(box, 'svc.sqlite-wal'), 600 * 2 ** 20)
      box.own(at(box, 'svc.sqlite-wal'))
    },
  },
  {
    name: 'no key to sign tokens',
    id: 'keys.signing',
    put: ({ sql }) => sql('DELETE FROM signing_keys'),
  },
  {
    name: 'an entry of the audit altered',
    id: 'audit.chain',
    put: ({ sql }) =>
      sql(
        "DROP TRIGGER IF EXISTS audit_entries_unchanged; DROP TRIGGER IF EXISTS audit_entries_no_update; UPDATE audit_entries SET outcome = 'failed' WHERE sequence = 2",
      ),
    byHand: 'what was altered is told to people, not mended',
  },
  {
    name: 'newest backup too old',
    id: 'backup.age',
    put: (box) => renameSync(newest(box), at(box, 'backups', 'svc-20260101T030000Z.svcbackup')),
  },
  {
    name: 'newest backup cut short',
    id: 'backup.age',
    put: (box) => truncateSync(newest(box), 100),
  },
  { name: 'newest backup unreadable', id: 'backup.age', put: (box) => chmodSync(newest(box), 0) },
  {
    name: 'last backup failed',
    id: 'backup.age',
    put: (box) => {
      writeFileSync(
        at(box, 'backups', 'last.json'),
        JSON.stringify({ at: new Date().toISOString(), failure: 'disk_full' }),
      )
      box.own(at(box, 'backups', 'last.json'))
    },
  },
  {
    name: 'passphrase of backups gone',
    id: 'backup.passphrase',
    put: (box) => {
      const file = join(box.admin, 'passphrase')
      const kept = join(box.golden, 'passphrase')
      renameSync(file, kept)
      return () => {
        copyFileSync(kept, file)
        box.own(file)
        chmodSync(file, 0o600)
        rmSync(kept)
      }
    },
  },
  {
    name: 'passphrase of backups open to others',
    id: 'backup.passphrase',
    put: (box) => {
      const file = join(box.admin, 'passphrase')
      chmodSync(file, 0o644)
      return () => chmodSync(file, 0o600)
    },
  },
  {
    name: 'passphrase of the master key gone',
    id: 'keys.passphrase',
    put: (box) => {
      const file = join(box.admin, 'key-passphrase')
      writeFileSync(file, 'another passphrase of some length\n', { mode: 0o600 })
      box.own(file)
      set({ masterKeyPassphraseFile: file })(box)
      const { status, stderr } = box.shell('svcctl vault protect --with passphrase --yes')
      if (status !== 0) throw new Error(stderr)
      const kept = join(box.golden, 'key-passphrase')
      renameSync(file, kept)
      return () => rmSync(kept)
    },
  },
  { name: 'keys out of reach', id: 'data.keys', put: mode('keys', 0o000) },
  { name: 'audit cannot be written', id: 'data.audit', put: mode('audit', 0o500) },
  {
    name: 'data in memory',
    id: 'data.disk',
    byHand: 'where the data go is the administrator’s to say',
    put: (box) => {
      noDemo(box)
      return onTmpfs(box, '2g')
    },
  },
  { name: 'no backup yet', id: 'backup.age', put: (box) => rmSync(newest(box)) },
  {
    name: 'consultations, and never a backup',
    id: 'backup.age',
    put: (box) => {
      rmSync(at(box, 'backups'), { recursive: true })
      noDemo(box)
      set({ backupEveryH: 0 })(box)
      return box.sql(consultation)
    },
  },
  {
    name: 'model that is not what its name says',
    id: 'speech.model',
    put: (box) => {
      mkdirSync(at(box, 'models'), { recursive: true })
      copyFileSync(boxModelPath, at(box, 'models', model))
      set({ speechModel: model })(box)
    },
    byHand: 'it is downloaded from outside',
  },
  {
    name: 'model lost',
    id: 'speech.model',
    put: set({ speechModel: model }),
    byHand: 'it is downloaded from outside',
  },
  {
    name: 'recognizer that dies',
    id: 'speech.speed',
    probe: true,
    put: set({ speechBinary: '/bin/false' }),
  },
  {
    name: 'recognizer that hangs',
    id: 'speech.speed',
    probe: true,
    put: (box) => {
      const program = join(box.admin, 'hanging')
      writeFileSync(program, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
      set({ speechBinary: program })(box)
    },
  },
  {
    name: 'lock of a build that ended long ago',
    id: 'speech.build-lock',
    put: (box) => {
      const lock = at(box, 'runtime', '.lock')
      mkdirSync(lock, { recursive: true })
      // As earlier versions wrote it, and its number is another program's by now.
      writeFileSync(join(lock, 'pid'), '1')
      const [program] = box.runtimes()
      set({ runtimeDir: at(box, 'runtime'), speechBinary: program })(box)
      spawnSync('chown', ['-R', '--reference', box.dataDir, at(box, 'runtime')])
      const before = new Date(Date.now() - 2 * 3_600_000)
      utimesSync(lock, before, before)
    },
  },
  { name: 'voice activity lost', id: 'speech.vad', put: set({ vadModel: '/nowhere/vad.onnx' }) },
  {
    name: 'port taken',
    id: 'network.port',
    put: async ({ port }) => {
      // A connection that leaves this machine's programs may have been given the number for a
      // moment.
      for (let tries = 1; ; tries++) {
        const other = createServer().listen(port, '127.0.0.1')
        const isOpen = await once(other, 'listening').then(
          () => true,
          () => false,
        )
        if (isOpen) return () => other.close()
        if (tries === 20) throw new Error(`port ${port} does not become free`)
        await sleep(500)
      }
    },
  },
  {
    name: 'an address that no card has',
    id: 'network.port',
    put: (box) => {
      noDemo(box)
      set({ host: '192.0.2.77' })(box)
    },
  },
  {
    name: 'public address without https',
    id: 'network.public-url',
    put: set({ publicUrl: 'http://svc.example' }),
  },
  {
    name: 'for the network, named as this machine',
    id: 'network.public-url',
    put: set({ host: '0.0.0.0', demo: false, speechEngine: 'off' }),
  },
  {
    name: 'sample EHR served to the network',
    id: 'network.demo',
    put: set({
      speechEngine: 'off',
      host: '0.0.0.0',
      publicUrl: 'https://svc.example',
      trustedProxies: 1,
    }),
  },
  {
    name: 'a proxy in front, not believed',
    id: 'network.proxy',
    put: set({ publicUrl: 'https://svc.example' }),
  },
  { name: 'nobody in front, and believed', id: 'network.proxy', put: set({ trustedProxies: 1 }) },
  {
    name: 'certificate ended',
    id: 'tls.certificate',
    put: (box) => {
      certificate(box, 'OLD', -1)
      certificate(box, 'NEW', 300, 'svc.example', 'OLD')
      tls(box, 'OLD', 'OLD')
    },
  },
  {
    name: 'certificate ends in ten days',
    id: 'tls.certificate',
    put: (box) => {
      certificate(box, 'SOON', 10)
      certificate(box, 'NEW', 300, 'svc.example', 'SOON')
      tls(box, 'SOON', 'SOON')
    },
  },
  {
    name: 'key of another certificate',
    id: 'tls.certificate',
    put: (box) => {
      certificate(box, 'CERT', 300)
      certificate(box, 'OTHER', 300)
      tls(box, 'CERT', 'OTHER')
    },
  },
  {
    name: 'certificate for another name',
    id: 'tls.certificate',
    put: (box) => {
      certificate(box, 'NAMED', 300, 'other.example')
      tls(box, 'NAMED', 'NAMED')
    },
  },
  {
    name: 'certificate without its authority',
    id: 'tls.certificate',
    put: (box) => {
      issued(box, 'LEAF', 'AUTHORITY')
      tls(box, 'LEAF', 'LEAF')
    },
  },
  {
    name: 'certificate behind that of its authority',
    id: 'tls.certificate',
    put: (box) => {
      issued(box, 'FIRST', 'BEFORE')
      const [authority, own] = ['BEFORE.pem', 'FIRST.pem'].map((name) => join(box.admin, name))
      writeFileSync(`${own}`, [authority, own].map((path) => readFileSync(`${path}`)).join(''))
      tls(box, 'FIRST', 'FIRST')
    },
  },
  {
    name: 'key of the certificate open to others',
    id: 'tls.key-file',
    put: (box) => {
      certificate(box, 'OPEN', 300)
      tls(box, 'OPEN', 'OPEN')
      chmodSync(join(box.admin, 'OPEN-key.pem'), 0o644)
    },
  },
  {
    name: 'no allowed origin',
    id: 'access.origins',
    put: (box) => {
      noDemo(box)
      return box.sql("UPDATE organizations SET allowed_origins = '[]'")
    },
  },
  {
    name: 'a pattern as origin',
    id: 'access.origins',
    put: (box) => {
      noDemo(box)
      return box.sql(
        `UPDATE organizations SET allowed_origins = '["*","https://ehr.hospital.example"]'`,
      )
    },
  },
  {
    name: 'an origin without https',
    id: 'access.origins',
    put: (box) => {
      noDemo(box)
      return box.sql(
        `UPDATE organizations SET allowed_origins = '["http://ehr.hospital.example","https://ehr.hospital.example"]'`,
      )
    },
  },
  {
    name: 'no key for an EHR',
    id: 'access.keys',
    put: (box) => {
      noDemo(box)
      return box.sql("UPDATE api_keys SET revoked_at = '2026-01-01 00:00:00.000 +00:00'")
    },
  },
  {
    name: 'certificate for the national network ends in ten days',
    id: 'rnds.certificate',
    put: (box) => {
      certificate(box, 'RNDS', 10)
      certificate(box, 'RNDS-NEW', 300)
      const bundled = (name: string) => {
        const file = join(box.admin, name === 'RNDS' ? 'old.pem' : 'certificado.pfx')
        const parts = [`${name}.pem`, `${name}-key.pem`].map((part) => join(box.admin, part))
        writeFileSync(file, parts.map((part) => readFileSync(part, 'utf8')).join(''))
        box.own(file)
        return file
      }
      bundled('RNDS-NEW')
      const { status, stderr } = box.shell(`svcctl rnds cert import ${bundled('RNDS')}`)
      if (status !== 0) throw new Error(stderr)
    },
  },
  {
    name: 'disk full',
    id: 'data.space',
    byHand: 'what may go is the administrator’s to say',
    put: (box) => onTmpfs(box, '100m'),
  },
  {
    name: 'clock behind the data',
    id: 'machine.clock',
    byHand: 'the clock is the machine’s',
    put: (box) => {
      const later = new Date(Date.now() + 3_600_000)
      utimesSync(at(box, 'svc.sqlite'), later, later)
    },
  },
  {
    name: 'few open files',
    id: 'machine.open-files',
    byHand: 'the unit’s',
    before: 'ulimit -n 512;',
    put() {},
  },
  {
    name: 'memory dumps',
    id: 'machine.core-dumps',
    byHand: 'the unit’s',
    before: 'ulimit -c 1000;',
    put() {},
  },
]
