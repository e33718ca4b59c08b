/**
 * The whole way once: sound is sent as a browser sends it, is kept durably, and comes back as
 * words.
 */
import type { Check } from '../check.ts'

const STEPS = {
  start: 'a service of its own for the trial did not start',
  sound: 'the sound was not taken',
  durable: 'the sound was taken and is not on the disk',
  transcript: 'no text came of it',
} as const

export const soundPath: Check = {
  id: 'speech.path',
  title: 'sound to text',
  probe: true,
  async run(host) {
    if (host.settings.speechEngine === 'off')
      return { severity: 'info', what: 'speech is switched off' }
    const facts = await host.soundPath()
    if (!facts)
      return { severity: 'info', what: 'not tried: no speech model, or no runtime that works' }
    const { failedAt, reason, words, tookMs } = facts
    if (failedAt === null)
      return {
        severity: 'ok',
        what: `a clip came back as ${words} words after ${(tookMs / 1000).toFixed(1)} s`,
      }
    return {
      severity: 'error',
      what: `A clip did not come back as words: ${STEPS[failedAt]} (${reason}).`,
      why: 'A visit would go the same way.',
      fix:
        failedAt === 'transcript'
          ? 'svcctl model verify'
          : 'svcctl serve --log-level debug   # stop the service first; its log says what fails',
    }
  },
}
