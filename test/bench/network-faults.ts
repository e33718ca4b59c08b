import { type Fault, type FaultReport, visitUnderFaults } from '../helpers/network-faults.ts'
import { teardowns } from './figures.ts'

/** In turns; a flapping line most of the time. */
const ROUND: readonly Fault[] = ['cut', 'hang', 'cut', 'kill', 'cut', 'reload', 'cut', 'other-tab']

export interface NetworkFaultFigures extends FaultReport {
  speed: number
  /** Both channels on the disk, sample by sample, are what was handed to the page. Must be true. */
  equal: boolean
}

/**
 * A teleconsultation of half an hour in a browser, with a fault every minute of it (DESIGN §5.1).
 */
export async function benchNetworkFaults({
  minutes = 30,
  speed = 20,
} = {}): Promise<NetworkFaultFigures> {
  const ends = teardowns()
  const faults = Array.from({ length: minutes }, (_, i) => ROUND[i % ROUND.length]!)
  try {
    const plan = { minutes, speed, faults, faultMs: 1500, tokenLifeS: 20 }
    const report = await visitUnderFaults(ends, plan)
    return { ...report, speed, equal: report.channels.every(({ equal }) => equal) }
  } finally {
    await ends.run()
  }
}
