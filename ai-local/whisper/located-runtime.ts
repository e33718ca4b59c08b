import type { RuntimeKind } from './build-runtime.ts'

/** A compiled speech runtime on this machine. */
export interface LocatedRuntime {
  kind: RuntimeKind
  /** The program. */
  path: string
  /** Of whisper.cpp. */
  version: string
  /** Version and processor it was built for: its folder's name. */
  key: string
}
