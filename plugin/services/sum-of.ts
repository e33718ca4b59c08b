/** Without `reduce`, which old libraries put something else into the place of. */
export function sumOf<T>(list: Iterable<T>, measure: (one: T) => number): number {
  let sum = 0
  for (const one of list) sum += measure(one)
  return sum
}
