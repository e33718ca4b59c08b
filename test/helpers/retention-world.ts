/** Consultations at rest, with their files, as the service leaves them: for what erases by age. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QueryTypes } from 'sequelize'
import { openAccess } from '../../bin/compose/access.ts'
import { composeAdminAudit } from '../../bin/compose/audit.ts'
import { composeRetention } from '../../bin/compose/retention.ts'
import { platform } from '../../bin/platform.ts'
import { dataFolder } from '../../config/data-folder.ts'
import { loadConfig } from '../../config/load-config.ts'
import { silentLog } from '../../core/log.ts'

interface TearDown {
  teardown(end: () => unknown): void
}

export const NOW = new Date('2026-10-15T12:00:00Z')
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export async function retentionWorld(t: TearDown, env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-retention-'))
  /**
   * `elapsedMs` stands in for what nobody can set; without it the clock only goes, and is never
   * set.
   */
  const clock: { now: Date; elapsedMs?: number } = { now: NOW }
  const machine = {
    ...platform(),
    now: () => clock.now,
    elapsedMs: () => clock.elapsedMs ?? clock.now.getTime(),
  }
  const { config } = loadConfig({
    flags: {},
    env: { SVC_DATA_DIR: dataDir, ...env },
    cwd: dataDir,
    installRoot: machine.installRoot,
    readFile: () => undefined,
  })
  const { database, sealer, access } = await openAccess(config, machine, silentLog)
  const { sequelize } = database
  const audit = composeAdminAudit({ config, platform: machine, sequelize, sealer, log: silentLog })
  await audit.ready()
  t.teardown(async () => {
    await audit.close()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const { id: organizationId } = await access.createOrganization({ name: 'Hospital' })
  const folders = dataFolder(dataDir)
  const insert = (table: string, row: Record<string, unknown>) =>
    sequelize.getQueryInterface().bulkInsert(table, [row])
  const select = <Found extends object>(sql: string, replacements = {}) =>
    sequelize.query<Found>(sql, { type: QueryTypes.SELECT, replacements })
  const ago = (ms: number) => new Date(NOW.getTime() - ms)

  async function consultation({ ageMs = 0, held = false, context = false } = {}): Promise<string> {
    const id = randomUUID()
    const at = ago(ageMs)
    await insert('consultations', {
      id,
      organization_id: organizationId,
      type: 'IN_PERSON',
      status: 'finished',
      sealed_ids: Buffer.of(1),
      consultation_index: id,
      doctor_index: 'd',
      patient_index: 'p',
      consent_status: 'given',
      language: 'pt-BR',
      recorded_ms: 0,
      version: 1,
      created_at: at,
      updated_at: at,
      held_at: held ? at : null,
      sealed_context: context ? Buffer.of(1) : null,
    })
    return id
  }

  interface Take {
    job: 'done' | 'queued' | 'running' | 'failed' | null
    /** Of the job. */
    ageMs: number
    state?: string
    segments?: number
  }

  /** With a sealed file of 100 bytes on the disk. */
  async function recording(consultationId: string, take: Take): Promise<string> {
    const { job, ageMs, state = 'finished', segments = 0 } = take
    const id = randomUUID()
    const at = ago(ageMs)
    await insert('recordings', {
      id,
      consultation_id: consultationId,
      organization_id: organizationId,
      source: 'live',
      channels: 1,
      state,
      start_ms: 0,
      started_at: at,
      touched_at: at,
      announced: true,
    })
    await insert('recording_channels', {
      recording_id: id,
      channel: 0,
      next_sequence: 1,
      next_offset: 50,
      held_samples: 50,
      gaps: '[]',
      sha256: 'ab'.repeat(32),
    })
    if (job)
      await insert('jobs', {
        id: randomUUID(),
        kind: 'transcription.final',
        consultation_id: consultationId,
        recording_id: id,
        state: job,
        attempts: 0,
        run_after: at,
        created_at: at,
        updated_at: at,
      })
    for (let n = 0; n < segments; n++)
      await insert('segments', {
        id: randomUUID(),
        consultation_id: consultationId,
        recording_id: id,
        channel: 0,
        start_ms: n,
        end_ms: n + 1,
        sealed_text: Buffer.of(1),
        final: true,
        created_at: at,
        updated_at: at,
      })
    await mkdir(join(folders.audio, consultationId, id), { recursive: true })
    await writeFile(join(folders.audio, consultationId, id, '0.svc'), Buffer.alloc(100))
    return id
  }

  async function document(
    consultationId: string,
    { ageMs = 0, status = 'reviewed', importedMs = null as number | null } = {},
  ): Promise<string> {
    const id = randomUUID()
    const at = ago(ageMs)
    await insert('documents', {
      id,
      consultation_id: consultationId,
      template: '{}',
      status,
      sealed_body: Buffer.of(1),
      generator: 'rules',
      generator_version: 'rules-1',
      edited_by_user: false,
      version: 2,
      created_at: at,
      updated_at: at,
      imported_at: importedMs === null ? null : ago(importedMs),
      imported_version: importedMs === null ? null : 2,
    })
    await insert('document_origins', {
      document_id: id,
      consultation_id: consultationId,
      sealed_body: Buffer.of(1),
      created_at: at,
    })
    await insert('document_origin_parts', {
      consultation_id: consultationId,
      part: id,
      sealed_body: Buffer.of(1),
      size_bytes: 1,
      created_at: at,
    })
    await insert('document_origin_uses', {
      document_id: id,
      part: id,
      consultation_id: consultationId,
    })
    return id
  }

  async function file(consultationId: string, { ageMs = 0, state = 'ready' } = {}) {
    const id = randomUUID()
    const at = ago(ageMs)
    await insert('files', {
      id,
      consultation_id: consultationId,
      sealed_name: Buffer.of(1),
      source: 'user',
      state,
      size_bytes: 100,
      has_thumbnail: false,
      upload_expires_at: at,
      attempts: 0,
      fingerprint: id,
      run_after: at,
      created_at: at,
      updated_at: at,
    })
    await mkdir(join(folders.files, consultationId), { recursive: true })
    await writeFile(join(folders.files, consultationId, id), Buffer.alloc(100))
    return id
  }

  async function submission(consultationId: string, { ageMs = 0, state = 'accepted' } = {}) {
    const id = `rnds_${randomUUID()}`
    const at = ago(ageMs)
    await insert('rnds_submissions', {
      id,
      organization_id: organizationId,
      consultation_id: consultationId,
      state,
      document_type: 'RAC',
      sequence: 1,
      local_id: id,
      cnes: '1234567',
      version: 1,
      sealed_body: Buffer.of(1),
      submitted_at: at,
      updated_at: at,
      failed_attempts: 0,
      give_up_at: at,
    })
    return id
  }

  return {
    dataDir,
    organizationId,
    folders,
    clock,
    sequelize,
    audit,
    access,
    config,
    insert,
    select,
    consultation,
    recording,
    document,
    file,
    submission,
    retention: () =>
      composeRetention({ config, platform: machine, sequelize, audit, log: silentLog }),
  }
}
