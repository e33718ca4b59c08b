interface Prediction {
  /** Of a sample, in bits. */
  width: number
  /** Adapted while it runs; null: each sample leads to the next. */
  weights: Int32Array | null
  shift: number
}

/** From residuals to samples: each stands beside what the ones before it lead to. */
export function predict(residuals: Int32Array, { width, weights, shift }: Prediction): Int32Array {
  const unused = 32 - width
  const fitted = (value: number) => (value << unused) >> unused
  const order = weights?.length ?? 31
  const samples = Int32Array.from(residuals)
  if (weights && order === 0) return samples
  const isPlain = !weights || order === 31
  const warm = isPlain ? samples.length : Math.min(order + 1, samples.length)
  for (let i = 1; i < warm; i++) samples[i] = fitted(samples[i - 1]! + residuals[i]!)
  if (isPlain) return samples

  const rounding = shift > 0 ? 1 << (shift - 1) : 0
  for (let i = order + 1; i < samples.length; i++) {
    const base = samples[i - order - 1]!
    const first = i - order
    let sum = 0
    for (let j = 0; j < order; j++) sum += (samples[first + j]! - base) * weights[j]!
    let residual = residuals[i]!
    samples[i] = fitted(((sum + rounding) >> shift) + base + residual)
    const sign = Math.sign(residual)
    for (let j = 0; j < order && residual * sign > 0; j++) {
      const difference = base - samples[first + j]!
      const turn = Math.sign(difference) * sign
      weights[j]! -= turn
      residual -= ((difference * turn) >> shift) * (j + 1)
    }
  }
  return samples
}
