import type { Simulator } from '../../rnds-simulator/simulator.ts'

/** What a visitor may let the rehearsal of the network do. */
export const MODES = ['normal', 'down', 'refusing', 'slow'] as const
export type Mode = (typeof MODES)[number]

export interface SimulatorSwitch {
  mode(): Mode
  setMode(mode: Mode): void
}

/** Before every answer; a submission asks more than once. */
const SLOW_MS = 4000

export function simulatorSwitch(
  simulator: Pick<Simulator, 'faults' | 'setLatency'>,
): SimulatorSwitch {
  let present: Mode = 'normal'
  return {
    mode: () => present,
    setMode(mode) {
      present = mode
      simulator.faults.clear()
      simulator.setLatency(mode === 'slow' ? SLOW_MS : 0)
      if (mode === 'down') simulator.faults.add({ name: 'down' })
      if (mode === 'refusing') {
        simulator.faults.add({ name: 'reject', code: 'ERR934', operation: 'submit' })
        simulator.faults.add({ name: 'reject', code: 'ERR825', operation: 'remove' })
      }
    },
  }
}
