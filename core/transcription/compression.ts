/**
 * How much shorter a text becomes when what it repeats is pointed at instead of written again:
 * Whisper's own sign of a loop, computed as deflate would (a greedy search for repeats of four
 * letters and more). Speech stays below 2; from 2.4 on a text goes in circles.
 */
export function compressionRatio(text: string): number {
  if (text.length === 0) return 1
  const places = new Map<string, number[]>()
  let bits = OVERHEAD_BITS
  for (let at = 0; at < text.length; ) {
    const length = longestBefore(text, at, places.get(text.slice(at, at + SHORTEST)) ?? [])
    const step = length >= SHORTEST ? length : 1
    bits += length >= SHORTEST ? REPEAT_BITS : LETTER_BITS
    for (let i = at; i < at + step; i++) {
      const key = text.slice(i, i + SHORTEST)
      const known = places.get(key)
      if (known) known.push(i)
      else places.set(key, [i])
    }
    at += step
  }
  return (text.length * 8) / bits
}

const SHORTEST = 4
/** Fixed by what zlib makes of spoken Portuguese; the test compares. */
const LETTER_BITS = 6.6
const REPEAT_BITS = 18
const OVERHEAD_BITS = 11 * 8

function longestBefore(text: string, at: number, places: readonly number[]): number {
  let best = 0
  for (const place of places) {
    let length = 0
    // It may run into itself: a letter eight times over is one letter and one repeat of seven.
    while (at + length < text.length && text[place + length] === text[at + length]) length++
    best = Math.max(best, length)
  }
  return best
}
