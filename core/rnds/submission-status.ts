import type { Principal } from '../access/principal.ts'
import type { OpenConsultation } from '../consultation/consultation.ts'
import type { NetworkDocumentType } from '../fhir/clinical-record.ts'
import { type FindHold, heldInWords } from '../outgoing/hold.ts'
import type { SubmissionStore } from './ports.ts'
import { permission } from './state.ts'
import { currentOf, lastSlot, type Submission, slotOf } from './submission.ts'
import { refusal } from './submission-errors.ts'
import type { WaitingCause, WaitingCode } from './waiting.ts'

export interface RecordStanding {
  record: Submission
  /** A later one that was refused, while the network goes on holding `record`. */
  refusedReplacement: Submission | null
}

export type RecordStatus = ReturnType<typeof recordStatus>

/**
 * Where the consultation's last submission stands (spec §4.2). Nothing is asked of the network.
 * @throws {AppError} `not_found` also without a submission
 */
export function recordStatus(deps: {
  store: Pick<SubmissionStore, 'listOfConsultation'>
  openConsultation: OpenConsultation
}) {
  return async (
    principal: Principal,
    ehrId: string,
    which: {
      documentType?: NetworkDocumentType | undefined
      /** Of one record, whatever became of it. */
      recordId?: string | undefined
    } = {},
  ): Promise<RecordStanding> => {
    const { id } = await deps.openConsultation(principal, ehrId)
    const records = await deps.store.listOfConsultation(id)
    const { documentType, recordId } = which
    if (recordId !== undefined) {
      const record = records.find((one) => one.id === recordId)
      if (!record) throw refusal('not_found')
      return { record, refusedReplacement: null }
    }
    const slot = documentType ? slotOf(records, documentType) : lastSlot(records)
    const record = currentOf(slot)
    const allowed = permission('status', record?.state ?? 'none')
    if (!record || allowed === 'not_found') throw refusal('not_found')
    const newest = slot.at(-1)
    const isRefusedSince = newest?.state === 'rejected' && newest.id !== record.id
    return { record, refusedReplacement: isRefusedSince ? newest : null }
  }
}

/** Why a record is not in the network yet. */
export interface WaitingReason {
  code: WaitingCode
  /** pt-BR, for the doctor. */
  message: string
  since: Date
  /** Null: when somebody else is done. */
  nextAttemptAt: Date | null
}

type Waits = Pick<Submission, 'id' | 'state' | 'waiting' | 'submittedAt' | 'dueAt'>

export type WhyWaiting = ReturnType<typeof whyWaiting>

/** @returns null for a record that does not wait */
export function whyWaiting({
  store,
  findHold,
}: {
  store: Pick<SubmissionStore, 'isBehind'>
  findHold: FindHold
}) {
  return async (record: Waits): Promise<WaitingReason | null> => {
    const { state, waiting, submittedAt, dueAt } = record
    if (state !== 'pending') return null
    const hold = findHold()
    if (hold) {
      const message = `${heldInWords(hold)}: ${KEPT_UNTIL_RELEASED}`
      return { code: 'outgoing_held', message, since: hold.since, nextAttemptAt: null }
    }
    if (waiting) {
      const { cause, since } = waiting
      return { code: cause, message: CAUSES_IN_WORDS[cause], since, nextAttemptAt: dueAt }
    }
    return (await store.isBehind(record.id))
      ? { code: 'earlier_record', message: BEHIND, since: submittedAt, nextAttemptAt: null }
      : { code: 'in_turn', message: IN_TURN, since: submittedAt, nextAttemptAt: dueAt }
  }
}

const KEPT_UNTIL_RELEASED =
  'o registro está guardado e será enviado sozinho quando o administrador a liberar.'
const KEPT = 'O registro está guardado e será enviado sozinho'
const IN_TURN = `${KEPT} na sua vez.`
const BEHIND = `${KEPT} depois do anterior deste paciente, que ainda espera.`

const CAUSES_IN_WORDS: Record<WaitingCause, string> = {
  profile_incomplete: `A conexão com a RNDS está incompleta nesta instalação. ${KEPT} quando o administrador a completar.`,
  certificate_missing: `Falta o certificado digital do estabelecimento. ${KEPT} quando o administrador o instalar.`,
  certificate_expired: `O certificado digital do estabelecimento venceu. ${KEPT} quando o administrador instalar o novo.`,
  ca_unreadable: `O arquivo da autoridade que comprova a RNDS não pode ser lido neste servidor. ${KEPT} quando o administrador o corrigir.`,
  certificate_refused: `A RNDS não aceita o certificado digital do estabelecimento. ${KEPT} quando o administrador resolver isso; nada precisa ser refeito.`,
  token_refused: `A RNDS não deu acesso a este estabelecimento. ${KEPT} quando ela o der; se isso durar, avise o administrador.`,
  network_unreachable: `A RNDS não está ao alcance agora. ${KEPT} quando ela voltar.`,
  network_failing: `A RNDS está com falhas agora. ${KEPT} quando ela voltar.`,
  network_date:
    'A RNDS recusou a data do envio, que não é a de hoje. O registro está guardado e será enviado de novo sozinho; peça ao administrador que confira o relógio do servidor.',
  record_failing:
    'A RNDS não responde a este registro, embora responda a outros. Ele está guardado e segue sendo tentado; avise o administrador.',
  answer_unknown:
    'O registro foi enviado e a resposta da RNDS não chegou. Se ele chegou lá está sendo conferido; nada precisa ser refeito.',
}
