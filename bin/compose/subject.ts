/**
 * The one shape of what the service is made of: a subject is opened by a module of this folder,
 * which returns what it brings beside its use cases. `subjectList` gathers that, so that
 * `compose.ts` can be the list of the subjects.
 */
import type { Router } from '@koa/router'
import type { ApiMount } from '../../api/app.ts'
import type { ApiState } from '../../api/context.ts'
import type { RouteDescription } from '../../api/describe-route.ts'
import type { ReadinessCheck } from '../../api/pages/health.ts'
import type { ConsultationFeed } from '../../core/consultation/feed.ts'
import type { Log } from '../../core/log.ts'
import { closing } from '../closing.ts'
import type { Chore } from '../upkeep.ts'

type Watchers = Pick<ConsultationFeed, 'publish'>

/** Each part is left out where a subject has none. */
export interface Subject {
  /** Under `/api/v1`, for the plugin. */
  routers?: readonly ApiMount[]
  /** Under `/v1`, for the national network. */
  networkRouters?: readonly ApiMount[]
  /** Full paths, without a token. */
  pageRouters?: readonly Router<ApiState>[]
  /** Its routes, for `/openapi.json`. */
  descriptions?: readonly RouteDescription[]
  readiness?: readonly ReadinessCheck[]
  chores?: readonly Chore[]
  /** Takes up unfinished work, once everything is open; one subject after the other. */
  start?(): unknown
  /** There may be work of a server that is gone. */
  wake?(): void
  /** Another server changed a visit that is watched here. */
  changedElsewhere?(consultationId: string, watchers: Watchers): void
  /** One of several servers stops: what others can do at once goes back to them. */
  giveUp?(): Promise<void>
  close?(): PromiseLike<unknown>
}

type Lists = {
  [Part in keyof Subject]-?: Subject[Part] extends readonly unknown[] | undefined ? Part : never
}[keyof Subject]

export type SubjectList = ReturnType<typeof subjectList>

export function subjectList(log: Log) {
  const subjects: Subject[] = []
  const opened = closing(log)
  const all = <Part extends Lists>(part: Part) =>
    subjects.flatMap((subject): Required<Subject>[Part][number][] => [...(subject[part] ?? [])])

  return {
    /** @param name under which the log says that it could not be closed */
    add<Opened extends Subject>(name: string, subject: Opened): Opened {
      subjects.push(subject)
      if (subject.close) opened.add(name, () => subject.close?.() ?? Promise.resolve())
      return subject
    },
    all,
    async start() {
      for (const subject of subjects) await subject.start?.()
    },
    wake() {
      for (const subject of subjects) subject.wake?.()
    },
    changedElsewhere(consultationId: string, watchers: Watchers) {
      for (const subject of subjects) subject.changedElsewhere?.(consultationId, watchers)
    },
    async giveUp() {
      await Promise.all(subjects.map((subject) => subject.giveUp?.()))
    },
    /** In reverse order of the list, so that nobody loses what it still uses. */
    close: opened.run,
  }
}
