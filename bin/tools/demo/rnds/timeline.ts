/**
 * What happened to a consultation's records, in words a doctor understands: from the rows of the
 * outbox and of its calls.
 */
import { adviceForCode } from '../../../../core/rnds/error-catalogue.ts'
import type { Attempt, Submission } from '../../../../core/rnds/submission.ts'

export interface TimelineEntry {
  /** ISO 8601. */
  at: string
  text: string
  /** What it means and what follows, where there is more to say. */
  note: string | null
  tone: 'plain' | 'good' | 'bad' | 'waiting'
  /** ISO 8601; null where nothing is left to try. */
  nextTryAt: string | null
}

export interface RecordHistory {
  record: Submission
  /** Oldest first. */
  attempts: readonly Attempt[]
}

/** Oldest first. */
export function timelineOf(histories: readonly RecordHistory[]): TimelineEntry[] {
  return histories
    .flatMap(({ record, attempts }) => [
      stored(record),
      ...attempts.flatMap((attempt, index) =>
        attemptEntry(record, attempt, index === attempts.length - 1),
      ),
      ...(record.state === 'replaced' ? [replaced(record)] : []),
    ])
    .sort((one, other) => one.at.localeCompare(other.at))
}

function stored({ submittedAt, replaces }: Submission): TimelineEntry {
  return {
    at: submittedAt.toISOString(),
    text: replaces ? 'Nova versão montada e guardada' : 'Registro montado e guardado',
    note: 'Conferido aqui contra as regras da RNDS e posto na fila de envio.',
    tone: 'plain',
    nextTryAt: null,
  }
}

function replaced({ updatedAt }: Submission): TimelineEntry {
  return {
    at: updatedAt.toISOString(),
    text: 'Versão anterior substituída',
    note: 'A RNDS guarda as duas; vale a mais nova.',
    tone: 'plain',
    nextTryAt: null,
  }
}

function attemptEntry(record: Submission, attempt: Attempt, isLast: boolean): TimelineEntry[] {
  const { endedAt, outcome, startedAt } = attempt
  if (!outcome || !endedAt) {
    if (!isLast) return []
    return [entry(startedAt, 'waiting', 'Chamando a RNDS…')]
  }
  const words = OUTCOMES[attempt.action]?.[outcome]
  if (!words) return []
  const [tone, text, note] = words
  const isAccepted = attempt.action === 'submit' && outcome === 'accepted'
  const more =
    outcome === 'rejected'
      ? reasons(attempt.codes)
      : isAccepted && record.networkId
        ? `Identificador na RNDS: ${record.networkId}`
        : note
  const nextTryAt = isLast && tone === 'waiting' && record.dueAt ? record.dueAt.toISOString() : null
  return [{ ...entry(endedAt, tone, text, more), nextTryAt }]
}

type Words = [tone: TimelineEntry['tone'], text: string, note?: string]

const NOTHING_LEFT = 'Nada saiu daqui; o registro continua guardado.'
const ASK_FIRST =
  'Pode ter chegado ou não: isso será perguntado à RNDS antes de qualquer novo envio.'

const OUTCOMES: Record<Attempt['action'], Partial<Record<string, Words>>> = {
  submit: {
    accepted: ['good', 'Aceito pela RNDS'],
    rejected: ['bad', 'Rejeitado pela RNDS'],
    duplicate: ['plain', 'A RNDS já conhecia este registro'],
    unsent: ['waiting', 'Sem conexão com a RNDS', NOTHING_LEFT],
    unknown: ['waiting', 'A RNDS não respondeu', ASK_FIRST],
  },
  look: {
    found: ['good', 'Conferido: a RNDS tem o registro'],
    not_found: ['plain', 'Conferido: a RNDS não tem o registro'],
    unsent: ['waiting', 'Sem conexão para conferir o registro'],
    unknown: ['waiting', 'A RNDS não respondeu à conferência'],
  },
  delete: {
    deleted: ['good', 'Excluído da RNDS', 'A exclusão não pode ser desfeita.'],
    gone: ['good', 'A RNDS já não tinha o registro'],
    rejected: ['bad', 'Exclusão recusada pela RNDS'],
    unsent: ['bad', 'Sem conexão: nada foi excluído'],
    unknown: ['waiting', 'A RNDS não confirmou a exclusão', ASK_FIRST],
  },
}

function reasons(codes: readonly string[]): string {
  return codes.map((code) => [code, adviceForCode(code)].filter(Boolean).join(': ')).join(' ')
}

function entry(
  at: Date,
  tone: TimelineEntry['tone'],
  text: string,
  note: string | null = null,
): TimelineEntry {
  return { at: at.toISOString(), text, note, tone, nextTryAt: null }
}
