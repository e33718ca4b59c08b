import test from 'ava'
import type {
  DoctorHost,
  RndsDefinitionsFacts,
  Severity,
  WebhookHealth,
} from '../../core/doctor/check.ts'
import { doctorChecks } from '../../core/doctor/checks/all-checks.ts'
import { waitingRecords } from '../../core/doctor/checks/operation.ts'
import { connectionRefused } from '../../core/doctor/postgres.ts'
import { runDoctor } from '../../core/doctor/run-doctor.ts'
import { AppError } from '../../core/errors.ts'
import type { CardUse } from '../../core/model-file/model-fit.ts'
import type { WaitingCause } from '../../core/rnds/waiting.ts'
import {
  doctorHost,
  folder,
  keyFile,
  noBackupFile,
  noMends,
  organization,
  processFacts,
  remoteServer,
  speechProbe,
  workFacts,
} from '../helpers/doctor-host.ts'

const signal = new AbortController().signal

test('on a healthy machine every check passes', async (t) => {
  const { findings, count } = await runDoctor(doctorChecks, doctorHost(), {
    probe: true,
    fix: true,
    signal,
  })
  t.deepEqual(
    findings.filter(({ severity }) => severity !== 'ok'),
    [],
  )
  t.is(count.ok, doctorChecks.length)
  t.true(doctorChecks.length >= 15)
})

test('a check that fails once, as with a busy database, is repeated', async (t) => {
  let asked = 0
  const { findings } = await runDoctor(
    doctorChecks,
    doctorHost({
      masterKeyFits: async () => {
        asked++
        if (asked === 1) throw new Error('SQLITE_BUSY')
        return { issue: null }
      },
    }),
    { probe: false, fix: false, signal },
  )
  t.is(findings.find(({ id }) => id === 'keys.fits')?.severity, 'ok')
  t.is(asked, 2)
})

test('ids are stable, unique and name their subject', (t) => {
  t.is(new Set(doctorChecks.map(({ id }) => id)).size, doctorChecks.length)
  for (const { id } of doctorChecks) t.regex(id, /^[a-z]+\.[a-z-]+$/)
})

const finds = test.macro({
  title: (_, what: string, id: string, severity: Severity) =>
    `${what}: ${id} tells ${severity === 'error' ? 'an' : severity === 'info' ? '' : 'a'} ${severity}`.replace(
      '  ',
      ' ',
    ),
  async exec(
    t,
    _what: string,
    id: string,
    severity: Severity,
    fix: RegExp | null,
    host: DoctorHost,
  ) {
    const { findings } = await runDoctor(doctorChecks, host, { probe: true, fix: false, signal })
    const finding = findings.find((one) => one.id === id)
    t.is(finding?.severity, severity, finding?.what)
    if (fix) t.regex(finding?.fix ?? '', fix)
    if (severity === 'error' || severity === 'warning') {
      t.truthy(finding?.why)
      t.truthy(finding?.fix)
    }
  },
})

const shareAtNode = async (path: string) => (path === '/node' ? 'network' : null)
const at = (path: string, facts: typeof folder | null) => doctorHost({ paths: { [path]: facts } })
const withDatabase = (facts: Awaited<ReturnType<DoctorHost['database']>>) =>
  doctorHost({ database: async () => facts })
const opens = { failure: null, integrity: 'ok', pending: [] as string[], foreign: [] as string[] }
const modelIs = (
  facts: Partial<NonNullable<Awaited<ReturnType<DoctorHost['model']>>>>,
  settings = {},
) =>
  doctorHost({
    settings,
    model: async () => ({
      path: '/m',
      name: 'whisper-small-q5_1',
      sha256: 'a',
      expected: 'a',
      memoryMiB: 300,
      fitness: 'write',
      ...facts,
    }),
  })

test(
  finds,
  'an old Node',
  'node.version',
  'error',
  /apt-get/,
  doctorHost({ nodeVersion: 'v18.20.1' }),
)
test(
  finds,
  'a Node one step too old',
  'node.version',
  'error',
  null,
  doctorHost({ nodeVersion: 'v20.18.3' }),
)
test(finds, 'a newer Node', 'node.version', 'ok', null, doctorHost({ nodeVersion: 'v24.1.0' }))
test(
  finds,
  'an unbuilt plugin',
  'install.build',
  'error',
  /npm run build/,
  doctorHost({ missingBuild: async () => ['public/plugin.js'] }),
)
test(
  finds,
  'too little memory',
  'machine.memory',
  'error',
  /model list/,
  doctorHost({ box: { cores: 2, memoryMiB: 1000 } }),
)
test(
  finds,
  'scarce memory',
  'machine.memory',
  'warning',
  /model list/,
  doctorHost({ box: { cores: 2, memoryMiB: 1300 } }),
)
test(
  finds,
  'a clock that was never set',
  'machine.clock',
  'error',
  /timedatectl/,
  doctorHost({ now: () => new Date(0) }),
)
test(
  finds,
  'a clock that went back',
  'machine.clock',
  'error',
  /timedatectl/,
  doctorHost({ now: () => new Date('2026-02-28T00:00:00Z') }),
)
test(
  finds,
  'no data folder',
  'data.folder',
  'error',
  /svcctl init --data-dir \/data/,
  at('/data', null),
)
test(finds, 'a file instead of a data folder', 'data.folder', 'error', /mv/, at('/data', keyFile))
test(
  finds,
  'a data folder of somebody else',
  'data.folder',
  'error',
  /chmod -R u\+rwX/,
  at('/data', { ...folder, writable: false }),
)
test(
  finds,
  'a data folder of another account',
  'data.folder',
  'error',
  /^chown -R 1000 \/data && chmod /,
  at('/data', { ...folder, writable: false, isOwn: false }),
)
test(
  finds,
  'an open data folder',
  'data.folder',
  'warning',
  /chmod 700 \/data/,
  at('/data', { ...folder, mode: 0o755 }),
)
test(finds, 'a full disk', 'data.space', 'error', /du/, doctorHost({ freeBytes: async () => 1e8 }))
test(
  finds,
  'a disk that is full but for the reserve',
  'data.space',
  'error',
  /du/,
  doctorHost({ diskReserve: async () => ({ keptBytes: 1e7, wholeBytes: 2e7, isLow: true }) }),
)
test(
  finds,
  'a disk that fills up',
  'data.space',
  'warning',
  /du/,
  doctorHost({ freeBytes: async () => 3e9 }),
)
test(
  finds,
  'a slow disk',
  'data.speed',
  'warning',
  /findmnt/,
  doctorHost({ durableWriteMs: async () => 120 }),
)
test(
  finds,
  'a hopeless disk',
  'data.speed',
  'error',
  /findmnt/,
  doctorHost({ durableWriteMs: async () => 900 }),
)
test(
  finds,
  'a lost master key',
  'keys.master',
  'error',
  /BACKUP/,
  at('/data/keys/master.key', null),
)
test(
  finds,
  'an empty master key',
  'keys.master',
  'error',
  /BACKUP/,
  at('/data/keys/master.key', { ...keyFile, sizeBytes: 0 }),
)
test(
  finds,
  'a master key others can read',
  'keys.master',
  'error',
  /chmod 600/,
  at('/data/keys/master.key', { ...keyFile, mode: 0o640 }),
)
test(
  finds,
  'a database that does not open',
  'database.integrity',
  'error',
  /^mv \/data \/data.broken && svcctl backup restore \/data.broken\/backups\/b.svcbackup --data-dir \/data --live /,
  withDatabase({ ...opens, failure: 'SQLITE_NOTADB' }),
)
test(
  finds,
  'a damaged database',
  'database.integrity',
  'error',
  /backup restore/,
  withDatabase({ ...opens, integrity: 'row 7 missing' }),
)
const empty = { '/data/keys/master.key': null, '/data/svc.sqlite': null }
test(
  finds,
  'a folder in which nothing is prepared',
  'database.integrity',
  'warning',
  /^svcctl init --data-dir \/data$/,
  doctorHost({ database: async () => null, paths: empty }),
)
test(
  finds,
  'keys without their database',
  'database.integrity',
  'error',
  /backup restore \/data.broken\/backups\/b.svcbackup/,
  withDatabase(null),
)
test(
  finds,
  'the memory of an audit without its database',
  'database.integrity',
  'error',
  /^findmnt -T \/data$/,
  doctorHost({
    database: async () => null,
    backup: async () => ({ ...(await doctorHost().backup()), newestPath: null }),
    paths: { ...empty, '/data/audit/head.json': keyFile },
  }),
)
test(
  finds,
  'a PostgreSQL in which nothing is prepared',
  'database.integrity',
  'warning',
  /svcctl init/,
  withDatabase({ ...opens, pending: ['0001-access'] }),
)
test(
  finds,
  'an older schema',
  'database.schema',
  'warning',
  /svcctl upgrade$/,
  withDatabase({ ...opens, pending: ['0005-documents'] }),
)
test(
  finds,
  'no signing key',
  'keys.signing',
  'warning',
  /rotate-signing/,
  doctorHost({ signingKeys: async () => 0 }),
)
test(
  finds,
  'no compiler and no runtime',
  'speech.compiler',
  'error',
  /apt-get install -y cmake g\+\+$/,
  doctorHost({ missingTools: async () => ['cmake', 'g++'], runtime: async () => null }),
)
test(
  finds,
  'no compiler, where none is needed',
  'speech.compiler',
  'info',
  null,
  doctorHost({ missingTools: async () => ['cmake'] }),
)
test(
  finds,
  'no speech runtime',
  'speech.runtime',
  'error',
  /doctor --fix/,
  doctorHost({ runtime: async () => null }),
)
const withCard = (use: CardUse) =>
  doctorHost({ speechCard: async () => ({ name: 'NVIDIA L4', memoryMiB: 23_034, use }) })
test(
  finds,
  'a card that nobody built for',
  'speech.runtime',
  'warning',
  /^svcctl doctor --fix$/,
  withCard('not-built'),
)
test(
  finds,
  'a card without a compiler for it',
  'speech.runtime',
  'info',
  /apt-get install .*nvidia-cuda-toolkit && svcctl doctor --fix/,
  withCard('no-compiler'),
)
for (const use of ['used', 'off', 'own'] as const)
  test(finds, `a card: ${use}`, 'speech.runtime', 'ok', null, withCard(use))
test(
  finds,
  'a card whose runtime computes on the processor',
  'speech.speed',
  'warning',
  /nvidia-smi/,
  doctorHost({ speechProbe: async () => ({ ...speechProbe, usedCard: false }) }),
)
test(
  finds,
  'a runtime built for another processor',
  'speech.speed',
  'error',
  /rm -r \/opt\/svc\/runtime/,
  doctorHost({ speechProbe: async () => ({ ...speechProbe, usesProcessor: false }) }),
)
test(
  finds,
  'a model that falls behind speech',
  'speech.speed',
  'error',
  /model list/,
  doctorHost({
    speechProbe: async () => ({ ...speechProbe, timesRealTime: 0.7 }),
  }),
)
test(
  finds,
  'a model that barely keeps up',
  'speech.speed',
  'warning',
  /model list/,
  doctorHost({
    speechProbe: async () => ({ ...speechProbe, timesRealTime: 1.2 }),
  }),
)
test(
  finds,
  'no speech model',
  'speech.model',
  'error',
  /model pull whisper-small-q5_1/,
  doctorHost({ model: async () => null }),
)
test(
  finds,
  'a damaged speech model',
  'speech.model',
  'error',
  /rm \/m && svcctl model pull whisper-small-q5_1/,
  modelIs({ sha256: 'b' }),
)
test(
  finds,
  'a speech model nobody knows',
  'speech.model',
  'warning',
  /model import/,
  modelIs({ expected: null }),
)
test(
  finds,
  'a model that does not understand people',
  'speech.speed',
  'error',
  /model use whisper-base-q5_0/,
  doctorHost({
    speechProbe: async () => ({ ...speechProbe, hearing: { heard: 2, said: 23, enough: false } }),
  }),
)
const boxInUse = { speechModel: 'ggml-base-q5_0.bin' }
test(
  finds,
  'a lost model of the box',
  'speech.model',
  'error',
  /install that again/,
  doctorHost({ settings: boxInUse, model: async () => null }),
)
test(
  finds,
  'a damaged model of the box',
  'speech.model',
  'error',
  /install that again/,
  modelIs({ sha256: 'b', name: 'whisper-base-q5_0' }, boxInUse),
)
test(
  finds,
  'the model in the box on a machine that carries more',
  'speech.larger-model',
  'info',
  /model setup/,
  doctorHost({ settings: boxInUse, largerSpeechModel: async () => 'whisper-small-q5_1' }),
)
test(
  finds,
  'the model in the box on a small machine',
  'speech.larger-model',
  'ok',
  null,
  doctorHost({ settings: boxInUse }),
)
test(
  finds,
  'lost voice-activity weights',
  'speech.vad',
  'error',
  /vadModel --default/,
  at('/vad.onnx', null),
)
test(
  finds,
  'a speech server elsewhere',
  'speech.runtime',
  'info',
  null,
  doctorHost({ settings: { speechEngine: 'remote' }, runtime: async () => null }),
)
const byServers = (facts: Partial<typeof remoteServer>, url = 'https://ia.hospital.example') =>
  doctorHost({
    settings: {
      speechEngine: 'remote',
      generator: 'remote',
      speechRemoteUrl: url,
      generatorRemoteUrl: url,
    },
    remoteServer: async () => ({
      ...remoteServer,
      url,
      answering: facts.issue ? 0 : 1,
      ...facts,
    }),
  })
for (const id of ['speech.server', 'documents.server'])
  for (const [what, severity, fix, facts, url] of [
    ['a server that answers', 'ok', null, {}],
    ['a server that keeps no list', 'ok', null, { hasModel: null }],
    ['a foreign authority', 'error', /remoteCaFile ca\.pem/, { issue: 'tls_untrusted' }],
    ['an expired certificate', 'error', /curl -v/, { issue: 'tls_expired' }],
    ['a wrong key', 'error', /RemoteKeyFile/, { issue: 'status_401' }],
    ['an unknown model', 'error', /RemoteModel/, { hasModel: false }],
    ['a model computed elsewhere', 'error', /RemoteModel/, { elsewhere: 'https://ollama.com:443' }],
    ['a model that holds little', 'warning', /longer context/, { contextTokens: 4096 }],
    ['a model that holds enough', 'ok', null, { contextTokens: 32_768 }],
    [
      'a useless file',
      'error',
      /remoteCaFile/,
      { issue: 'no_certificate', setting: 'remoteCaFile' },
    ],
    ['a fallback', 'warning', /curl/, { issue: 'connection_refused', hasFallback: true }],
    [
      'one of several that is gone',
      'warning',
      /curl/,
      { issue: 'connection_refused', answering: 1 },
    ],
    ['no encryption', 'warning', /https:/, { isPlain: true }, 'http://ia.hospital.example'],
    ['this machine', 'ok', null, { isPlain: true }, 'http://127.0.0.1:8000'],
  ] as const)
    test(finds, what, id, severity, fix, byServers(facts, url))

test(
  finds,
  'no text model',
  'documents.model',
  'info',
  /model setup/,
  doctorHost({ settings: { textModel: null } }),
)
test(
  finds,
  'a lost text model',
  'documents.model',
  'error',
  /model pull/,
  doctorHost({ model: async () => null }),
)
test(
  finds,
  'a damaged text model',
  'documents.model',
  'error',
  /rm \/m && svcctl model pull/,
  modelIs({ sha256: 'b' }),
)
test(
  finds,
  'a port that is taken',
  'network.port',
  'error',
  /config set port/,
  doctorHost({ portUser: async () => 'somebody' }),
)
test(
  finds,
  'our own server on the port',
  'network.port',
  'ok',
  null,
  doctorHost({ portUser: async () => 'us' }),
)
const HERE = 'http://127.0.0.1:8080'
const elsewhere = { ...organization, allowedOrigins: ['https://ehr.cloud.example'] }
for (const [what, severity, fix, settings, allowedOrigins] of [
  ['an address only this machine knows', 'warning', /publicUrl/, { host: '0.0.0.0' }],
  ['pages that cannot get here', 'warning', /publicUrl https/, {}],
  ['the same for a trial', 'ok', null, { demo: true }],
  ['pages of this machine', 'ok', null, {}, ['http://localhost:3000']],
] as const)
  test(
    finds,
    what,
    'network.public-url',
    severity,
    fix,
    doctorHost({
      settings: { publicUrl: HERE, ...settings },
      organizations: async () => [
        { ...organization, allowedOrigins: [...(allowedOrigins ?? organization.allowedOrigins)] },
      ],
    }),
  )
for (const [what, severity, fix, box, page, settings] of [
  [
    'a page of the internet, a box inside',
    'warning',
    /^svcctl host policy {3}#/,
    'local',
    'public',
  ],
  ['a box whose name leads to itself', 'warning', /localNetworkOrigins/, 'loopback', 'public'],
  ['a box that no name server knows', 'warning', /host policy/, null, 'public'],
  ['a page of the same network', 'ok', null, 'local', 'local'],
  ['both on the internet', 'ok', null, 'public', 'public'],
  ['a page that no name server knows', 'info', null, 'local', null],
  ['a box that is reached here only', 'ok', null, 'local', 'public', { publicUrl: HERE }],
  [
    'a policy that is rolled out',
    ...(['ok', null, 'local', 'public'] as const),
    { localNetworkOrigins: ['https://x.example', 'https://ehr.cloud.example'] },
  ],
] as const)
  test(
    finds,
    what,
    'access.local-network',
    severity,
    fix,
    doctorHost({
      ...(settings && { settings }),
      organizations: async () => [elsewhere],
      addressSpace: async (name) => (name === 'svc.example' ? box : page),
    }),
  )
test('origins already allowed stay in the fix for a page added later', async (t) => {
  const host = doctorHost({
    settings: { localNetworkOrigins: ['https://a.example'] },
    organizations: async () => [elsewhere],
    addressSpace: async (name) => (name === 'svc.example' ? 'local' : 'public'),
  })
  const { findings } = await runDoctor(doctorChecks, host, { probe: false, fix: false, signal })
  t.regex(
    findings.find(({ id }) => id === 'access.local-network')?.fix ?? '',
    /localNetworkOrigins 'https:\/\/a\.example,https:\/\/ehr\.cloud\.example'$/,
  )
})
for (const [id, faults] of [
  ['keys.signing', { signingKeys: async () => 0 }],
  ['access.keys', { work: async () => ({ ...workFacts, activeKeys: 0 }) }],
] as const)
  test(
    finds,
    'no organization yet, which is told once',
    id,
    'info',
    null,
    doctorHost({ ...faults, organizations: async () => [] }),
  )
test(
  finds,
  'a public address without https',
  'network.public-url',
  'error',
  /https:\/\/svc.example/,
  doctorHost({ settings: { publicUrl: 'http://svc.example' } }),
)
for (const [what, id, severity, fix, facts] of [
  ['a processor of long ago', 'machine.processor', 'warning', /lscpu/, { vectorUnits: false }],
  ['root', 'machine.account', 'warning', /runuser -u svc/, { isRoot: true }],
  [
    'root where no account is there yet',
    'machine.account',
    'warning',
    /useradd --system .* svc; runuser -u svc/,
    { isRoot: true, hasServiceAccount: false },
  ],
  ['few open files', 'machine.open-files', 'warning', /LimitNOFILE/, { openFiles: 1024 }],
  ['open files without limit', 'machine.open-files', 'ok', null, { openFiles: null }],
  ['memory dumps', 'machine.core-dumps', 'warning', /LimitCORE=0/, { dumpsMemory: true }],
  ['plain swap', 'machine.swap', 'warning', /swapoff \/dev\/sda2/, { plainSwap: ['/dev/sda2'] }],
  ['little shared memory', 'machine.shared-memory', 'warning', /shm/, { sharedMemoryMiB: 64 }],
] as const)
  test(
    finds,
    what,
    id,
    severity,
    fix,
    doctorHost({
      process: async () => ({
        ...processFacts,
        ...facts,
        plainSwap: [...(('plainSwap' in facts && facts.plainSwap) || [])],
      }),
    }),
  )
test(
  finds,
  'a system that tells nothing of a process',
  'machine.account',
  'ok',
  null,
  doctorHost({ process: async () => null }),
)
const gone = { failure: 'SQLITE_NOTADB', integrity: null, pending: [], foreign: [] }
const waitsFor = (cause: WaitingCause) => [{ cause, since: new Date(), records: 2 }]
for (const [what, severity, fix, facts] of [
  ['profiles that cannot be read', 'error', /definitions remove/, { issue: 'definitions_damaged' }],
  [
    'a newer version of the profiles that is not used',
    'warning',
    /use br\.gov\.saude\.rac#1\.1\.0 --from/,
    { unused: [{ newest: 'br.gov.saude.rac#1.1.0', inUse: 'br.gov.saude.rac#1.0.0' }] },
  ],
  [
    'a change of profiles that is ahead',
    'info',
    null,
    { ahead: [{ id: 'br.gov.saude.rac#1.1.0', from: '2026-12-01' }] },
  ],
] as [string, 'error' | 'warning' | 'info', RegExp | null, Partial<RndsDefinitionsFacts>][])
  test(
    finds,
    what,
    'rnds.definitions',
    severity,
    fix,
    doctorHost({
      rndsDefinitions: async () => ({
        issue: null,
        inForce: 'br.gov.saude.rac#1.0.0',
        ahead: [],
        unused: [],
        ...facts,
      }),
    }),
  )
for (const [what, id, severity, fix, facts] of [
  ['no key for an EHR', 'access.keys', 'warning', /key create/, { activeKeys: 0 }],
  ['texts that were given up', 'speech.failed', 'warning', /journalctl/, { failedTexts: 2 }],
  ['a record that waits', 'rnds.waiting', 'warning', /rnds list/, { oldestPendingRecordH: 30 }],
  [
    'records that wait for a certificate',
    'rnds.waiting',
    'error',
    /cert show/,
    {
      oldestPendingRecordH: 1,
      waitingRecords: waitsFor('certificate_refused'),
    },
  ],
  [
    'records that wait for the network',
    'rnds.waiting',
    'ok',
    null,
    {
      oldestPendingRecordH: 1,
      waitingRecords: waitsFor('network_unreachable'),
    },
  ],
  ['a record of today', 'rnds.waiting', 'ok', null, { oldestPendingRecordH: 3 }],
] as const)
  test(
    finds,
    what,
    id,
    severity,
    fix,
    doctorHost({ work: async () => ({ ...workFacts, ...facts }) }),
  )
for (const [id, severity] of [
  ['access.keys', 'info'],
  ['speech.failed', 'info'],
  ['rnds.waiting', 'ok'],
] as const)
  test(finds, `no database: ${id}`, id, severity, null, doctorHost({ database: async () => gone }))
for (const [what, id, severity, fix, path, facts] of [
  [
    'a database others may read',
    'data.database-file',
    'warning',
    /chmod 600/,
    'svc.sqlite',
    { ...keyFile, mode: 0o640 },
  ],
  [
    'settings others may read',
    'data.config-file',
    'error',
    /chmod 600/,
    'svc.config.json',
    { ...keyFile, mode: 0o644 },
  ],
  [
    'sound that cannot be written',
    'data.audio',
    'error',
    /chmod -R u\+rwX/,
    'audio',
    { ...folder, writable: false },
  ],
  ['a file for a folder', 'data.models', 'error', /mv /, 'models', keyFile],
  [
    'a log without end',
    'data.database-log',
    'warning',
    /fuser/,
    'svc.sqlite-wal',
    { ...keyFile, sizeBytes: 2 ** 30 },
  ],
] as const)
  test(finds, what, id, severity, fix, doctorHost({ paths: { [`/data/${path}`]: facts } }))
for (const [what, severity, free] of [
  ['few files', 'warning', 5000],
  ['hardly a file', 'error', 10],
  ['a disk that counts no files', 'ok', null],
] as const)
  test(
    finds,
    what,
    'data.inodes',
    severity,
    severity === 'ok' ? null : /df -i/,
    doctorHost({ freeFiles: async () => free }),
  )
for (const [what, severity, fix, faults] of [
  ['a node folder that is right', 'ok', null, {}],
  ['no node folder yet', 'warning', /^mkdir -p -m 700/, { paths: { '/node': null } }],
  [
    'a node folder of others',
    'error',
    /chmod/,
    { paths: { '/node': { ...folder, writable: false } } },
  ],
  [
    'an open node folder',
    'warning',
    /chmod 700/,
    { paths: { '/node': { ...folder, mode: 0o755 } } },
  ],
  ['a node folder on a share', 'warning', /set nodeDir/, { fileSystem: shareAtNode }],
  ['a node folder in the shared one', 'error', /set nodeDir/, { settings: { nodeDir: '/data/a' } }],
] as const)
  test(
    finds,
    what,
    'data.node',
    severity,
    fix,
    doctorHost({
      ...faults,
      paths: { '/node': folder, '/data/a': folder, ...('paths' in faults ? faults.paths : {}) },
      settings: { nodeDir: '/node', ...('settings' in faults ? faults.settings : {}) },
    }),
  )
for (const [what, id, severity, fix, settings] of [
  [
    'a demonstration for everybody',
    'network.demo',
    'error',
    /set demo false/,
    { demo: true, host: '0.0.0.0' },
  ],
  ['a demonstration at home', 'network.demo', 'ok', null, { demo: true }],
  [
    'a proxy that is not believed',
    'network.proxy',
    'warning',
    /trustedProxies 1/,
    { trustedProxies: 0 },
  ],
  ['a proxy that is believed', 'network.proxy', 'ok', null, {}],
  [
    'nobody in front, and believed',
    'network.proxy',
    'warning',
    /trustedProxies 0/,
    { publicUrl: HERE },
  ],
] as const)
  test(finds, what, id, severity, fix, doctorHost({ settings }))

const shown = {
  issue: null,
  validFrom: new Date('2026-01-01T00:00:00Z'),
  validUntil: new Date('2027-01-01T00:00:00Z'),
  names: 'DNS:svc.example',
  fitsPublicUrl: true,
  missingIssuer: null,
}
for (const [what, severity, fix, facts] of [
  ['a certificate that is right', 'ok', null, shown],
  ['no certificate of its own', 'ok', null, null],
  [
    'a key of another certificate',
    'error',
    /tlsKeyFile/,
    { issue: 'k.pem is not the key of c.pem.', fittingKey: null, behind: null },
  ],
  [
    'a certificate behind that of its authority',
    'error',
    /^awk -v k=2 .* c\.pem > c\.pem\.ordered && cp c\.pem\.ordered c\.pem && rm c\.pem\.ordered$/,
    { issue: 'c.pem begins with an authority.', fittingKey: null, behind: 2 },
  ],
  [
    'a key of another certificate, with its own beside it',
    'error',
    /^svcctl config set tlsKeyFile \/tls\/c-key\.pem$/,
    { issue: 'k.pem is not the key of c.pem.', fittingKey: '/tls/c-key.pem', behind: null },
  ],
  [
    'a certificate that has ended',
    'error',
    /cp NEW/,
    { ...shown, validUntil: new Date('2026-02-28') },
  ],
  ['one that ends soon', 'warning', /cp NEW/, { ...shown, validUntil: new Date('2026-03-20') }],
  [
    'one that begins later',
    'error',
    /timedatectl/,
    { ...shown, validFrom: new Date('2026-03-02') },
  ],
  ['one for another name', 'error', /set publicUrl/, { ...shown, fitsPublicUrl: false }],
  [
    'one without those that lead to its authority',
    'warning',
    /^cat AUTHORITY\.pem >> /,
    { ...shown, missingIssuer: 'Hospital Issuing CA' },
  ],
] as const)
  test(
    finds,
    what,
    'tls.certificate',
    severity,
    fix,
    doctorHost({ settings: { tlsCertificateFile: 'c.pem' }, tls: async () => facts }),
  )
test(
  finds,
  'a key of the certificate that everybody can read',
  'tls.key-file',
  'error',
  /chmod o-rwx \/tls\/key.pem/,
  doctorHost({
    settings: { tlsKeyFile: '/tls/key.pem' },
    paths: { '/tls/key.pem': { ...keyFile, mode: 0o644 } },
  }),
)
test(
  finds,
  'an organization without origins',
  'access.origins',
  'warning',
  /org origins add https:\/\/ehr.hospital.example$/,
  doctorHost({ organizations: async () => [{ ...organization, allowedOrigins: [] }] }),
)
test(
  finds,
  'the one of several organizations without origins, by its name',
  'access.origins',
  'warning',
  /--org 'Santa Casa D'\\''Oeste'$/,
  doctorHost({
    organizations: async () => [
      { ...organization, status: 'suspended' as const },
      { ...organization, id: 'o', name: "Santa Casa D'Oeste", allowedOrigins: [] },
    ],
  }),
)
test(
  finds,
  'no organization',
  'access.origins',
  'warning',
  /svcctl init/,
  doctorHost({ organizations: async () => [] }),
)
test(
  finds,
  'an origin without https',
  'access.origins',
  'warning',
  /origins remove http:\/\/ehr.example/,
  doctorHost({
    organizations: async () => [{ ...organization, allowedOrigins: ['http://ehr.example'] }],
  }),
)
test(
  finds,
  'a check that fails itself',
  'data.space',
  'error',
  null,
  doctorHost({ freeBytes: async () => Promise.reject(new Error('x')) }),
)

test('a path with spaces is quoted in the command that mends it', async (t) => {
  const host = doctorHost({
    settings: { dataDir: '/my data' },
    paths: { '/my data': { ...folder, mode: 0o777 } },
  })
  const { findings } = await runDoctor(doctorChecks, host, { probe: true, fix: false, signal })
  t.is(findings.find(({ id }) => id === 'data.folder')?.fix, "chmod 700 '/my data'")
})

test('--fix mends what it safely can, looks again, and says so', async (t) => {
  const mended: string[] = []
  let mode = 0o755
  const host = doctorHost({
    mend: {
      ...noMends(),
      async restrict(path, to) {
        mended.push(`${path} ${to.toString(8)}`)
        mode = to
      },
    },
  })
  host.path = async (path) => (path === '/data' ? { ...folder, mode } : keyFile)
  const { findings } = await runDoctor(doctorChecks, host, { probe: true, fix: true, signal })
  t.like(
    findings.find(({ id }) => id === 'data.folder'),
    { severity: 'ok', mended: true },
  )
  t.deepEqual(mended, ['/data 700'])
})

test('an open folder that holds nothing of the product is nobody’s to close', async (t) => {
  const host = doctorHost({
    database: async () => null,
    paths: { ...empty, '/data': { ...folder, mode: 0o755 } },
    mend: { ...doctorHost().mend, restrict: async (path) => t.fail(path) },
  })
  const { findings } = await runDoctor(doctorChecks, host, { probe: false, fix: true, signal })
  t.like(
    findings.find(({ id }) => id === 'data.folder'),
    { severity: 'ok', mended: false },
  )
})

test('--fix that fails leaves the finding, with the reason', async (t) => {
  const host = doctorHost({ runtime: async () => null })
  const { findings } = await runDoctor(doctorChecks, host, { probe: true, fix: true, signal })
  t.like(
    findings.find(({ id }) => id === 'speech.runtime'),
    { severity: 'error', mended: false },
  )
  t.regex(findings.find(({ id }) => id === 'speech.runtime')?.why ?? '', /Mending it failed/)
})

test('a lost master key is never replaced by --fix', async (t) => {
  const host = doctorHost({ paths: { '/data/keys/master.key': null } })
  const { findings } = await runDoctor(doctorChecks, host, { probe: true, fix: true, signal })
  t.like(
    findings.find(({ id }) => id === 'keys.master'),
    { severity: 'error', mended: false },
  )
})

test(
  finds,
  'a files folder of somebody else',
  'files.folder',
  'error',
  /chmod -R u\+rwX/,
  at('/data/files', { ...folder, writable: false }),
)
test(
  finds,
  'a reader that reads nothing',
  'files.reader',
  'error',
  /npm ci/,
  doctorHost({ fileProbe: async () => ({ recognition: true, failures: ['PDF', 'picture'] }) }),
)
test(
  finds,
  'no recognition',
  'files.reader',
  'info',
  /fileRecognition/,
  doctorHost({ fileProbe: async () => ({ recognition: false, failures: [] }) }),
)

const kept = (facts: object) =>
  doctorHost({
    retention: async () => ({
      refused: null,
      overdue: 0,
      held: 0,
      stuckSounds: 0,
      waitsUntil: null,
      ranAt: null,
      ...facts,
    }),
  })

test(finds, 'nothing overdue', 'retention.overdue', 'ok', null, kept({ held: 3 }))
test(
  finds,
  'overdue things',
  'retention.overdue',
  'warning',
  /retention run$/,
  kept({ overdue: 2 }),
)
test(
  finds,
  'sound without a text',
  'retention.overdue',
  'warning',
  /retention show/,
  kept({ stuckSounds: 1 }),
)
test(
  finds,
  'a clock that jumped',
  'retention.overdue',
  'warning',
  /retention run --dry-run/,
  kept({ waitsUntil: new Date('2026-03-02T00:00:00Z'), overdue: 9 }),
)
test(
  finds,
  'rules that contradict each other',
  'retention.overdue',
  'error',
  /config show/,
  doctorHost({ retention: async () => ({ refused: 'These rules cannot be.' }) }),
)

const told = (...changes: Partial<WebhookHealth>[]) =>
  doctorHost({
    webhooks: async () =>
      changes.map((change) => ({
        id: 'w-1',
        name: 'EHR do hospital',
        state: 'enabled',
        disabledBecause: null,
        settings: { url: 'https://ehr.example/hooks', hasSecret: true },
        address: { verdict: 'allowed', addresses: ['203.0.113.9'] },
        allowedNetworks: '10.9.0.0/16',
        failed: 0,
        failingSince: null,
        issue: null,
        ...change,
      })),
  })
const refusedAt = (verdict: 'address_not_allowed' | 'http_not_allowed' | 'unresolved') => ({
  address: { verdict, addresses: ['10.20.0.7'] },
})
for (const [what, severity, fix, ...changes] of [
  ['a webhook that is heard', 'ok', null, {}],
  ['a webhook that was disabled', 'warning', /enable 'EHR do hospital'$/, { state: 'disabled' }],
  [
    'a webhook that answered 410, beside one that is heard',
    ...(['error', /webhook enable/, {}] as const),
    { state: 'disabled', disabledBecause: 'gone' },
  ],
  [
    'a webhook without a secret',
    'error',
    /rotate .*--overlap-hours 0/,
    { settings: { url: 'https://e', hasSecret: false } },
  ],
  [
    'a webhook of another master key',
    'error',
    /webhook remove w-1/,
    { settings: null, address: null },
  ],
  [
    'a webhook to a private address',
    'error',
    // What is allowed already stays allowed.
    /webhookNetworks 10\.9\.0\.0\/16,10\.20\.0\.7/,
    refusedAt('address_not_allowed'),
  ],
  ['a webhook over http', 'error', /webhook remove/, refusedAt('http_not_allowed')],
  ['a webhook whose name nobody knows', 'warning', /webhook test/, refusedAt('unresolved')],
  [
    'a webhook that fails for hours',
    ...(['error', /webhook test/] as const),
    { failingSince: new Date('2026-03-01T09:00:00Z'), issue: 'timeout' },
  ],
  [
    'a webhook that was restarted',
    ...(['ok', null] as const),
    { failingSince: new Date('2026-03-01T11:00:00Z'), issue: 'timeout' },
  ],
  ['messages that were given up', 'warning', /retry --failed-of/, { failed: 2 }],
] as [string, Severity, RegExp | null, ...Partial<WebhookHealth>[]][])
  test(finds, what, 'webhook.delivery', severity, fix, told(...changes))

const heldCopy = {
  outgoing: async () => ({
    hold: { since: new Date(0), because: 'restored', madeAt: new Date(0) } as const,
    waiting: { webhooks: 1, records: 2 },
  }),
}
test(finds, 'a restored copy', 'outgoing.held', 'warning', /outgoing resume$/, doctorHost(heldCopy))
test('records of a restored copy wait because nothing leaves it, and doctor says so', async (t) => {
  const work = async () => ({ ...workFacts, oldestPendingRecordH: 300 })
  const { what } = await waitingRecords.run(doctorHost({ ...heldCopy, work }))
  t.regex(what, /^2 records wait because nothing leaves this box since 1970.* 300 h/)
  t.regex(what, /svcctl outgoing resume/)
})

const backups = (everyH: number, newest: string | null, failure: string | null = null) =>
  doctorHost({
    backup: async () => ({
      everyH,
      newest: newest === null ? null : new Date(newest),
      ...noBackupFile,
      failure,
    }),
  })
const BACK_UP = /^svcctl backup create$/

for (const [what, severity, fix, faults] of [
  ['no backup of consultations', 'warning', /^svcctl backup create {3}# asks for/, {}],
  [
    'no backup, and a passphrase for them',
    ...(['warning', /^svcctl config set backupEveryH 24 && svcctl backup create /] as const),
    { settings: { backupPassphraseFile: '/etc/svc/p' } },
  ],
  [
    'no backup of a box that nobody uses yet',
    ...(['info', /^svcctl backup create /] as const),
    { work: async () => ({ ...workFacts, hasConsultations: false }) },
  ],
  [
    'no backup of a demonstration',
    ...(['info', /^svcctl backup create /] as const),
    { settings: { demo: true } },
  ],
] as const) {
  const backup = async () => ({ everyH: 0, newest: null, ...noBackupFile, failure: null })
  test(finds, what, 'backup.age', severity, fix, doctorHost({ ...faults, backup }))
}
test(finds, 'one made by hand', 'backup.age', 'ok', null, backups(0, '2026-02-01T03:00:00Z'))
test(
  finds,
  'one on the disk of the data',
  'backup.age',
  'info',
  null,
  doctorHost({
    backup: async () => ({
      everyH: 24,
      newest: new Date('2026-03-01T03:00:00Z'),
      failure: null,
      ...noBackupFile,
      besideData: true,
    }),
  }),
)
test(
  finds,
  'one that was written to another place by name',
  'backup.age',
  'ok',
  null,
  doctorHost({
    backup: async () => ({
      everyH: 24,
      newest: null,
      failure: null,
      ...noBackupFile,
      elsewhere: { at: new Date('2026-03-01T03:00:00Z'), path: '/mnt/nas/a.svcbackup' },
    }),
  }),
)
test(finds, 'none made yet', 'backup.age', 'warning', BACK_UP, backups(24, null))
test(finds, 'an old one', 'backup.age', 'warning', BACK_UP, backups(24, '2026-02-26T03:00:00Z'))
test(
  finds,
  'one that could not be read back',
  'backup.age',
  'error',
  BACK_UP,
  backups(24, '2026-03-01T03:00:00Z', 'backup_damaged'),
)

const drilled = (at: string | null, failure: string | null = null) =>
  doctorHost({
    backup: async () => ({
      everyH: 24,
      newest: new Date('2026-03-01T03:00:00Z'),
      ...noBackupFile,
      failure: null,
      drill: at === null ? null : { at: new Date(at), failure, path: '/mnt/b.svcbackup' },
    }),
  })
const DRILL = /^svcctl backup drill$/
test(finds, 'no trial of a restore yet', 'backup.drill', 'info', DRILL, drilled(null))
test(finds, 'a trial of last week', 'backup.drill', 'ok', null, drilled('2026-02-22T03:00:00Z'))
test(finds, 'a trial of last year', 'backup.drill', 'info', DRILL, drilled('2025-02-22T03:00:00Z'))
test(
  finds,
  'a trial that failed',
  'backup.drill',
  'error',
  /^svcctl consult verify ; .* && svcctl backup drill$/,
  drilled('2026-02-22T03:00:00Z', 'drill_failed'),
)

const place = (failure: string | null, missingMount: string | null = null) =>
  doctorHost({
    backup: async () => ({ everyH: 24, newest: null, ...noBackupFile, failure, missingMount }),
  })
test(
  finds,
  'a share that is not mounted',
  'backup.age',
  'error',
  /^mount \/mnt\/nas && svcctl backup create$/,
  place(null, '/mnt/nas'),
)
for (const [failure, fix] of [
  ['backup_share_missing', BACK_UP],
  ['backup_folder_stalled', /^timeout -s KILL 10 ls \/mnt\/nas\/svc && /],
  ['backup_disk_full', /^df -h \/mnt\/nas\/svc ; svcctl backup prune && /],
  ['backup_folder_not_writable', /^findmnt -T \/mnt\/nas\/svc ; /],
] as const)
  test(finds, `the last backup: ${failure}`, 'backup.age', 'error', fix, place(failure))

const unusable = (newestIssue: 'unreadable' | 'not_a_backup', path: string | null = '/mnt/b') =>
  doctorHost({
    backup: async () => ({
      everyH: 24,
      newest: new Date(0),
      ...noBackupFile,
      newestPath: path,
      newestIssue,
      failure: null,
    }),
  })
const heldFor = (hours: number) =>
  doctorHost({
    buildLock: async () => ({
      path: '/opt/svc/runtime/.lock',
      heldMs: hours * 3_600_000,
      isAbandoned: false,
    }),
  })
const BACK = /svcctl backup create$/
const REFUSED = { url: 'https://svc.example', sentMiB: 21, status: 413 }
const broken = { ...opens, integrity: 'page 7: never used' }
for (const [what, id, severity, fix, host] of [
  [
    'a server of a database that is away',
    'database.integrity',
    'error',
    /databaseUrl/,
    withDatabase({ ...opens, failure: 'ECONNREFUSED' }),
  ],
  [
    'a newer schema',
    'database.schema',
    'error',
    /start the newer one again/,
    withDatabase({ ...opens, foreign: ['9001-later'] }),
  ],
  [
    'damage without a backup',
    'database.integrity',
    'error',
    /^cp -a \/data \/data.broken/,
    doctorHost({
      database: async () => broken,
      backup: async () => ({
        everyH: 0,
        newest: null,
        ...noBackupFile,
        newestPath: null,
        failure: null,
      }),
    }),
  ],
  [
    'slow commits',
    'database.speed',
    'warning',
    /findmnt/,
    doctorHost({ commitMs: async () => 300 }),
  ],
  [
    'a database elsewhere',
    'database.speed',
    'ok',
    null,
    doctorHost({ commitMs: async () => null }),
  ],
  [
    'the key of another',
    'keys.fits',
    'error',
    /BACKUP/,
    doctorHost({ masterKeyFits: async () => ({ issue: 'another_key' }) }),
  ],
  [
    'files of root',
    'data.owner',
    'error',
    /^chown -R --reference=\/data \/data /,
    doctorHost({ foreignFiles: async () => ({ count: 9, first: ['/data/audio'] }) }),
  ],
  [
    'a proxy that takes small bodies only',
    'network.way-in',
    'error',
    /client_max_body_size 0; .*config\/operations\/proxy/,
    doctorHost({ publicProbe: async () => ({ ...REFUSED, issue: 'body' }) }),
  ],
  [
    'a proxy that passes no channel on',
    'network.way-in',
    'error',
    /proxy_http_version 1\.1/,
    doctorHost({ publicProbe: async () => ({ ...REFUSED, issue: 'channel' }) }),
  ],
  [
    'a public address that somebody else answers',
    'network.way-in',
    'error',
    /^svcctl config set publicUrl /,
    doctorHost({ publicProbe: async () => ({ ...REFUSED, issue: 'not_us' }) }),
  ],
  [
    'a public address that is not reached',
    'network.way-in',
    'warning',
    /^curl -kv https:\/\/svc\.example\/healthz$/,
    doctorHost({ publicProbe: async () => ({ ...REFUSED, issue: 'ENOTFOUND', status: null }) }),
  ],
  [
    'sound of nobody',
    'data.orphans',
    'warning',
    /^mkdir -p \/data\/audio.unknown && mv \/data\/audio\/a\/b /,
    doctorHost({ orphanSound: async () => ['/data/audio/a/b'] }),
  ],
  [
    'a backup that cannot be read',
    'backup.age',
    'error',
    /^mv \/mnt\/b \/mnt\/b.unusable && svcctl backup create$/,
    unusable('unreadable'),
  ],
  ['a backup cut short', 'backup.age', 'error', BACK, unusable('not_a_backup')],
  [
    'a pattern as origin',
    'access.origins',
    'error',
    /remove '\*'/,
    doctorHost({ organizations: async () => [{ ...organization, allowedOrigins: ['*'] }] }),
  ],
  [
    'an engine that dies',
    'speech.speed',
    'error',
    /rm -r \/opt\/svc\/runtime/,
    doctorHost({ speechProbe: async () => Promise.reject(new Error('x')) }),
  ],
  [
    'a build that nobody can be waiting for',
    'speech.build-lock',
    'warning',
    /^rm -r \/opt\/svc\/runtime\/\.lock$/,
    heldFor(2),
  ],
  ['a build at work', 'speech.build-lock', 'ok', null, heldFor(0.02)],
  [
    'an own engine that dies',
    'speech.speed',
    'error',
    /config set speechBinary --default/,
    doctorHost({
      settings: { speechBinary: '/opt/w' },
      speechProbe: async () => Promise.reject(new Error('x')),
    }),
  ],
  [
    'a clip without words',
    'speech.path',
    'error',
    /model verify/,
    doctorHost({
      soundPath: async () => ({ failedAt: 'transcript', reason: 'failed', words: 0, tookMs: 0 }),
    }),
  ],
  [
    'a clip that is refused',
    'speech.path',
    'error',
    /serve/,
    doctorHost({
      soundPath: async () => ({ failedAt: 'sound', reason: 'status_507', words: 0, tookMs: 0 }),
    }),
  ],
  [
    'a network out of reach',
    'rnds.hosts',
    'warning',
    /^curl .*https:\/\/ehr-auth/,
    doctorHost({
      rndsHosts: async () => [
        { organizationId: 'o', host: 'ehr-auth.saude.gov.br', issue: 'ENOTFOUND' },
      ],
    }),
  ],
  [
    'a certificate that the network refuses',
    'rnds.access',
    'error',
    /^svcctl rnds cert show/,
    doctorHost({
      rndsAccess: async () => [
        { organizationId: 'o', lookedUp: false, issue: 'certificate_refused' },
      ],
    }),
  ],
  [
    'an access without a look-up',
    'rnds.access',
    'warning',
    /lookup-cns/,
    doctorHost({
      rndsAccess: async () => [{ organizationId: 'o', lookedUp: false, issue: null }],
    }),
  ],
  [
    'a certificate of another house',
    'rnds.access',
    'warning',
    /^svcctl rnds cert show/,
    doctorHost({
      rndsAccess: async () => [
        {
          organizationId: 'o',
          lookedUp: true,
          issue: null,
          otherCnpj: { certificate: '00394544000185', requester: '11222333000181' },
        },
      ],
    }),
  ],
  ['a large model', 'speech.model', 'ok', null, modelIs({ sha256: null })],
] as const)
  test(finds, what, id, severity, fix, host)

test('without a probe nothing is tried and nobody is called; what only looks runs side by side', async (t) => {
  let running = 0
  let most = 0
  const slow = async <Fact>(fact: Fact) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    return fact
  }
  const never = async () => {
    throw new Error('tried')
  }
  const host = doctorHost({
    speechProbe: never,
    fileProbe: never,
    soundPath: never,
    rndsHosts: never,
    rndsAccess: never,
    database: () => slow(opens),
    tls: () => slow(null),
  })
  const { findings, notProbed } = await runDoctor(doctorChecks, host, {
    probe: false,
    fix: false,
    signal,
  })
  t.is(notProbed, doctorChecks.filter(({ probe }) => probe).length)
  t.deepEqual(
    findings.filter(({ severity }) => severity !== 'ok'),
    [],
  )
  t.true(most > 3)
})

// PostgreSQL, as its account and its place are.
const postgresPlace = { host: 'db.hospital', port: 5432, database: 'box', username: 'svc' }
const mine = {
  place: postgresPlace,
  encoding: 'UTF8',
  isStandby: false,
  isReadOnly: false,
  mayCreate: true,
  foreignTables: 0,
  givesSessions: true,
}
for (const [what, state, fix] of [
  ['a standby', { isStandby: true }, /svcctl config set databaseUrl postgres/],
  ['a database that is read only', { isReadOnly: true }, /ssh -t db\.hospital .*read_only/],
  ['tables of another account', { foreignTables: 41 }, /gexec/],
  ['an account that may make no table', { mayCreate: false }, /GRANT ALL ON SCHEMA public/],
  ['a pooler by the transaction', { givesSessions: false }, /\?direct=HOST:5432/],
  ['a database of another encoding', { encoding: 'LATIN1' }, /--encoding=UTF8/],
] as const) {
  const host = withDatabase({ ...opens, integrity: null, server: { ...mine, ...state } })
  test(finds, what, 'database.rights', 'error', fix, host)
}
test(finds, 'PostgreSQL of its own', ...(['database.rights', 'ok', null] as const), {
  ...withDatabase({ ...opens, integrity: null, server: mine }),
})
for (const [code, fix] of [
  ['ECONNREFUSED', /systemctl start postgresql/],
  ['ENOTFOUND', /databaseUrl postgres/],
  ['28P01', /password svc/],
  ['28000', /tee -a/],
  ['3D000', /createdb --owner=svc/],
  ['53300', /max_connections/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /openssl s_client/],
  ['XX000', /svcctl config show databaseUrl/],
] as const) {
  const refused = connectionRefused(code, postgresPlace)
  const host = withDatabase({ ...opens, failure: 'database_unreachable', refused })
  test(finds, `${code} of PostgreSQL`, 'database.integrity', 'error', fix, host)
}

// What follows from a database that is away is not called broken beside it.
const away = () =>
  Promise.reject(new AppError('unavailable', 'database_unreachable', 'PostgreSQL is not there.'))
for (const [id, severity] of [
  ['database.integrity', 'error'],
  ['keys.fits', 'info'],
  ['retention.overdue', 'info'],
  ['audit.chain', 'info'],
] as const)
  test(
    finds,
    'a database that does not answer',
    ...([id, severity, null] as const),
    doctorHost({
      database: async () => ({ ...opens, failure: 'database_unreachable', integrity: null }),
      masterKeyFits: away,
      retention: away,
      audit: async () => ({ failure: 'database_unreachable' }),
    }),
  )

test('a folder of keys that is closed is one failure; who needs a key says that it could not look', async (t) => {
  const closed = { ...folder, mode: 0, readable: false, writable: false }
  const host = doctorHost({
    paths: { '/data/keys': closed, '/data/keys/master.key': null },
    masterKeyFits: async () => null,
    audit: async () => ({ failure: 'it does not open' }),
  })
  const { findings } = await runDoctor(doctorChecks, host, { probe: false, fix: false, signal })
  const wrong = findings.filter(({ severity }) => severity === 'error' || severity === 'warning')
  t.deepEqual(
    wrong.map(({ id }) => id),
    ['data.keys'],
  )
  for (const id of ['keys.master', 'keys.fits', 'audit.chain'])
    t.is(
      findings.find((one) => one.id === id)?.what,
      'Not looked at: the folder of keys is out of reach.',
    )
})

for (const [what, key, errors] of [
  ['locked', { mode: 0, readable: false }, ['keys.master']],
  // Whose it is, data.owner tells.
  ['of another account', { readable: false, isOwn: false }, []],
  ['empty', { sizeBytes: 0 }, ['keys.master']],
] as const)
  test(`a master key that is ${what} is one failure, and not of what it opens and of the audit as well`, async (t) => {
    const host = doctorHost({
      paths: { '/data/keys/master.key': { ...keyFile, ...key } },
      masterKeyFits: async () => ({ issue: 'it does not open' }),
      audit: async () => ({ failure: 'it does not open' }),
    })
    const { findings } = await runDoctor(doctorChecks, host, { probe: false, fix: false, signal })
    const wrong = findings.filter(({ severity }) => severity === 'error')
    t.deepEqual(
      wrong.map(({ id }) => id),
      [...errors],
    )
    for (const id of ['keys.fits', 'audit.chain'])
      t.is(
        findings.find((one) => one.id === id)?.what,
        'Not looked at: the master key cannot be read.',
      )
  })

test(
  finds,
  'another PostgreSQL than was meant',
  'database.integrity',
  'error',
  /^svcctl config show databaseUrl/,
  doctorHost({
    database: async () => ({ ...opens, server: mine, pending: ['0001-access'] }),
    paths: { '/data/audit/head.json': keyFile },
  }),
)
