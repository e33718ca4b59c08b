/** A storage that does not answer may not hold the sound up for longer. */
const STORED_WITHIN_MS = 2000

/** False when it is late. */
export function storedInTime(work: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), STORED_WITHIN_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
