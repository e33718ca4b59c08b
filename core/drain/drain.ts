/**
 * The service before a maintenance: visits that are going on end as they would, and none begins. A
 * restart ends it, whatever was meant: a box that nobody looks at must not stay shut on Monday
 * morning because of Friday's maintenance.
 */
import { AppError } from '../errors.ts'

export interface Drain {
  since: Date
}

/** Null: visits may begin. Asked before each; another process writes the note that it reads. */
export type FindDrain = () => Drain | null

/** What a visit did, from and until when; null: it still does. */
export interface Stretch {
  from: Date
  until: Date | null
}

/**
 * A visit goes on that was under way when the drain began: it may end as it would, in several
 * recordings too. @param visit nothing: it would begin with this
 * @throws {AppError} `draining`
 */
export type RequireOpen = (visit: readonly Stretch[]) => void

export function requireOpen(find: FindDrain): RequireOpen {
  return (visit) => {
    const since = find()?.since
    const wasUnderWay = ({ from, until }: Stretch) =>
      since !== undefined && from <= since && (until === null || until > since)
    if (since === undefined || visit.some(wasUnderWay)) return
    throw new AppError(
      'unavailable',
      'draining',
      'O serviço entra em manutenção: as consultas em andamento terminam, e nenhuma nova começa. Tente de novo em alguns minutos.',
      { retryAfterS: RETRY_S },
    )
  }
}

const RETRY_S = 60

/** What is still to end before the service can be stopped without cutting anybody off. */
export interface LeftToEnd {
  recordings: number
  /** Paused recordings that were used in the last half hour; others go on after a restart. */
  paused: number
  uploads: number
  final_texts: number
  documents: number
  files: number
}

export function isIdle(left: LeftToEnd): boolean {
  return Object.values(left).every((count) => count === 0)
}
