import type { Order, Sequelize } from 'sequelize'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import type { InputUse } from '../../core/input-use/input-use.ts'
import type { StoredRecording } from '../../core/recording/storage.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'
import type {
  DescribeVisit,
  DocumentLine,
  FileLine,
  RecordingLine,
  SubmissionLine,
  TextLine,
  UseLine,
} from '../../core/vault/describe-visit.ts'
import { consultationNotFound } from '../../core/vault/hold.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import { isText, textUse } from '../../core/visit-use/text-use.ts'
import { ConsultationRow } from '../consultation/consultation.ts'
import { DocumentRow } from '../document/document.ts'
import { FileRow } from '../file/files.ts'
import { recordingRepository } from '../recording/repository.ts'
import { SubmissionRow } from '../rnds/submissions-row.ts'
import { transcriptStore } from '../transcript/store.ts'
import { countParts, recordingUse } from '../vault/recording-use.ts'

interface Deps {
  sequelize: Sequelize
  vault: Pick<ConsultationVault, 'keyFor' | 'findKey'>
  consultations: Pick<ConsultationStore, 'find'>
}

/**
 * Reads rows beside a running server; of what is sealed only who the doctor is, the codes that say
 * what kind of visit it is, and how much of its texts is used.
 */
export function describeVisit({ sequelize, vault, consultations }: Deps): DescribeVisit {
  const rows = ConsultationRow.attach(sequelize)
  const files = FileRow.attach(sequelize)
  const documents = DocumentRow.attach(sequelize)
  const submissions = SubmissionRow.attach(sequelize)
  const recordings = recordingRepository(sequelize)
  const transcripts = transcriptStore(sequelize, vault)
  const accountOf = recordingUse(sequelize)

  async function describeRecording(
    one: StoredRecording,
    transcript: readonly TranscriptSegment[],
  ): Promise<RecordingLine> {
    const { use, transcription } = await accountOf(one, transcript)
    const longest = Math.max(0, ...one.held.map(({ nextOffset }) => nextOffset))
    return {
      id: one.id,
      source: one.source,
      state: one.state,
      channels: one.channels,
      durationMs: Math.round(longest / SAMPLES_PER_MS),
      startedAt: one.startedAt,
      soundErasedAt: one.soundErasedAt ?? null,
      transcription,
      use: use && lineOf(use),
    }
  }

  return async (id) => {
    const row = await rows.findByPk(id)
    const visit = row && (await consultations.find(row.organizationId, id))
    if (!row || !visit) throw consultationNotFound(id)
    const where = { consultationId: id }
    const transcript = await transcripts.listSegments(id)
    const recorded: RecordingLine[] = []
    for (const one of await recordings.listByConsultation(id))
      recorded.push(await describeRecording(one, transcript))
    const order: Order = [['createdAt', 'ASC']]
    return {
      id,
      organizationId: row.organizationId,
      doctor: visit.externalDoctorId,
      status: row.status,
      type: row.type,
      consent: row.consentStatus,
      visit: visit.visit,
      createdAt: row.createdAt,
      finishedAt: row.finishedAt,
      heldAt: row.heldAt,
      erased: {
        transcript: row.transcriptErasedAt,
        context: row.contextErasedAt,
        files: row.filesErasedAt,
      },
      recordings: recorded,
      files: (await files.findAll({ where, order, attributes: FILE_FACTS })).map(describeFile),
      texts: [
        ...textLine('context', visit.contextMarkdown),
        ...textLine('background_history', visit.backgroundHistory),
      ],
      documents: (await documents.findAll({ where, order, attributes: DOCUMENT_FACTS })).map(
        describeDocument,
      ),
      submissions: (
        await submissions.findAll({
          where,
          order: [['submittedAt', 'ASC']],
          attributes: SUBMISSION_FACTS,
        })
      ).map(describeSubmission),
    }
  }
}

const SAMPLES_PER_MS = 16

/** Nothing that is sealed is read from the disk. */
const FILE_FACTS = 'id type state failure pages sizeBytes createdAt inputUse'.split(' ')
const DOCUMENT_FACTS = 'id template status version createdAt reviewedAt importedAt'.split(' ')
const SUBMISSION_FACTS = 'id documentType state networkId submittedAt'.split(' ')

function lineOf({ unit, given, used, unused }: InputUse): UseLine {
  return { unit, given, used, unused: countParts(unused) }
}

function textLine(kind: TextLine['kind'], text: string | null): TextLine[] {
  return isText(text) ? [{ kind, use: lineOf(textUse(text)) }] : []
}

function describeFile(row: FileRow): FileLine {
  const { id, type, state, failure, pages, sizeBytes, createdAt, inputUse } = row
  const use = inputUse ? lineOf(JSON.parse(inputUse) as InputUse) : null
  return { id, type, state, failure, pages, sizeBytes, createdAt, use }
}

function describeDocument(row: DocumentRow): DocumentLine {
  const { id, status, version, createdAt, reviewedAt, importedAt } = row
  const { slug } = JSON.parse(row.template) as { slug: string }
  return { id, template: slug, status, version, createdAt, reviewedAt, importedAt }
}

function describeSubmission(row: SubmissionRow): SubmissionLine {
  const { id, documentType, state, networkId, submittedAt } = row
  return { id, documentType, state, networkId, submittedAt }
}
