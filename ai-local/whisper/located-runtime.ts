import type { RuntimeKind } from './build-runtime.ts'
import type { GraphicsCard } from './graphics-card.ts'

/** A compiled speech runtime on this machine. */
export interface LocatedRuntime {
  kind: RuntimeKind
  /** The program. */
  path: string
  /** Version of whisper.cpp, with the level of our changes: `1.9.1-patch2`; `own`: not ours. */
  version: string
  /** Version and processor it was built for: its folder's name. */
  key: string
  /** The graphics card that it computes on; null: the processor. */
  card: GraphicsCard | null
}
