import type { AuditAct, AuditActor, AuditTrail } from '../core/audit/ports.ts'
import type { TrailReader } from '../core/audit/read-trail.ts'
import type { ChainReport } from '../core/audit/verify-chain.ts'

/** What `svcctl audit` works with, beside a running server or without one. */
export interface AuditAdmin {
  /** For commands that keep record of what they do themselves. */
  trail: AuditTrail
  /** Whoever runs the command, by the name of the system's account. */
  actor: AuditActor
  /** As things are, before this command puts anything on record. */
  examine(): Promise<{
    reader: TrailReader
    sign(text: string): string
    publicKey: string
    verify(onProgress: (entries: number) => void): Promise<ChainReport>
  }>
  /** Before what is told and cannot be untold. @throws where nothing can be put on record */
  ready(): Promise<void>
  /** Puts on record what the administrator does with the trail itself. */
  record(act: Pick<AuditAct, 'action' | 'outcome' | 'facts'>): Promise<void>
}
