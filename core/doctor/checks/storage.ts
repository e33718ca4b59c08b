/**
 * The parts of the data folder: whose they are, who else may read them, and what grows without
 * need.
 */
import type { Check, DoctorHost, FileSystem } from '../check.ts'
import { quoted } from '../quoted.ts'
import { makeWritable, NOT_ON_THIS_DISK } from '../unwritable.ts'

const TROUBLE: Record<FileSystem, { what: string; why: string }> = {
  memory: {
    what: 'lies in memory (tmpfs), not on a disk',
    why: 'Every recording and every key is gone when this machine starts the next time.',
  },
  layer: {
    what: 'lies in a container’s own layer, not on a volume',
    why: 'Every recording and every key is gone with the container, at the next upgrade at the latest.',
  },
  network: {
    what: 'lies on a share of another machine',
    why: 'The database needs locks and memory that both sides see, which shares do not give: what was acknowledged may be lost.',
  },
}

/** Where what is kept would not be kept. A box that is there to be tried may lie anywhere. */
export const diskKind: Check = {
  id: 'data.disk',
  title: 'kind of disk',
  async run(host) {
    const { dataDir, demo } = host.settings
    const kind = await host.fileSystem(dataDir)
    if (kind === null) return { severity: 'ok', what: 'one of this machine' }
    const { what, why } = TROUBLE[kind]
    return {
      severity: demo ? 'info' : 'warning',
      what: `${dataDir} ${what}.`,
      why,
      fix: `findmnt -T ${quoted(dataDir)}   # stop the service, move the data folder to a disk of this machine, then SVC_DATA_DIR=<there>`,
    }
  },
}

const PLACE: Record<FileSystem, string> = {
  memory: 'lies in memory: acts on their way into the audit are lost with the current',
  layer: 'lies in a container’s own layer: acts on their way into the audit go with the container',
  network: 'lies on a share of another machine: two servers may take it for their own',
}

/** One of several servers: what is its own, beside the data folder that all share. */
export const nodeFolder: Check = {
  id: 'data.node',
  title: 'node folder',
  async run(host) {
    const { nodeDir, dataDir } = host.settings
    if (nodeDir === null) return { severity: 'ok', what: 'one server serves' }
    const why = 'Its lock, its address and acts on their way into the audit rest there.'
    const move =
      'svcctl config set nodeDir FOLDER   # on a disk of this machine, its server stopped'
    const facts = await host.path(nodeDir)
    if (!facts)
      return {
        severity: 'warning',
        what: `${nodeDir} does not exist.`,
        why: `${why} A start makes it, where it may.`,
        fix: `mkdir -p -m 700 ${quoted(nodeDir)}`,
      }
    if (facts.kind !== 'folder')
      return { severity: 'error', what: `${nodeDir} is not a folder.`, why, fix: move }
    if (!facts.writable)
      return {
        severity: 'error',
        what: `${nodeDir} cannot be written by this user.`,
        why: 'This server cannot start.',
        fix: makeWritable(nodeDir, facts, host),
      }
    if (`${nodeDir}/`.startsWith(`${dataDir}/`))
      return {
        severity: 'error',
        what: `${nodeDir} lies in the data folder, which all servers share.`,
        why: 'A backup of one server would take it along, and two machines may name it alike.',
        fix: move,
      }
    const kind = await host.fileSystem(nodeDir)
    if (kind !== null)
      return { severity: 'warning', what: `${nodeDir} ${PLACE[kind]}.`, why, fix: move }
    if (facts.mode & OTHERS)
      return {
        severity: 'warning',
        what: `${nodeDir} is open to other users of this machine (${facts.mode.toString(8)}).`,
        why: 'It holds acts on their way into the audit.',
        fix: `chmod 700 ${quoted(nodeDir)}`,
      }
    return { severity: 'ok', what: nodeDir }
  },
  async mend({ settings: { nodeDir }, mend, path }) {
    if (nodeDir === null) return
    const facts = await path(nodeDir)
    if (!facts) await mend.makeFolder(nodeDir)
    else if (facts.kind === 'folder' && facts.writable) await mend.restrict(nodeDir, 0o700)
  },
}

const OTHERS = 0o077
const MIB = 1024 * 1024

export const databaseFile = ownFile({
  id: 'data.database-file',
  title: 'database file',
  file: 'svc.sqlite',
  severity: 'warning',
  why: 'Clinical text in it is sealed, but not who worked when and with what.',
})

export const configFile = ownFile({
  id: 'data.config-file',
  title: 'configuration file',
  file: 'svc.config.json',
  severity: 'error',
  why: 'It may hold keys of servers and the token of /metrics.',
})

export const audioFolder = ownFolder('audio', 'Nothing can be recorded.')
export const auditFolder = ownFolder(
  'audit',
  'Nothing can be put on record, and what cannot be is refused.',
)
export const keysFolder = ownFolder('keys', 'The master key cannot be read, or not be changed.')
export const modelsFolder = ownFolder('models', 'No model can be fetched or imported.')

/** A log this long costs every reader time, and a start some more. */
const LONGEST_LOG_MIB = 512

export const databaseLog: Check = {
  id: 'data.database-log',
  title: 'database log',
  async run(host) {
    const facts = await host.path(`${host.settings.dataDir}/svc.sqlite-wal`)
    const mib = Math.round((facts?.sizeBytes ?? 0) / MIB)
    if (mib <= LONGEST_LOG_MIB) return { severity: 'ok', what: `${mib} MiB` }
    return {
      severity: 'warning',
      what: `The database’s log has grown to ${mib} MiB.`,
      why: 'Another program reads the database all the time, so that the log is never taken in.',
      fix: 'svcctl doctor --fix   # if it stays: fuser -v on the file names the reader',
    }
  },
  mend: ({ mend }) => mend.takeInLog(),
}

export const owner: Check = {
  id: 'data.owner',
  title: 'owner of the data',
  async run(host) {
    const { count, first } = await host.foreignFiles()
    if (count === 0) return { severity: 'ok', what: 'one account' }
    const { dataDir } = host.settings
    return {
      severity: 'error',
      what: `${count} files or folders belong to another account than the data folder: ${first.join(', ')}${count > first.length ? ' …' : ''}`,
      why: 'The service cannot write them, or what it writes cannot be read back: so it goes after a command as root.',
      fix: `chown -R --reference=${quoted(dataDir)} ${quoted(dataDir)}   # as root; or: svcctl doctor --fix`,
    }
  },
  mend: ({ mend }) => mend.giveToOwner(),
}

export const orphanSound: Check = {
  id: 'data.orphans',
  title: 'sound on record',
  async run(host) {
    const database = await host.database()
    if (!database || database.failure !== null || database.pending.length > 0)
      return { severity: 'info', what: 'Not looked at: no database that is up to date.' }
    const [first, ...more] = await host.orphanSound()
    if (first === undefined) return { severity: 'ok', what: 'all of it' }
    const { dataDir } = host.settings
    const aside = `${dataDir}/audio.unknown`
    const all = [first, ...more].slice(0, 20).map((path) => quoted(path))
    return {
      severity: 'warning',
      what: `${more.length + 1} folders of sound belong to no recording on record, ${first} say.`,
      why: 'A database older than the sound, from a restore, knows nothing of them: no doctor sees them, and retention never erases them.',
      fix: `mkdir -p ${quoted(aside)} && mv ${all.join(' ')} ${quoted(aside)}/   # aside, not away`,
    }
  },
}

const FEWEST_FILES = 10_000

export const fileNumbers: Check = {
  id: 'data.inodes',
  title: 'room for files',
  async run(host) {
    const { dataDir } = host.settings
    const free = await host.freeFiles(dataDir)
    if (free === null || free >= FEWEST_FILES)
      return { severity: 'ok', what: free === null ? 'no limit' : `${free} more` }
    return {
      severity: free < 100 ? 'error' : 'warning',
      what: `Only ${free} more files can be made, though there is room (inodes).`,
      why: 'Every recording and upload is a file or two.',
      fix: `df -i ${quoted(dataDir)}   # another program’s small files, or a file system made for large ones`,
    }
  },
}

interface OwnFile {
  id: string
  title: string
  file: string
  severity: 'warning' | 'error'
  why: string
}

function ownFile({ id, title, file, severity, why }: OwnFile): Check {
  const pathOf = ({ settings }: DoctorHost) => `${settings.dataDir}/${file}`
  return {
    id,
    title,
    async run(host) {
      const path = pathOf(host)
      const facts = await host.path(path)
      if (!facts) return { severity: 'ok', what: 'none' }
      if ((facts.mode & OTHERS) === 0) return { severity: 'ok', what: 'its owner’s only' }
      return {
        severity,
        what: `${path} is open to other users of this machine (${facts.mode.toString(8)}).`,
        why,
        fix: `chmod 600 ${quoted(path)}`,
      }
    },
    async mend(host) {
      if (await host.path(pathOf(host))) await host.mend.restrict(pathOf(host), 0o600)
    },
  }
}

function ownFolder(name: string, why: string): Check {
  return {
    id: `data.${name}`,
    title: `folder ${name}`,
    async run(host) {
      const path = `${host.settings.dataDir}/${name}`
      const facts = await host.path(path)
      if (!facts) return { severity: 'ok', what: 'not made yet' }
      if (facts.kind === 'folder' && facts.writable) return { severity: 'ok', what: 'writable' }
      if (facts.diskReadOnly) return NOT_ON_THIS_DISK
      return {
        severity: 'error',
        what: `${path} ${facts.kind === 'folder' ? 'cannot be written by this user' : 'is not a folder'}.`,
        why,
        fix:
          facts.kind === 'folder'
            ? makeWritable(path, facts, host)
            : `mv ${quoted(path)} ${quoted(`${path}.old`)}`,
      }
    },
  }
}
