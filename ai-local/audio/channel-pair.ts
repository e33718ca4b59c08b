/** What two channels have to do with each other. A constant voltage (DC) on either is left out. */

export interface PairFacts {
  /** Mean squares. */
  power: number
  otherPower: number
  /** −1 to 1, at the same moment. */
  correlation: number
}

export function describePair(one: Float32Array, other: Float32Array): PairFacts {
  const [mean, otherMean] = [meanOf(one), meanOf(other)]
  let [power, otherPower, product] = [0, 0, 0]
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i]! - mean, other[i]! - otherMean]
    power += a * a
    otherPower += b * b
    product += a * b
  }
  const scale = Math.sqrt(power * otherPower)
  return {
    power: power / one.length,
    otherPower: otherPower / one.length,
    correlation: scale > 0 ? product / scale : 0,
  }
}

/** Speech keeps its shape at a quarter of the rate, and sixteen times less work is done. */
const STEP = 4
/** 20 ms: seven metres of air. */
const MOST_LAG = 80

/** The time by which one channel is most like the other, or its opposite. */
export function bestLag(one: Float32Array, other: Float32Array): { correlation: number } {
  const [a, b] = [coarse(one), coarse(other)]
  const scale = Math.sqrt(sumOfSquares(a) * sumOfSquares(b))
  let best = 0
  if (scale === 0) return { correlation: 0 }
  for (let lag = -MOST_LAG; lag <= MOST_LAG; lag++) {
    let product = 0
    const from = Math.max(0, -lag)
    const to = Math.min(a.length, b.length - lag)
    for (let i = from; i < to; i++) product += a[i]! * b[i + lag]!
    if (Math.abs(product) > Math.abs(best)) best = product
  }
  return { correlation: best / scale }
}

function coarse(samples: Float32Array): Float32Array {
  const mean = meanOf(samples)
  return Float32Array.from({ length: Math.floor(samples.length / STEP) }, (_, i) => {
    let sum = 0
    for (let k = i * STEP; k < (i + 1) * STEP; k++) sum += samples[k]! - mean
    return sum
  })
}

function sumOfSquares(samples: Float32Array): number {
  return samples.reduce((sum, one) => sum + one * one, 0)
}

function meanOf(samples: Float32Array): number {
  return samples.reduce((sum, one) => sum + one, 0) / Math.max(1, samples.length)
}
