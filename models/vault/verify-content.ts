import type { Sequelize } from 'sequelize'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import type { FileContents } from '../../core/file/ports.ts'
import type { InputUse, UnusedPart } from '../../core/input-use/input-use.ts'
import type { StoredRecording } from '../../core/recording/storage.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'
import { countNotUnderstood } from '../../core/transcription/understood-segments.ts'
import { consultationNotFound } from '../../core/vault/hold.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import type {
  ContentFault,
  ContentReport,
  UnusedInput,
  VerifyContent,
} from '../../core/vault/verify-content.ts'
import { isText, textUse } from '../../core/visit-use/text-use.ts'
import { audioDigests } from '../audio/audio-digest.ts'
import { type AudioFiles, nodeFiles } from '../audio/files.ts'
import { ConsultationRow } from '../consultation/consultation.ts'
import { FileRow } from '../file/files.ts'
import { recordingRepository } from '../recording/repository.ts'
import { transcriptStore } from '../transcript/store.ts'
import { countParts, recordingUse } from './recording-use.ts'
import { checkSealedContent } from './sealed-content.ts'

interface Deps {
  sequelize: Sequelize
  vault: Pick<ConsultationVault, 'keyFor' | 'findKey'>
  /** Absent: how much of texts is used is not looked at. */
  store?: Pick<ConsultationStore, 'textsOf'>
  contents: Pick<FileContents, 'read'>
  audioDir: string
  /** Absent: those of this machine. */
  files?: AudioFiles
}

/**
 * Opens all there is, one consultation after the other; nothing is changed, nothing is kept. Safe
 * beside a running server.
 */
export function verifyContent(deps: Deps): VerifyContent {
  const { sequelize, vault, store, contents, audioDir, files: soundFiles = nodeFiles } = deps
  const consultations = ConsultationRow.attach(sequelize)
  const files = FileRow.attach(sequelize)
  const recordings = recordingRepository(sequelize)
  const transcripts = transcriptStore(sequelize, vault)
  const accountOf = recordingUse(sequelize)

  /** Not understood speech stands in the report by itself. */
  async function unusedOf(one: StoredRecording, transcript: readonly TranscriptSegment[]) {
    const { use } = await accountOf(one, transcript)
    return counted(one, use?.unused.filter(({ code }) => code !== 'not_understood') ?? [])
  }

  async function verifyOne(id: string, report: ContentReport) {
    const tell = (what: string, where: string, fault: ContentFault['fault']) =>
      report.faults.push({ consultationId: id, what, where, fault })
    const key = await vault.findKey(id).catch(() => undefined)
    if (!key) return tell('key', id, key === null ? 'missing' : 'damaged')

    const { opened, damaged } = await checkSealedContent(sequelize, id, key)
    report.values += opened
    for (const { table, column, row } of damaged) tell(`${table}.${column}`, row, 'damaged')

    // What does not open is told above.
    const transcript = await transcripts.listSegments(id).catch(() => [])
    const { segments, duration_ms: durationMs } = countNotUnderstood(transcript)
    if (segments > 0) report.notUnderstood.push({ consultationId: id, segments, durationMs })

    report.unused.push(...textsUnused(id, await store?.textsOf(id).catch(() => null)))

    const where = { consultationId: id, state: ['processing', 'ready'] }
    const attributes = ['id', 'consultationId', 'inputUse']
    for (const file of await files.findAll({ attributes, where })) {
      const use = file.inputUse ? (JSON.parse(file.inputUse) as InputUse) : null
      report.unused.push(...counted(file, use?.unused ?? []))
      const bytes = await contents.read(file).catch(() => undefined)
      if (bytes) report.files++
      else tell('file', file.id, bytes === null ? 'missing' : 'damaged')
    }

    for (const one of await recordings.listByConsultation(id)) {
      report.unused.push(...(await unusedOf(one, transcript)))
      // What still takes sound has no digest yet.
      if (one.state !== 'finished' || one.held.every(({ heldSamples }) => heldSamples === 0))
        continue
      if (one.soundErasedAt) {
        report.erased += one.held.length
        continue
      }
      const location = { recordingId: one.id, consultationId: id, channels: one.channels }
      const found = await audioDigests({ audioDir, files: soundFiles }, location, key)
      for (const { channel, sha256, damaged: bytes } of found) {
        const stated = one.held.find((held) => held.channel === channel)
        const place = `${one.id} ${channel}`
        if (sha256 === null) tell('audio', place, 'missing')
        else if (bytes > 0) tell('audio', place, 'damaged')
        else if (stated && stated.sha256 !== sha256) tell('audio', place, 'other_digest')
        else report.channels++
      }
    }
  }

  /** A mistyped id must not look like a loss. */
  async function needAll(ids: readonly string[]): Promise<void> {
    const found = await consultations.findAll({ attributes: ['id'], where: { id: [...ids] } })
    const there = new Set(found.map(({ id }) => id))
    const unknown = ids.find((id) => !there.has(id))
    if (unknown !== undefined) throw consultationNotFound(unknown)
  }

  return async (consultationIds, onProgress) => {
    if (consultationIds) await needAll(consultationIds)
    const ids =
      consultationIds ??
      (await consultations.findAll({ attributes: ['id'], order: [['createdAt', 'ASC']] })).map(
        ({ id }) => id,
      )
    const report: ContentReport = {
      consultations: ids.length,
      values: 0,
      files: 0,
      channels: 0,
      erased: 0,
      faults: [],
      notUnderstood: [],
      unused: [],
    }
    for (const [done, id] of ids.entries()) {
      onProgress(done, ids.length)
      await verifyOne(id, report)
    }
    return report
  }
}

function textsUnused(
  consultationId: string,
  texts: Awaited<ReturnType<ConsultationStore['textsOf']>> | undefined,
): UnusedInput[] {
  const unusedOf = (id: string, text: string | null | undefined) =>
    isText(text) ? counted({ id, consultationId }, textUse(text).unused) : []
  return [
    ...unusedOf('context', texts?.contextMarkdown),
    ...unusedOf('background_history', texts?.backgroundHistory),
  ]
}

/** How many parts of each kind. */
function counted(
  { id: inputId, consultationId }: { id: string; consultationId: string },
  unused: readonly UnusedPart[],
): UnusedInput[] {
  return countParts(unused).map(({ code, parts }) => ({ consultationId, inputId, code, parts }))
}
