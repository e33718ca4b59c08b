/**
 * The `Idempotency-Key` of a submission (SPEC-GAPS C14). It is bound to the record that its first
 * call came to, in the transaction that stores that record, so that whoever asks again after a lost
 * answer is told of that record: also when the documents have changed since, or the record was
 * deleted. A call that was refused before anything was stored binds nothing: what was missing may
 * be mended.
 */
import { AppError } from '../errors.ts'
import type { BlindIndex } from '../vault/ports.ts'
import type { NetworkIssue } from './network.ts'

/** How long a key is known. */
export const KEY_LIFE_MS = 24 * 3_600_000

/** What a caller asked under a key. */
export interface AskedKey {
  /** Of the consultation and the key: nobody can tell from it what the key was. */
  id: string
  consultationId: string
  /** What was asked for, as text: another one under the same key is a mistake. */
  request: string
}

export interface KeptKey {
  request: string
  submissionId: string
  /** Null until somebody was told. */
  answer: KeptAnswer | null
}

/** Taken, or refused by the network for these reasons. */
export type KeptAnswer = { refused: null } | { refused: NetworkIssue[] }

/** Keys at rest, beside the submissions. */
export interface SubmitKeys {
  /** Null also of a key whose time is over. */
  findKey(key: Pick<AskedKey, 'id' | 'consultationId'>): Promise<KeptKey | null>
  /**
   * Binds it to a record that is there. @returns false, and nothing written, when the key is bound
   * already
   */
  keepKey(key: AskedKey, submissionId: string): Promise<boolean>
  /** @returns the answer that counts: the first one that was kept */
  answerKey(key: Pick<AskedKey, 'id' | 'consultationId'>, answer: KeptAnswer): Promise<KeptAnswer>
}

interface Asking {
  organizationId: string
  consultationId: string
  key: string
  /** Everything else that the caller sent. */
  request: object
}

export async function askedKey(
  index: BlindIndex,
  { organizationId, consultationId, key, request }: Asking,
): Promise<AskedKey> {
  return {
    id: await index(organizationId, 'submission', `${consultationId} ${key}`),
    consultationId,
    request: JSON.stringify(request),
  }
}

/** What the key is bound to. @throws {AppError} `idempotency_key_reused` */
export async function findAsked(
  keys: Pick<SubmitKeys, 'findKey'>,
  asked: AskedKey,
): Promise<KeptKey | null> {
  const kept = await keys.findKey(asked)
  if (kept && kept.request !== asked.request)
    throw new AppError(
      'rejected',
      'idempotency_key_reused',
      'Esta Idempotency-Key já foi usada com outro pedido para esta consulta. Nada foi enviado: use uma chave nova.',
    )
  return kept
}
