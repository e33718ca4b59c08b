/**
 * Taking another model into use while the service runs. The settings say which one is wanted; what
 * fails its probe is not taken, the old one goes on, and the state says so until something else is
 * wanted.
 */
import { isAppError } from '../errors.ts'
import type { Log } from '../log.ts'

export type SwitchableKind = 'speech' | 'text'

/**
 * @param together memory holds both at once: the old one works until the new one is ready. Else the
 * old one is unloaded first
 * @returns `not-used`: the settings have somebody else do this work; `restart-needed`: not while
 * the service runs
 * @throws {AppError} `model_probe_failed`, with the old model at work again
 */
export type SwitchModel = (
  wanted: string | null,
  options: { together: boolean },
) => Promise<'switched' | 'not-used' | 'restart-needed'>

export interface SwitchState {
  /** As the settings have it now. */
  wanted: string | null
  /** What works. */
  active: string | null
  state: 'active' | 'switching' | 'refused' | 'not-used' | 'restart-needed'
  /** How the last change went: both in memory at once, or one after the other. */
  together: boolean | null
  /** Why it was refused: an error's code. */
  reason: string | null
}

export interface ModelSwitchDeps {
  initial: Record<SwitchableKind, string | null>
  switchers: Record<SwitchableKind, SwitchModel>
  /** The settings of this moment; null when they cannot be read: then nothing changes. */
  wanted(): Record<SwitchableKind, string | null> | null
  /** Whether the new model finds room beside the old one. Rejects for one that is not there. */
  fitsBeside(kind: SwitchableKind, file: string): Promise<boolean>
  log: Log
}

export function modelSwitch({ initial, switchers, wanted, fitsBeside, log }: ModelSwitchDeps) {
  const states: Record<SwitchableKind, SwitchState> = {
    speech: settled(initial.speech),
    text: settled(initial.text),
  }
  const working = new Set<SwitchableKind>()

  async function change(kind: SwitchableKind, file: string | null) {
    const { active } = states[kind]
    let together: boolean | null = null
    try {
      together = file === null || (await fitsBeside(kind, file))
      states[kind] = { wanted: file, active, state: 'switching', together, reason: null }
      log.info('model.switching', { kind, file, together })
      const outcome = await switchers[kind](file, { together })
      const isActive = outcome === 'switched'
      states[kind] = {
        wanted: file,
        active: isActive ? file : active,
        together,
        reason: null,
        state: isActive ? 'active' : outcome,
      }
      log.info('model.switched', { kind, file, outcome })
    } catch (err) {
      const reason = isAppError(err) ? err.code : 'internal_error'
      states[kind] = { wanted: file, active, state: 'refused', together, reason }
      log.error('model.not_switched', { kind, file, err })
    }
  }

  return {
    /**
     * Compares what is wanted with what was wanted last; returns at once, the change goes on behind
     * it.
     */
    async look(): Promise<void> {
      const now = wanted()
      for (const kind of ['speech', 'text'] as const) {
        if (!now || working.has(kind) || now[kind] === states[kind].wanted) continue
        working.add(kind)
        void change(kind, now[kind]).finally(() => working.delete(kind))
      }
    },
    states: () => states,
  }
}

function settled(file: string | null): SwitchState {
  return { wanted: file, active: file, state: 'active', together: null, reason: null }
}
