import type { Check, DatabaseFacts, DoctorFinding, DoctorHost } from '../check.ts'
import { lacking } from '../postgres.ts'
import { quoted } from '../quoted.ts'
import {
  keysOutOfReach,
  makeWritable,
  masterKeyPath,
  NOT_ON_THIS_DISK,
  takesNothing,
  WITHOUT_KEYS,
  withoutKey,
} from '../unwritable.ts'

const OTHERS = 0o077
/** What SQLite says of its file where the disk takes nothing. */
const TAKEN_AWAY = /^SQLITE_(CANTOPEN|IOERR|READONLY|FULL)/
/** First step of the schema: while it is missing, nothing was ever sealed. */
const FIRST_STEP = '0001-access'

export const dataFolder: Check = {
  id: 'data.folder',
  title: 'data folder',
  async run(host) {
    const { dataDir } = host.settings
    const facts = await host.path(dataDir)
    if (!facts)
      return {
        severity: 'error',
        what: `${dataDir} does not exist.`,
        why: 'Everything the service keeps rests there.',
        fix: `svcctl init --data-dir ${quoted(dataDir)}`,
      }
    if (facts.kind !== 'folder')
      return {
        severity: 'error',
        what: `${dataDir} is not a folder.`,
        why: 'Everything the service keeps rests there.',
        fix: `mv ${quoted(dataDir)} ${quoted(`${dataDir}.old`)}`,
      }
    if (!facts.writable)
      return {
        severity: 'error',
        what: facts.diskReadOnly
          ? `${dataDir} lies on a disk that is read-only.`
          : `${dataDir} cannot be written by this user.`,
        why: 'Nothing can be recorded.',
        fix: makeWritable(dataDir, facts, host),
      }
    // A folder that was named by mistake is not ours to close; `database.integrity` tells of it.
    if (facts.mode & OTHERS && (await isOurs(host)))
      return {
        severity: 'warning',
        what: `${dataDir} is open to other users of this machine (${facts.mode.toString(8)}).`,
        why: 'It holds keys and health data.',
        fix: `chmod 700 ${quoted(dataDir)}`,
      }
    return { severity: 'ok', what: dataDir }
  },
  async mend(host) {
    const { settings, mend, path } = host
    const { dataDir } = settings
    const facts = await path(dataDir)
    if (!facts) await mend.makeFolder(dataDir)
    else if (facts.kind === 'folder' && facts.writable && (await isOurs(host)))
      await mend.restrict(dataDir, 0o700)
  },
}

/** Something of the product lies in the data folder: its database, its keys or its audit. */
async function isOurs(host: DoctorHost): Promise<boolean> {
  const { dataDir } = host.settings
  return (await host.path(`${dataDir}/svc.sqlite`)) !== null || (await heldDatabase(host))
}

/** There is a key, or the memory of an audit: both came after a database. */
async function heldDatabase(host: DoctorHost): Promise<boolean> {
  return (await host.path(await masterKeyPath(host))) !== null || (await hadAudit(host))
}

/** An act was recorded here, which takes tables. */
async function hadAudit({ settings, path }: DoctorHost): Promise<boolean> {
  return (await path(`${settings.dataDir}/audit/head.json`)) !== null
}

export const database: Check = {
  id: 'database.integrity',
  title: 'database',
  async run(host) {
    const facts = await host.database()
    if (!facts) return noDatabase(host, await heldDatabase(host))
    if (facts.failure !== null && TAKEN_AWAY.test(facts.failure) && (await takesNothing(host)))
      return NOT_ON_THIS_DISK
    if (facts.failure !== null)
      return {
        severity: 'error',
        what: facts.refused?.what ?? `The database does not open: ${facts.failure}`,
        why: 'The service cannot start.',
        // A file that is none any more; else the address, the account or a server is at fault.
        fix: /NOTADB|CORRUPT/.test(facts.failure)
          ? await restoring(host)
          : (facts.refused?.fix ?? 'svcctl config show databaseUrl'),
      }
    if (facts.pending.includes(FIRST_STEP)) return emptyDatabase(host, facts)
    if (facts.integrity !== null && facts.integrity !== 'ok')
      return {
        severity: 'error',
        what: `The database is damaged: ${facts.integrity}`,
        why: 'Rows may be lost; the longer it is written to, the more.',
        fix: await restoring(host),
      }
    if (facts.integrity === null)
      return { severity: 'ok', what: 'opens; PostgreSQL itself looks after its pages' }
    return { severity: 'ok', what: 'opens, and is whole' }
  },
}

/** Rights in PostgreSQL, which another administrator may have given or taken. */
export const databaseRights: Check = {
  id: 'database.rights',
  title: 'rights in the database',
  async run(host) {
    const facts = await host.database()
    if (!facts || facts.failure !== null) return notYet(host, 'Not looked at: no database opens.')
    if (!facts.server) return { severity: 'ok', what: 'a file of its own' }
    const lacks = lacking(facts.server)
    if (!lacks) return { severity: 'ok', what: 'may read, write and change its tables' }
    return { severity: 'error', ...lacks, why: 'The service cannot work, or not be upgraded.' }
  },
}

export const migrations: Check = {
  id: 'database.schema',
  title: 'database schema',
  async run(host) {
    const facts = await host.database()
    if (!facts || facts.failure !== null) return notYet(host, 'Not looked at: no database opens.')
    if (facts.foreign.length > 0)
      return {
        severity: 'error',
        what: `A newer version has changed the database: ${facts.foreign.join(', ')}`,
        why: 'This version would read and write what it does not understand, so it does not start. Nothing is damaged.',
        fix: 'svcctl --version   # start the newer one again; only where there is none any more, restore a backup from before it',
      }
    if (facts.server && lacking(facts.server))
      return { severity: 'info', what: 'Not looked at: rights in the database are missing.' }
    if (facts.pending.length === 0) return { severity: 'ok', what: 'up to date' }
    if (facts.pending.includes(FIRST_STEP)) return notYet(host, 'Not looked at: it has no tables.')
    return {
      severity: 'warning',
      what: `Steps of the schema that are not applied yet: ${facts.pending.join(', ')}`,
      why: 'Commands that need the database refuse until then. The next start takes them too, after a copy.',
      fix: 'svcctl upgrade',
    }
  },
}

export const masterKey: Check = {
  id: 'keys.master',
  title: 'master key',
  async run(host) {
    if (await keysOutOfReach(host)) return WITHOUT_KEYS
    const path = await masterKeyPath(host)
    const facts = await host.path(path)
    if (!facts) {
      const database = await host.database()
      if (!database || database.pending.includes(FIRST_STEP))
        return notYet(host, 'There is no master key yet.')
      if (database.refused)
        return { severity: 'info', what: 'None; whether one is missing, the database would tell.' }
      return {
        severity: 'error',
        what: `${path} is missing, and the database is there.`,
        why: 'Without it no recording and no document can be read. Never start with a new one: bring the old one back.',
        fix: `cp -p "$BACKUP"/keys/master.* ${quoted(host.settings.keysDir)}/`,
      }
    }
    if (facts.sizeBytes === 0)
      return {
        severity: 'error',
        what: `${path} is empty.`,
        why: 'Without it no recording and no document can be read.',
        fix: `cp -p "$BACKUP"/keys/master.* ${quoted(host.settings.keysDir)}/`,
      }
    if (!facts.readable)
      return facts.isOwn
        ? {
            severity: 'error',
            what: `${path} cannot be read (${facts.mode.toString(8)}).`,
            why: 'The service does not start without it, and no recording and no document can be read.',
            fix: `chmod 600 ${quoted(path)}`,
          }
        : { severity: 'info', what: 'Not looked at: it belongs to another account.' }
    if (facts.mode & OTHERS)
      return {
        severity: 'error',
        what: `${path} can be read by other users of this machine (${facts.mode.toString(8)}).`,
        why: 'Whoever has it and the data folder can read every consultation. The service refuses to start.',
        fix: `chmod 600 ${quoted(path)}`,
      }
    return { severity: 'ok', what: 'there, readable by its owner only' }
  },
  async mend(host) {
    const path = await masterKeyPath(host)
    const facts = await host.path(path)
    if (facts && facts.mode & OTHERS) await host.mend.restrict(path, 0o600)
  },
}

export const signingKey: Check = {
  id: 'keys.signing',
  title: 'signing key',
  async run(host) {
    const facts = await host.database()
    if (!facts || facts.failure !== null || facts.pending.length > 0)
      return notYet(host, 'Not looked at: no database that is up to date.')
    if ((await host.signingKeys()) > 0) return { severity: 'ok', what: 'there' }
    if ((await host.organizations()).length === 0)
      return { severity: 'info', what: 'None yet: it is made with the first organization.' }
    return {
      severity: 'warning',
      what: 'There is no key to sign tokens with yet.',
      why: 'The first token makes one; that it can be made is better known now.',
      fix: 'svcctl key rotate-signing',
    }
  },
  mend: ({ mend }) => mend.makeSigningKey(),
}

export const masterKeyFits: Check = {
  id: 'keys.fits',
  title: 'what the key opens',
  async run(host) {
    const facts = await host.masterKeyFits()
    // A closed folder shows nothing, and looks like one without a key.
    const blind = facts?.issue === null ? null : await withoutKey(host)
    if (blind) return blind
    if (!facts) return { severity: 'ok', what: 'nothing is sealed yet' }
    if (facts.issue === null) return { severity: 'ok', what: 'what this database holds' }
    if (facts.issue === 'key_permissions' || facts.issue === 'passphrase_needed')
      return { severity: 'info', what: `Not looked at: ${facts.issue}` }
    if (facts.issue === 'master_key_command_failed')
      return {
        severity: 'error',
        what: 'masterKeyCommand printed no master key.',
        why: 'The service does not start without it, and no recording and no document can be read.',
        fix: 'svcctl config show masterKeyCommand   # run it as the account of the service, and see what it says',
      }
    const file = host.settings.masterKeyPassphraseFile
    if (facts.issue === 'passphrase_wrong' && file !== null)
      return {
        severity: 'error',
        what: `The passphrase in ${file} does not open the master key.`,
        why: 'The service does not start without it, and no recording and no document can be read.',
        fix: `cp -p "$BACKUP"/${quoted(file.slice(file.lastIndexOf('/') + 1))} ${quoted(file)}   # the copy that you keep elsewhere`,
      }
    return {
      severity: 'error',
      what: `The master key does not open what is in the database (${facts.issue}).`,
      why: 'It is the key of another installation, or was altered: no consultation can be read with it.',
      fix: `cp -p "$BACKUP"/keys/master.* ${quoted(host.settings.keysDir)}/`,
    }
  },
}

export const databaseSpeed: Check = {
  id: 'database.speed',
  title: 'commits',
  alone: true,
  async run(host) {
    if (!(await host.path(host.settings.dataDir))?.writable)
      return { severity: 'info', what: 'not measured: the data folder cannot be written' }
    const ms = await host.commitMs()
    if (ms === null) return { severity: 'ok', what: 'not measured: the database takes none' }
    const what = `${ms.toFixed(1)} ms each`
    if (ms <= 100) return { severity: 'ok', what }
    return {
      severity: ms > 1000 ? 'error' : 'warning',
      what,
      why: 'Every token, document and entry of the audit is a commit: doctors wait for each.',
      fix: (await host.database())?.server
        ? 'svcctl config show databaseUrl   # its server belongs into the same building: the way to it and its disk are in every commit'
        : `findmnt -T ${quoted(host.settings.dataDir)}   # move the data folder to a local SSD, then SVC_DATA_DIR=<there>`,
    }
  },
}

/**
 * The newest backup in the place of what is broken (the same box goes on, so it is live), which is
 * kept beside; without a backup, a copy to work on.
 */
async function restoring(host: DoctorHost): Promise<string> {
  const { dataDir } = host.settings
  const kept = `${dataDir}.broken`
  const { newestPath, newestIssue } = await host.backup()
  if (newestPath === null || newestIssue !== null)
    return `cp -a ${quoted(dataDir)} ${quoted(kept)}   # there is no backup: stop the service, and try on the copy what sqlite3 calls .recover`
  const moved = newestPath.startsWith(`${dataDir}/`)
    ? `${kept}${newestPath.slice(dataDir.length)}`
    : newestPath
  // A backup holds neither the models nor other backups, and its settings only to be compared.
  const beside = ['models', 'backups', 'svc.config.json']
  const there = await Promise.all(beside.map((name) => host.path(`${dataDir}/${name}`)))
  const taken = beside.filter((_, index) => there[index]).map((name) => quoted(`${kept}/${name}`))
  const back = taken.length > 0 ? ` && cp -an ${taken.join(' ')} ${quoted(`${dataDir}/`)}` : ''
  return `mv ${quoted(dataDir)} ${quoted(kept)} && svcctl backup restore ${quoted(moved)} --data-dir ${quoted(dataDir)} --live${back}   # stop the service first`
}

/** One that was lost is no folder that awaits its first day, nor is one that nobody meant. */
async function noDatabase(host: DoctorHost, isLost: boolean): Promise<DoctorFinding> {
  const { dataDir } = host.settings
  if (!(await host.path(dataDir))) return notYet(host, 'There is no database yet.')
  if (!isLost)
    return {
      severity: 'warning',
      what: `Nothing is prepared in ${dataDir} yet.`,
      why: 'Nothing else of it was looked at. If this is not the folder that was meant, name the right one: --data-dir.',
      fix: `svcctl init --data-dir ${quoted(dataDir)}`,
    }
  const { newestPath } = await host.backup()
  const mount = `findmnt -T ${quoted(dataDir)}`
  return {
    severity: 'error',
    what: `There is no database in ${dataDir}, or an empty one, and what belongs to one is there. Its disk is not mounted (${mount} shows), or it was lost.`,
    why: 'The service does not start: an empty installation in its place would look ready.',
    fix: newestPath === null ? mount : await restoring(host),
  }
}

/** It is there, and nobody was ever in it; one that should be full is another than was meant. */
async function emptyDatabase(host: DoctorHost, { server }: DatabaseFacts): Promise<DoctorFinding> {
  const isLost = await hadAudit(host)
  if (!isLost || !server) return noDatabase(host, isLost)
  return {
    severity: 'error',
    what: `The database that databaseUrl names is empty, and ${host.settings.dataDir} holds what belongs to another: the name is wrong, or that one was lost.`,
    why: 'The service does not start: an empty installation in its place would look ready.',
    fix: 'svcctl config show databaseUrl   # is it the right one? If it was lost: restore it, or a backup into an empty folder',
  }
}

/** A folder that was never prepared is told once, by its own check. */
async function notYet(host: DoctorHost, what: string) {
  return {
    severity: 'info' as const,
    what,
    fix: `svcctl init --data-dir ${quoted(host.settings.dataDir)}`,
  }
}
