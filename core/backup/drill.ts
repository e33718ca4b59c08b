import type { ChainReport } from '../audit/verify-chain.ts'
import { isAppError } from '../errors.ts'
import type { ContentFault, ContentReport } from '../vault/verify-content.ts'
import type { BackupManifest } from './manifest.ts'
import type { RecordBackup } from './ports.ts'

/** The sequence of a drill; each is a step that may take long. */
export type DrillStep = 'restoring' | 'opening' | 'proving the audit'

export interface DrillRequest {
  path: string
  passphrase: string
  /** Every visit is opened, not a sample. */
  all: boolean
  /** A folder on a disk with room; null: beside the data folder's own backups. */
  within: string | null
  /** An empty PostgreSQL, for a backup of one; it is emptied again. Null: a file of the folder. */
  database: string | null
  /** @param share of the step, 0 to 1; null: nobody knows */
  onStep?(step: DrillStep, share: number | null): void
}

/** The copy could be restored and opened, and was compared with what the backup says of itself. */
export interface DrillReport {
  path: string
  manifest: BackupManifest
  sizeBytes: number
  /** What a restore took here, to the last flush. */
  restoreMs: number
  /** Steps of the schema that the copy still had to take. */
  steps: string[]
  counts: { table: string; found: number; told: number | null }[]
  /** Visits that the ledger of erasures knows as erased after the backup. */
  erasedAgain: number
  /** Of how many visits those in `content` are; null: the keys do not open. */
  visits: number | null
  content: ContentReport | null
  audit: ChainReport | null
  faults: DrillFault[]
}

export interface DrillFault {
  kind: 'counts' | 'keys' | 'content' | 'audit'
  text: string
}

/** The copy, opened as a start would open it, and nothing more. */
export interface OpenedCopy extends AsyncDisposable {
  steps: string[]
  visits: number
  verifyContent(all: boolean, onProgress: (share: number) => void): Promise<ContentReport>
  verifyAudit(): Promise<ChainReport>
}

interface Deps {
  /**
   * An empty folder with room for the copy; `remove` leaves nothing of it.
   * @throws {AppError} `drill_no_room`
   */
  makeFolder(request: DrillRequest): Promise<{ folder: string; remove(): Promise<void> }>
  /** @throws {AppError} what a restore throws */
  restore(
    folder: string,
    request: DrillRequest,
    onProgress: (share: number) => void,
  ): Promise<{ manifest: BackupManifest; erasedAgain: number }>
  /** Rows by their tables, before the copy is opened. */
  count(folder: string, request: DrillRequest): Promise<Record<string, number>>
  open(folder: string, request: DrillRequest): Promise<OpenedCopy>
  /** When the last drill was and how it ended; outlives restarts. */
  note(path: string, failure: string | null): Promise<void>
  record: RecordBackup
  monotonicMs(): number
}

export type DrillBackup = (request: DrillRequest) => Promise<DrillReport>

/** Failures that say something of the backup, and not of who typed or of the disk. */
const OF_THE_BACKUP = new Set(['backup_damaged', 'database_newer', 'backup_newer'])

/**
 * Proves a backup by what it is for: it is restored into a folder of its own, opened, compared and
 * removed. The live data are not touched.
 * @throws {AppError} `drill_no_room`, and what a restore throws; a copy that is restored and is not
 * what it should be is told by the report's faults
 */
export function drillBackup(deps: Deps): DrillBackup {
  const { makeFolder, restore, count, open, note, record, monotonicMs } = deps

  async function prove(folder: string, request: DrillRequest): Promise<DrillReport> {
    const tell = request.onStep ?? (() => {})
    const began = monotonicMs()
    const { manifest, erasedAgain } = await restore(folder, request, (share) =>
      tell('restoring', share),
    )
    const restoreMs = monotonicMs() - began
    const told = manifest.database.counts
    const counts = Object.entries(await count(folder, request)).map(([table, found]) => ({
      table,
      found,
      told: told?.[table] ?? null,
    }))
    const faults = counts.flatMap(({ table, found, told: wanted }): DrillFault[] =>
      wanted === null || wanted === found
        ? []
        : [{ kind: 'counts', text: `${found} ${table}, and the backup was made of ${wanted}.` }],
    )
    const report: DrillReport = {
      path: request.path,
      manifest,
      sizeBytes: manifest.parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      restoreMs,
      steps: [],
      counts,
      erasedAgain,
      visits: null,
      content: null,
      audit: null,
      faults,
    }
    tell('opening', null)
    const opened = await open(folder, request).catch((error: unknown) => {
      if (!isAppError(error) || OF_THE_BACKUP.has(error.code)) throw error
      faults.push({ kind: 'keys', text: error.message })
      return null
    })
    if (opened === null) return report
    await using copy = opened
    report.steps = copy.steps
    report.visits = copy.visits
    report.content = await copy.verifyContent(request.all, (share) => tell('opening', share))
    tell('proving the audit', null)
    report.audit = await copy.verifyAudit()
    faults.push(...contentFaults(report.content, manifest), ...auditFaults(report.audit))
    return report
  }

  return async (request) => {
    const { folder, remove } = await makeFolder(request)
    let code: string | null = null
    try {
      const report = await prove(folder, request)
      if (report.faults.length > 0) code = 'drill_failed'
      return report
    } catch (error) {
      code = isAppError(error) ? error.code : 'internal_error'
      throw error
    } finally {
      await remove()
      if (code === null || code === 'drill_failed' || OF_THE_BACKUP.has(code)) {
        await note(request.path, code)
        await record({
          action: 'backup.drilled',
          outcome: code === null ? 'success' : 'failed',
          facts: { code },
        })
      }
    }
  }
}

const IS: Record<ContentFault['fault'], string> = {
  missing: 'is missing',
  damaged: 'is damaged',
  other_digest: 'is not what was recorded',
}

/** What was erased while the backup was made is no fault of it. */
function contentFaults({ faults }: ContentReport, manifest: BackupManifest): DrillFault[] {
  const removed = new Set(manifest.removed)
  const lost = new Set(manifest.missing)
  return faults.flatMap((one): DrillFault[] => {
    const { consultationId, what, where, fault } = one
    const name = nameOf(one)
    if (fault === 'missing' && removed.has(name)) return []
    const is = lost.has(name) ? 'was lost before the backup was made' : IS[fault]
    return [{ kind: 'content', text: `Visit ${consultationId}: ${what} ${where} ${is}.` }]
  })
}

/** As the manifest names it. */
function nameOf({ consultationId, what, where }: ContentFault): string {
  if (what === 'audio') return `audio/${consultationId}/${where.replace(' ', '/')}.svc`
  return `files/${consultationId}/${where}`
}

function auditFaults({ findings, more, firstBadSequence: first }: ChainReport): DrillFault[] {
  if (findings.length === 0) return []
  const trusted = first === null ? '' : ` It can be trusted up to entry ${first - 1}.`
  return [
    {
      kind: 'audit',
      text: `The audit is not what was written, in ${findings.length + more} places.${trusted}`,
    },
  ]
}
