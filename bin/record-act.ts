import { existsSync } from 'node:fs'
import { dataFolder, ownFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import type { AuditAct } from '../core/audit/ports.ts'
import { isAppError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import { type Intent, intend, type StampedAct } from '../models/audit/intents.ts'
import type { BeginAct } from './audited-admin.ts'
import { commandLog } from './command-log.ts'
import { openAccess } from './compose/access.ts'
import { accountName, composeAdminAudit } from './compose/audit.ts'
import type { Platform } from './platform.ts'

export type PlainAct = Pick<AuditAct, 'action' | 'subject' | 'facts'> &
  Partial<Pick<AuditAct, 'outcome'>>

interface Place {
  config: Config
  platform: Platform
  log?: Log
  /** As the settings are when the act is done: it may have mended what leads to the database. */
  reread?: () => Config
}

/** One entry for what is done, in a command that works without the database. */
export function recordAct(
  config: Config,
  platform: Platform,
  act: PlainAct,
  log?: Log,
): Promise<void> {
  return onRecord({ config, platform, ...(log && { log }) }, [act], async () => {})
}

/**
 * For commands that work without the database: the act lies in the spool before it begins, and is
 * in the chain when this resolves. Where there is no database yet there is nothing to keep record
 * of. What a database that does not open cannot take stays in the spool until it does: the setting
 * that mends it must be possible to write. Only what the disk does not take either is told on
 * stderr alone.
 * @param tell what came of it, by the order of what was intended; empty: nothing did
 */
export async function onRecord<Result>(
  place: Place,
  intended: readonly PlainAct[],
  work: () => Promise<Result>,
  tell: (result: Result) => readonly PlainAct[] = () => intended,
): Promise<Result> {
  const begun = await beginActs(place, intended)
  let result: Result
  try {
    result = await work()
  } catch (error) {
    await begun.forget()
    throw error
  }
  await begun.end(tell(result))
  return result
}

export interface BegunActs {
  /**
   * What came of it, by the order of what was intended; empty: nothing did. What is told after the
   * first time is entries of their own.
   */
  end(acts: readonly PlainAct[]): Promise<void>
  /** Nothing came of it. */
  forget(): Promise<void>
}

/** As `onRecord`, for work that tells how it ended while it is still going on. */
export async function beginActs(
  { config, platform, log = commandLog(), reread = () => config }: Place,
  intended: readonly PlainAct[],
): Promise<BegunActs> {
  if (!hasDatabase(config)) return { async end() {}, async forget() {} }
  let stamped = intended.map((act) => stamp(platform, act))
  let intent = await intend(dataFolder(ownFolder(config)).audit, stamped).catch(() => null)
  const forget = async () => {
    await intent?.forget()
    intent = null
  }
  return {
    forget,
    async end(told) {
      if (told.length === 0) return forget()
      const acts = told.map((act, at) => ({
        ...stamp(platform, act),
        id: stamped[at]?.id ?? platform.newId(),
      }))
      const own = intent
      intent = null
      stamped = []
      await intoChain({ config: sameFolder(config, reread()), platform, log }, own, acts)
    },
  }
}

/**
 * For acts in the database (audited-admin.ts): a line in the spool, until their own entry is kept.
 */
export function beginAct({ config, platform }: Pick<Place, 'config' | 'platform'>): BeginAct {
  return async (act) => {
    const stamped = { id: platform.newId(), at: platform.now(), act }
    // Where the disk does not take it, it will not take the act either, or its entry is told on
    // stderr.
    const intent = await intend(dataFolder(ownFolder(config)).audit, [stamped]).catch(() => null)
    return async () => intent?.forget()
  }
}

/** An act is on record where it was begun. */
function sameFolder(before: Config, after: Config): Config {
  return after.dataDir === before.dataDir ? after : before
}

export function hasDatabase({ databaseUrl, dataDir }: Config): boolean {
  const [, file] = /^sqlite:(.*)$/s.exec(databaseUrl) ?? []
  return existsSync(file ?? dataDir)
}

function stamp({ newId, now }: Platform, act: PlainAct): StampedAct {
  const actor = { kind: 'administrator' as const, id: accountName() }
  return {
    id: newId(),
    at: now(),
    act: { actor, organizationId: null, requestId: null, outcome: 'success', ...act },
  }
}

async function intoChain(
  { config, platform, log }: Required<Omit<Place, 'reread'>>,
  intent: Intent | null,
  acts: readonly StampedAct[],
): Promise<void> {
  const isSpooled = await (intent?.done(acts).then(
    () => true,
    () => false,
  ) ?? false)
  try {
    const { database, sealer } = await openAccess(config, platform, log, { make: false })
    const { sequelize, isReadOnly } = database
    const audit = composeAdminAudit({ config, platform, sequelize, sealer, log, isReadOnly })
    try {
      // Opening takes up what lies in the spool.
      if (isSpooled) await audit.ready()
      else for (const { act } of acts) await audit.trail.append(act)
    } finally {
      await audit.close()
      await database.close()
    }
  } catch (err) {
    if (isAppError(err) && err.code === 'data_folder_not_prepared') return intent?.forget()
    const [action] = acts.map(({ act }) => act.action)
    if (isSpooled) log.warn('audit.left_in_spool', { err, action })
    else log.error('audit.not_on_record', { err, action })
  }
}
