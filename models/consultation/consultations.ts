import { Op, type Sequelize, type Transaction, UniqueConstraintError } from 'sequelize'
import type { Consultation } from '../../core/consultation/consultation.ts'
import type { ConsultationChanges, ConsultationStore } from '../../core/consultation/ports.ts'
import type { VisitCaller } from '../../core/consultation/visit-callers.ts'
import type { VisitFacts } from '../../core/consultation/visit-facts.ts'
import { notFound } from '../../core/errors.ts'
import type { BlindIndex, Sealer } from '../../core/vault/ports.ts'
import { keyGone } from '../file/seal.ts'
import { ErasureRow } from '../retention/erasure-tombstones.ts'
import { sealer } from '../vault/seal.ts'
import type { KeyVault } from '../vault/vault.ts'
import { ConsultationRow } from './consultation.ts'

interface Deps {
  sequelize: Sequelize
  vault: Pick<KeyVault, 'makeKey' | 'keyFor' | 'findKey'>
  index: BlindIndex
  /** Each time one comes to its end, in the transaction that writes it down. */
  onCompleted?: (consultationId: string, transaction: Transaction) => Promise<void>
}

/**
 * Consultations of one open database. Clinical words and the host's identifiers are sealed and
 * opened here and nowhere else.
 */
export function consultationStore({
  sequelize,
  vault,
  index,
  onCompleted,
}: Deps): ConsultationStore {
  const consultations = ConsultationRow.attach(sequelize)
  const erasures = ErasureRow.attach(sequelize)

  async function opened(row: ConsultationRow | null): Promise<Consultation | undefined> {
    if (!row) return undefined
    return openedBy(await vault.findKey(row.id), row)
  }

  function openedBy(key: Uint8Array | null, row: ConsultationRow): Consultation {
    if (!key) throw keyGone()
    return fromRow(row, seal(key, row.id))
  }

  return {
    async create(created) {
      const { consent, name, visit, occupationChoices, chosenByDoctor, openedBy, ...others } =
        created
      const { contextMarkdown, backgroundHistory, ...consultation } = others
      const { id, organizationId, externalConsultationId } = consultation
      const { externalDoctorId, externalPatientId, ...columns } = consultation
      const key = vault.makeKey(id)
      const own = seal(key.bytes, id)
      const row = {
        ...columns,
        sealedIds: own.json('ids', [externalConsultationId, externalDoctorId, externalPatientId]),
        consultationIndex: await index(organizationId, 'consultation', externalConsultationId),
        doctorIndex: await index(organizationId, 'doctor', externalDoctorId),
        patientIndex: await index(organizationId, 'patient', externalPatientId),
        ...consentColumns(consent, own),
        ...textColumns({ name, contextMarkdown, backgroundHistory }, own),
        ...visitColumn({ visit, occupationChoices, chosenByDoctor }, own),
        ...(openedBy && { sealedOpener: own.json('opener', openedBy) }),
      }
      try {
        await key.keepWith((transaction) => consultations.create(row, { transaction }))
        return true
      } catch (error) {
        // The unique index decides who was first, also between processes.
        if (error instanceof UniqueConstraintError) return false
        throw error
      }
    },

    async findByExternalId(organizationId, externalConsultationId) {
      const consultationIndex = await index(organizationId, 'consultation', externalConsultationId)
      return opened(await consultations.findOne({ where: { organizationId, consultationIndex } }))
    },

    async find(organizationId, id) {
      // The key beside the row, not after it: this is asked at nearly every request, and each wait
      // is one for a busy processor.
      const key = vault.findKey(id)
      // Its failure is told below, to whom the row belongs.
      key.catch(() => {})
      const row = await consultations.findOne({ where: { organizationId, id } })
      return row ? openedBy(await key, row) : undefined
    },

    async wasErased(organizationId, ids) {
      const { externalId } = ids
      const where = {
        organizationId,
        ...('id' in ids && { consultationId: ids.id }),
        ...(externalId !== undefined && {
          consultationIndex: await index(organizationId, 'consultation', externalId),
        }),
      }
      return (await erasures.count({ where })) > 0
    },

    async languageOf(id) {
      const row = await consultations.findByPk(id, { attributes: ['language'] })
      if (!row) throw notFound('Consulta não encontrada.')
      return row.language
    },

    async textsOf(id) {
      const consultation = await opened(await consultations.findByPk(id))
      if (!consultation) return null
      const { contextMarkdown, backgroundHistory } = consultation
      return { contextMarkdown, backgroundHistory }
    },

    async update(id, { version, unrecorded }, changes) {
      const own = seal(await vault.keyFor(id), id)
      const where = { id, version, ...(unrecorded && { status: 'open', recordedMs: 0 }) }
      const [written] = await consultations.update(
        { ...toColumns(changes, own), version: version + 1 },
        { where },
      )
      return written > 0
    },

    async openerOf(id) {
      const row = await consultations.findByPk(id, { attributes: ['id', 'sealedOpener'] })
      const key = row?.sealedOpener ? await vault.findKey(id) : null
      return row && key ? openerOf(row, seal(key, id)) : undefined
    },

    async keepOpener(id, opener) {
      const own = seal(await vault.keyFor(id), id)
      await consultations.update({ sealedOpener: own.json('opener', opener) }, { where: { id } })
    },

    async updateRecorded(id, { status, recordedMs, finishedAt }) {
      if (status !== 'finished' || !onCompleted) {
        await consultations.update({ status, recordedMs, finishedAt }, { where: { id } })
        return
      }
      await sequelize.transaction(async (transaction) => {
        const [completed] = await consultations.update(
          { status, recordedMs, finishedAt },
          { where: { id, status: { [Op.ne]: status } }, transaction },
        )
        if (completed > 0) await onCompleted(id, transaction)
        else await consultations.update({ recordedMs, finishedAt }, { where: { id }, transaction })
      })
    },
  }
}

type What = 'ids' | 'context' | 'history' | 'consent' | 'name' | 'visit' | 'opener'

/** Each text sealed as what it is and whose. */
function seal(key: Uint8Array, id: string) {
  const own: Sealer = sealer(key)
  const contextOf = (what: What) => `${id} consultation ${what}`
  const text = (what: What, words: string) =>
    Buffer.from(own.seal(Buffer.from(words), contextOf(what)))
  const open = (what: What, sealed: Uint8Array | null) =>
    sealed && Buffer.from(own.open(sealed, contextOf(what))).toString('utf8')
  return {
    text,
    open,
    json: (what: What, value: unknown) => text(what, JSON.stringify(value)),
    openJson<Value>(what: What, sealed: Uint8Array | null) {
      const words = open(what, sealed)
      return words === null ? null : (JSON.parse(words) as Value)
    },
  }
}

type Own = ReturnType<typeof seal>

function toColumns(
  {
    consent,
    name,
    visit,
    occupationChoices,
    chosenByDoctor,
    contextMarkdown,
    backgroundHistory,
    ...columns
  }: ConsultationChanges & { updatedAt: Date },
  own: Own,
) {
  return {
    ...columns,
    ...textColumns(
      {
        ...(name !== undefined && { name }),
        ...(contextMarkdown !== undefined && { contextMarkdown }),
        ...(backgroundHistory !== undefined && { backgroundHistory }),
      },
      own,
    ),
    ...(visit && visitColumn({ visit, occupationChoices, chosenByDoctor }, own)),
    ...(consent && consentColumns(consent, own)),
  }
}

type Visit = Pick<Consultation, 'visit'> & {
  occupationChoices: Consultation['occupationChoices'] | undefined
  chosenByDoctor: Consultation['chosenByDoctor'] | undefined
}

function visitColumn({ visit, occupationChoices, chosenByDoctor = [] }: Visit, own: Own) {
  const sealed = {
    ...visit,
    ...(occupationChoices && { occupationChoices }),
    ...(chosenByDoctor.length > 0 && { chosenByDoctor }),
  }
  return { sealedVisit: Object.keys(sealed).length > 0 ? own.json('visit', sealed) : null }
}

function visitOf(
  row: ConsultationRow,
  own: Own,
): Pick<Consultation, 'visit' | 'occupationChoices' | 'chosenByDoctor'> {
  const sealed = own.openJson<
    VisitFacts & Pick<Consultation, 'occupationChoices' | 'chosenByDoctor'>
  >('visit', row.sealedVisit)
  const { occupationChoices, chosenByDoctor, ...visit } = sealed ?? {}
  return {
    visit,
    ...(occupationChoices && { occupationChoices }),
    ...(chosenByDoctor && { chosenByDoctor }),
  }
}

function textColumns(
  {
    name,
    contextMarkdown,
    backgroundHistory,
  }: Partial<Pick<Consultation, 'name' | 'contextMarkdown' | 'backgroundHistory'>>,
  own: Own,
) {
  return {
    ...(name !== undefined && { sealedName: name === null ? null : own.text('name', name) }),
    ...(contextMarkdown !== undefined && {
      sealedContext: contextMarkdown === '' ? null : own.text('context', contextMarkdown),
    }),
    ...(backgroundHistory !== undefined && {
      sealedHistory: backgroundHistory === null ? null : own.text('history', backgroundHistory),
    }),
  }
}

function consentColumns(
  { status, recordedAt, recordedBy, method }: Consultation['consent'],
  own: Own,
) {
  const isSaid = recordedBy !== null || method !== null
  return {
    consentStatus: status,
    consentRecordedAt: recordedAt,
    sealedConsent: isSaid ? own.json('consent', [recordedBy, method]) : null,
  }
}

function openerOf(row: ConsultationRow, own: Own): VisitCaller | undefined {
  return own.openJson<VisitCaller>('opener', row.sealedOpener) ?? undefined
}

function erasedOf({
  transcriptErasedAt,
  contextErasedAt,
  filesErasedAt,
}: ConsultationRow): Pick<Consultation, 'erased'> {
  if (!transcriptErasedAt && !contextErasedAt && !filesErasedAt) return {}
  return {
    erased: {
      ...(transcriptErasedAt && { transcriptAt: transcriptErasedAt }),
      ...(contextErasedAt && { contextAt: contextErasedAt }),
      ...(filesErasedAt && { filesAt: filesErasedAt }),
    },
  }
}

function fromRow(row: ConsultationRow, own: Own): Consultation {
  const ids = own.openJson<[string, string, string]>('ids', row.sealedIds)
  if (!ids) throw new Error(`consultation ${row.id} has no identifiers`)
  const [externalConsultationId, externalDoctorId, externalPatientId] = ids
  const openedBy = openerOf(row, own)
  const [recordedBy, method] = own.openJson<(string | null)[]>('consent', row.sealedConsent) ?? []
  return {
    id: row.id,
    organizationId: row.organizationId,
    externalConsultationId,
    externalDoctorId,
    externalPatientId,
    type: row.type as Consultation['type'],
    status: row.status as Consultation['status'],
    name: own.open('name', row.sealedName),
    ...visitOf(row, own),
    ...(openedBy && { openedBy }),
    consent: {
      status: row.consentStatus as Consultation['consent']['status'],
      recordedAt: row.consentRecordedAt,
      recordedBy: recordedBy ?? null,
      method: method ?? null,
    },
    contextMarkdown: own.open('context', row.sealedContext) ?? '',
    backgroundHistory: own.open('history', row.sealedHistory),
    backgroundHistorySetAt: row.backgroundHistorySetAt,
    language: row.language,
    recordedMs: row.recordedMs,
    finishedAt: row.finishedAt,
    ...erasedOf(row),
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
