/** The check digit that CPF and CNPJ share: the weighted sum modulo 11, taken from 11; 0 and 1 both give 0. */
export function modulo11Digit(values: readonly number[], weights: readonly number[]): number {
  const rest = weightedSum(values, weights) % 11
  return rest < 2 ? 0 : 11 - rest
}

/** Of as many values as there are weights. */
export function weightedSum(values: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (values[index] ?? 0), 0)
}
