/**
 * What the operations on a consultation's records share: finding the record that counts, making
 * sure that no lost answer is open, and waiting a while for the network.
 */
import type { OpenConsultation } from '../consultation/consultation.ts'
import type { PatchConsultation } from '../consultation/patch.ts'
import { isAppError } from '../errors.ts'
import type { FindHold } from '../outgoing/hold.ts'
import type { BlindIndex } from '../vault/ports.ts'
import type { Establishment, EstablishmentStore } from './compile-record/establishment.ts'
import type { Outbox } from './deliver-outbox.ts'
import type { NetworkOf } from './network.ts'
import type { SubmissionStore } from './ports.ts'
import { lostAnswers, type Slot, type Submission } from './submission.ts'
import { answerLost, hinting, notConfigured } from './submission-errors.ts'
import type { PrepareDeps } from './submission-prepare.ts'

export interface DeskDeps extends PrepareDeps {
  store: SubmissionStore
  outbox: Pick<Outbox, 'deliver' | 'deliverInOrder' | 'remove'>
  establishments: EstablishmentStore
  networkOf: NetworkOf
  index: BlindIndex
  findHold: FindHold
  openConsultation: OpenConsultation
  patchConsultation: PatchConsultation
  now: () => Date
  /** How long a caller waits for the network: 2 to 5 s are typical (spec §8). */
  patienceMs?: number
}

const PATIENCE_MS = 10_000

/**
 * Of the organization, with a way to the network. @throws {AppError} `rnds_unavailable`,
 * `outgoing_held`
 */
export async function connectedEstablishment(
  { establishments, networkOf }: Pick<DeskDeps, 'establishments' | 'networkOf'>,
  organizationId: string,
): Promise<Establishment> {
  const establishment = await establishments.find(organizationId)
  if (!establishment) throw notConfigured()
  await hinting(networkOf(organizationId))
  return establishment
}

/**
 * The same for what is stored: behind shut doors it waits. @throws {AppError} `rnds_unavailable`
 * also then, when nothing is set up
 */
export async function sendingEstablishment(
  deps: Pick<DeskDeps, 'establishments' | 'networkOf'>,
  organizationId: string,
): Promise<Establishment> {
  const establishment = await deps.establishments.find(organizationId)
  if (!establishment) throw notConfigured()
  await hinting(deps.networkOf(organizationId)).catch((error: unknown) => {
    if (!isAppError(error) || error.code !== 'outgoing_held') throw error
  })
  return establishment
}

/**
 * Reads a slot in which everything is known: what an earlier attempt came to is found out first.
 * @throws {AppError} `submission_in_progress` while it cannot be
 */
export async function readSlot(
  { store, outbox, findHold }: Pick<DeskDeps, 'store' | 'outbox' | 'findHold'>,
  consultationId: string,
  choose: (records: readonly Submission[]) => Slot,
): Promise<Slot> {
  const read = async () => choose(await store.listOfConsultation(consultationId))
  const slot = await read()
  const lost = lostAnswers(slot)
  if (lost.length === 0) return slot
  for (const { id } of lost) await outbox.deliver(id)
  const known = await read()
  if (lostAnswers(known).length > 0) throw answerLost(findHold())
  return known
}

/**
 * What `work` comes to, if it does so in time; undefined otherwise, and it goes on behind the
 * scenes.
 */
export async function inTime<Result>(
  work: Promise<Result>,
  { patienceMs = PATIENCE_MS }: Pick<DeskDeps, 'patienceMs'>,
): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

/** How often somebody else may be faster before we say so. */
export const TRIES = 5
