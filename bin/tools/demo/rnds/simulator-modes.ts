import type { Simulator } from '../../rnds-simulator/simulator.ts'

/** What a visitor may let the rehearsal of the network do. */
export const MODES = [
  'normal',
  'down',
  'refusing',
  'slow',
  'certificate',
  'occupation',
  'unit',
  'month',
  'clock',
] as const
export type Mode = (typeof MODES)[number]

export interface SimulatorSwitch {
  mode(): Mode
  setMode(mode: Mode): void
}

/** Before every answer; a submission asks more than once. */
const SLOW_MS = 4000
/** The network's clock, where this machine's goes fast. */
const BEHIND_MS = -600_000

/** In these a record waits, and goes when they end. */
const WAITING_MODES: readonly Mode[] = ['down', 'certificate', 'clock']

export function isWaitingMode(mode: Mode): boolean {
  return WAITING_MODES.includes(mode)
}

/** Modes in which each record is refused, with the network's code. */
const REFUSALS: Partial<Record<Mode, string>> = {
  occupation: 'ERR879',
  unit: 'ERR897',
  month: 'ERR802',
}

export function simulatorSwitch(
  simulator: Pick<Simulator, 'faults' | 'setLatency' | 'setClock' | 'revokeTokens'>,
): SimulatorSwitch {
  let present: Mode = 'normal'
  return {
    mode: () => present,
    setMode(mode) {
      present = mode
      simulator.faults.clear()
      simulator.setLatency(mode === 'slow' ? SLOW_MS : 0)
      simulator.setClock(mode === 'clock' ? BEHIND_MS : 0)
      if (mode === 'certificate') {
        simulator.faults.add({ name: 'certificate-refused' })
        // Else the one that is held would do for half an hour.
        simulator.revokeTokens()
      }
      const code = REFUSALS[mode]
      if (code) simulator.faults.add({ name: 'reject', code, operation: 'submit' })
      if (mode === 'down') simulator.faults.add({ name: 'down' })
      if (mode === 'refusing') {
        simulator.faults.add({ name: 'reject', code: 'ERR934', operation: 'submit' })
        simulator.faults.add({ name: 'reject', code: 'ERR825', operation: 'remove' })
      }
    },
  }
}
