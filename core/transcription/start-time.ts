/** Elapsed recorded time as `MMm SSs`; minutes go on past 59 (spec §2.1). */
export function startTime(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  const [mm, ss] = [Math.floor(seconds / 60), seconds % 60].map((n) => String(n).padStart(2, '0'))
  return `${mm}m ${ss}s`
}
