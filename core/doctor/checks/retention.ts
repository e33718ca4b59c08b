import type { Check } from '../check.ts'

const WHY = 'Data without a reason to be kept is data that can leak (LGPD, art. 15 and 16).'

/**
 * Whether what is over its time goes: overdue things, a clock that jumped, sound that waits for a
 * text that never comes.
 */
export const retentionRuns: Check = {
  id: 'retention.overdue',
  title: 'retention',
  async run(host) {
    const facts = await host.retention()
    if (!facts) return { severity: 'ok', what: 'nothing is kept yet' }
    if (facts.refused !== null)
      return {
        severity: 'error',
        what: facts.refused,
        why: 'The service does not start with rules that contradict each other.',
        fix: 'svcctl config show',
      }
    const { overdue, held, stuckSounds, waitsUntil } = facts
    if (waitsUntil)
      return {
        severity: 'warning',
        what: `The clock jumped: nothing is erased by itself until ${waitsUntil.toISOString()}.`,
        why: 'A wrong clock would make everything overdue at once. If the clock is right, this erases what is due.',
        fix: 'svcctl retention run --dry-run',
      }
    if (overdue > 0)
      return {
        severity: 'warning',
        what: `${overdue} things are over their time by more than two days.`,
        why: WHY,
        fix: 'svcctl retention run',
      }
    if (stuckSounds > 0)
      return {
        severity: 'warning',
        what: `The sound of ${stuckSounds} recordings waits for a final transcript for more than two days, and is kept until there is one.`,
        why: WHY,
        fix: 'svcctl retention show',
      }
    return {
      severity: 'ok',
      what: held === 0 ? 'nothing is overdue' : `nothing is overdue; legal holds keep ${held}`,
    }
  },
}
