/**
 * Which phase of the recorder follows which, as one table. What a phase does not list does not
 * happen in it: whoever comes late changes nothing.
 */

/** What earlier pages and other tabs left, as it is known by now. */
const FOUND = {
  foundSound: 'resting',
  foundEnding: 'finishing',
  foundFinished: 'finished',
} as const

const PHASES = {
  idle: {
    asked: 'requesting',
    ...FOUND,
    erased: 'idle',
  },
  /** The browser or another tab is being asked. */
  requesting: { granted: 'recording', refused: 'blocked', withdrawn: 'resting', erased: 'idle' },
  recording: { halted: 'paused', ended: 'finishing', erased: 'idle' },
  paused: {
    asked: 'requesting',
    ended: 'finishing',
    soundErased: 'resting',
    ...FOUND,
    erased: 'idle',
  },
  /** The microphone was refused. */
  blocked: {
    asked: 'requesting',
    ended: 'finishing',
    ...FOUND,
    erased: 'idle',
  },
  /** Everything recorded is on its way. */
  finishing: { emptied: 'finished', ...FOUND, erased: 'idle' },
  finished: { ...FOUND, erased: 'idle' },
} as const satisfies Record<string, Readonly<Record<string, string>>>

export type RecorderPhase = keyof typeof PHASES

type EventsOf<Phase> = Phase extends RecorderPhase ? keyof (typeof PHASES)[Phase] : never
export type PhaseEvent = EventsOf<RecorderPhase>

interface Deps {
  /** Of the consultation: then it rests as `paused`, else as `idle`. */
  hasSound(): boolean
  changed(): void
}

export function recorderPhases({ hasSound, changed }: Deps) {
  let now: RecorderPhase = 'idle'
  const nextOf = (event: PhaseEvent) =>
    (PHASES[now] as Partial<Record<PhaseEvent, RecorderPhase | 'resting'>>)[event]
  return {
    get now() {
      return now
    },
    takes: (event: PhaseEvent) => nextOf(event) !== undefined,
    /** @returns whether it happened */
    go(event: PhaseEvent): boolean {
      const next = nextOf(event)
      if (!next) return false
      now = next === 'resting' ? (hasSound() ? 'paused' : 'idle') : next
      changed()
      return true
    },
  }
}
