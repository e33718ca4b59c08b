import type {
  DoctorHost,
  DoctorMends,
  PathFacts,
  ProcessFacts,
  RemoteServerFacts,
  WorkFacts,
} from '../../core/doctor/check.ts'
import { applyChanges, newEstablishment } from '../../core/rnds/edit-establishment.ts'

export const folder: PathFacts = {
  kind: 'folder',
  mode: 0o700,
  sizeBytes: 4096,
  modifiedAt: new Date('2026-03-01T11:00:00Z'),
  writable: true,
  readable: true,
  diskReadOnly: false,
  isOwn: true,
}
export const keyFile: PathFacts = { ...folder, kind: 'file', mode: 0o600, sizeBytes: 32 }

/** A server of the network with which nothing is wrong. */
export const remoteServer: RemoteServerFacts = {
  url: null,
  answering: 1,
  issue: null,
  setting: null,
  hasModel: true,
  contextTokens: null,
  elsewhere: null,
  model: 'qwen',
  isPlain: false,
  hasFallback: false,
}

export const processFacts: ProcessFacts = {
  model: 'AMD EPYC',
  vectorUnits: true,
  isRoot: false,
  hasServiceAccount: true,
  openFiles: 65_536,
  dumpsMemory: false,
  plainSwap: [],
  sharedMemoryMiB: 2000,
}

export const workFacts: WorkFacts = {
  activeKeys: 1,
  hasConsultations: true,
  failedTexts: 0,
  oldestPendingRecordH: null,
  waitingRecords: [],
}

export const noBackupFile = {
  newestPath: '/data/backups/b.svcbackup',
  newestIssue: null,
  besideData: false,
  elsewhere: null,
  drill: null,
  folder: '/mnt/nas/svc',
  missingMount: null,
}

/** A recognizer with which nothing is wrong. */
export const speechProbe = {
  timesRealTime: 12,
  usesProcessor: true,
  usedCard: null,
  model: 'm',
  hearing: { heard: 23, said: 23, enough: true },
}

type Faults = Partial<Omit<DoctorHost, 'settings' | 'path'>> & {
  settings?: Partial<DoctorHost['settings']>
  /** Instead of what a healthy machine has; null: nothing is there. */
  paths?: Record<string, PathFacts | null>
}

const organization = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Hospital',
  status: 'active' as const,
  allowedOrigins: ['https://ehr.example'],
  enforceDoctorScope: false,
  iframeConsent: 'host' as const,
  extension: { enabled: false, fill: true, capture: true, lockMinutes: 10, idleDays: 90 },
  language: 'pt-BR',
  createdAt: new Date(0),
}

export const establishment = applyChanges(newEstablishment(organization.id), {
  requesterId: '12345',
  cbo: '225125',
  modality: '07',
  priority: '03',
  admissionSource: '09',
  outcome: '01',
  financing: '01',
  procedure: '0301010072',
})

/** A machine on which everything is right, but for the given faults. */
export function doctorHost({ settings, paths, ...faults }: Faults = {}): DoctorHost {
  const present: Record<string, PathFacts | null> = {
    '/data': folder,
    '/data/keys/master.key': keyFile,
    '/data/svc.sqlite': { ...keyFile, sizeBytes: 9000 },
    '/vad.onnx': keyFile,
    ...paths,
  }
  const model = {
    path: '/data/models/m.bin',
    name: 'whisper-small-q5_1',
    sha256: 'a',
    expected: 'a',
    memoryMiB: 300,
    fitness: 'write' as const,
  }
  return {
    settings: {
      dataDir: '/data',
      nodeDir: null,
      keysDir: '/data/keys',
      modelsDir: '/data/models',
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'https://svc.example',
      localNetworkOrigins: [],
      demo: false,
      trustedProxies: 1,
      runtimeDir: '/opt/svc/runtime',
      speechEngine: 'auto',
      speechModel: 'ggml-small-q5_1.bin',
      speechBinary: null,
      vadModel: '/vad.onnx',
      generator: 'auto',
      textModel: 'text.gguf',
      speechRemoteUrl: null,
      generatorRemoteUrl: null,
      tlsCertificateFile: null,
      tlsKeyFile: null,
      backupPassphraseFile: null,
      masterKeyPassphraseFile: null,
      ...settings,
    },
    box: { cores: 4, memoryMiB: 16_384 },
    nodeVersion: 'v20.20.2',
    account: 1000,
    now: () => new Date('2026-03-01T12:00:00Z'),
    path: async (path) => present[path] ?? null,
    freeBytes: async () => 100 * 1024 ** 3,
    diskReserve: async () => ({ keptBytes: 64 << 20, wholeBytes: 64 << 20, isLow: false }),
    freeFiles: async () => 1_000_000,
    fileSystem: async () => null,
    process: async () => processFacts,
    work: async () => workFacts,
    durableWriteMs: async () => 1.2,
    database: async () => ({ failure: null, integrity: 'ok', pending: [], foreign: [] }),
    commitMs: async () => 2,
    masterKeyFits: async () => ({ issue: null }),
    foreignFiles: async () => ({ count: 0, first: [] }),
    publicProbe: async () => ({
      url: 'https://svc.example',
      sentMiB: 21,
      issue: null,
      status: null,
    }),
    orphanSound: async () => [],
    soundPath: async () => ({ failedAt: null, reason: '', words: 9, tookMs: 800 }),
    rndsDefinitions: async () => ({
      issue: null,
      inForce: 'built-in#2025-08-05',
      ahead: [],
      unused: [],
    }),
    rndsAccess: async () => [{ organizationId: organization.id, lookedUp: true, issue: null }],
    rndsHosts: async () => [{ organizationId: organization.id, host: 'rnds.example', issue: null }],
    audit: async () => ({
      failure: null,
      checked: 499,
      lastSequence: 12_000,
      firstBadSequence: null,
      head: 'fits' as const,
      isGuarded: true,
    }),
    retention: async () => null,
    outgoing: async () => null,
    draining: () => null,
    store: async () => null,
    nodes: async () => null,
    webhooks: async () => [],
    backup: async () => ({
      everyH: 24,
      newest: new Date('2026-03-01T03:00:00Z'),
      ...noBackupFile,
      failure: null,
      drill: { at: new Date('2026-02-22T03:00:00Z'), failure: null, path: '/data/b.svcbackup' },
    }),
    signingKeys: async () => 1,
    remoteServer: async () => remoteServer,
    organizations: async () => [organization],
    addressSpace: async () => 'local',
    ownSpace: () => 'local',
    rnds: async () => [
      {
        organizationId: organization.id,
        establishment,
        certificateUntil: new Date('2027-01-01T00:00:00Z'),
      },
    ],
    terminology: async () =>
      (['CID10', 'SIGTAP'] as const).map((system) => ({
        system,
        concepts: 1,
        origin: 'imported' as const,
        version: null,
        importedAt: null,
      })),
    missingTools: async () => [],
    runtime: async () => ({ kind: 'whisper-server', version: '1.9.1', path: '/opt/w' }),
    speechCard: async () => null,
    buildLock: async () => null,
    speechProbe: async () => speechProbe,
    largerSpeechModel: async () => null,
    fileProbe: async () => ({ recognition: true, failures: [] }),
    model: async () => model,
    tls: async () => null,
    portUser: async () => 'nobody',
    missingBuild: async () => [],
    mend: noMends(),
    ...faults,
  }
}

export { organization }

export function noMends(): DoctorMends {
  const refuse = async () => {
    throw new Error('nothing was to be mended')
  }
  return {
    makeFolder: refuse,
    restrict: refuse,
    giveToOwner: refuse,
    takeInLog: refuse,
    makeSigningKey: refuse,
    buildRuntime: refuse,
  }
}
