/**
 * Refusals of the clinical-network endpoints (spec §7, SPEC-GAPS 1.4, 1.11), in words a doctor may
 * read.
 */
import { AppError, isAppError, notFound } from '../errors.ts'
import { heldInWords, type OutgoingHold } from '../outgoing/hold.ts'
import { adviceForCode } from './error-catalogue.ts'
import type { NetworkIssue } from './network.ts'
import { withoutPeople } from './redact-bundle.ts'
import type { Permission } from './state.ts'

const RETRY_AFTER_S = 60

export function refusal(permission: Exclude<Permission, 'go' | 'same'>): AppError {
  switch (permission) {
    case 'not_found':
      return notFound('Esta consulta ainda não foi enviada à RNDS.')
    case 'no_previous_submission':
      return new AppError(
        'invalid',
        'no_previous_submission',
        'Não há registro desta consulta na RNDS para substituir ou excluir.',
      )
    case 'submission_in_progress':
      return new AppError(
        'conflict',
        'submission_in_progress',
        'Há um envio desta consulta em andamento. Consulte a situação e tente de novo quando ele terminar.',
        { retryAfterS: RETRY_AFTER_S },
      )
    case 'already_submitted':
      return new AppError(
        'conflict',
        'already_submitted',
        'Esta consulta já foi enviada com outro conteúdo. Para corrigir o registro, use a substituição (replace).',
        { details: [{ field: 'ehr_id', issue: 'already_submitted', hint: 'replace' }] },
      )
  }
}

/**
 * A correction keeps patient and establishment of what it corrects: who sent the record of another
 * must take it back first.
 */
export function sentForOthers(): AppError {
  return new AppError(
    'conflict',
    'already_submitted',
    'Esta consulta já foi enviada com outro paciente ou outro estabelecimento. A substituição (replace) manteria os anteriores: exclua o registro e envie de novo.',
    { details: [{ field: 'ehr_id', issue: 'already_submitted', hint: 'delete' }] },
  )
}

/**
 * Other content, while the first version waits on a held box: it can be taken back, and then the
 * new one stored.
 */
export function heldInProgress(): AppError {
  return new AppError(
    'conflict',
    'submission_in_progress',
    'Um registro desta consulta já está guardado à espera do envio, com outro conteúdo. Para trocá-lo, exclua-o e envie de novo.',
    { details: [{ field: 'ehr_id', issue: 'submission_in_progress', hint: 'delete' }] },
  )
}

/**
 * The answer to an earlier attempt was lost: what is sent now could meet it at the network.
 * @param hold why nobody can ask for it now
 */
export function answerLost(hold: OutgoingHold | null = null): AppError {
  const unknown = 'O resultado de um pedido anterior à RNDS ainda não é conhecido.'
  if (hold)
    return new AppError(
      'conflict',
      'submission_in_progress',
      `${unknown} ${heldInWords(hold)}: ele só será conferido quando o administrador a liberar.`,
    )
  return new AppError(
    'conflict',
    'submission_in_progress',
    `${unknown} Ele será conferido automaticamente; tente de novo em instantes.`,
    { retryAfterS: RETRY_AFTER_S },
  )
}

export function rejected(issues: readonly NetworkIssue[]): AppError {
  return new AppError('rejected', 'rnds_rejected', 'A RNDS rejeitou o registro.', {
    details: toldIssues(issues).map((issue) => ({ ...issue })),
  })
}

export function removalRejected(issues: readonly NetworkIssue[]): AppError {
  const { kind, code, details } = rejected(issues)
  return new AppError(kind, code, 'A RNDS recusou a exclusão do registro.', {
    details: details ?? [],
  })
}

export function unreachable(message: string): AppError {
  return new AppError('unavailable', 'rnds_unavailable', message, { retryAfterS: RETRY_AFTER_S })
}

export function notConfigured(): AppError {
  return new AppError(
    'unavailable',
    'rnds_unavailable',
    'A conexão com a RNDS não está configurada nesta instalação. Fale com o administrador.',
    { retryAfterS: RETRY_AFTER_S },
  )
}

/**
 * What `work` gives; where the network cannot be reached, the caller is told when to try again. Of
 * a held box nobody knows: an administrator has to open it.
 */
export async function hinting<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!isAppError(error) || error.kind !== 'unavailable' || error.retryAfterS !== undefined)
      throw error
    if (error.code === 'outgoing_held') throw error
    const { kind, code, message, details = [] } = error
    const hints = { cause: error, retryAfterS: RETRY_AFTER_S }
    throw new AppError(kind, code, message, details.length > 0 ? { ...hints, details } : hints)
  }
}

interface ToldIssue extends NetworkIssue {
  /** pt-BR: what to do; absent where the network's own words have to do. */
  advice?: string
}

/**
 * What the network said of a refusal, as callers may read it.
 *
 * Without the numbers of people: callers keep refusals in their logs.
 */
export function toldIssues(issues: readonly NetworkIssue[]): ToldIssue[] {
  return issues.map(({ severity, code, diagnostics }) => {
    const told = { severity, code, diagnostics: withoutPeople(diagnostics) }
    const advice = adviceForCode(code)
    return advice === undefined ? told : { ...told, advice }
  })
}
