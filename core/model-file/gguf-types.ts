/** The types of values in a GGUF file, by their numbers there. */
export const STRING = 8
export const ARRAY = 9
/** Bytes of the others. */
export const WIDTHS: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
}
