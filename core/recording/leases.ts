/**
 * Which server writes a recording, where several share one database. A recording is one server's at
 * a time: taking it gives a token that is greater than all before, and whatever was sent under an
 * earlier one is refused where it is written. So it may be taken from a server that hangs as from
 * one that is dead, and no clock has to be right.
 */
export interface RecordingLeases {
  /** As far as this process knows; a write finds out. */
  holds(recordingId: string): boolean
  /** From here on this server writes it. For who was just asked to by its client. */
  take(recordingId: string): Promise<void>
  /** Whether no server that lives has it. */
  isFree(recordingId: string): Promise<boolean>
  /** Another server took it: nothing more is written here. */
  onLost(listener: (recordingId: string) => Promise<void> | void): void
}

/** One server: every recording is its own. */
export const soleLeases: RecordingLeases = {
  holds: () => true,
  take: async () => {},
  isFree: async () => true,
  onLost() {},
}
