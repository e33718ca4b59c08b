import test from 'ava'
import { startTime } from '../../../core/transcription/present-segment.ts'

const shows = test.macro({
  title: (_, ms, text) => `${ms} ms is ${text}`,
  exec(t, ms: number, text: string) {
    t.is(startTime(ms), text)
  },
})
test(shows, 0, '00m 00s')
test(shows, 999, '00m 00s')
test(shows, 61_500, '01m 01s')
test(shows, 59 * 60_000 + 59_999, '59m 59s')
test(shows, 75 * 60_000, '75m 00s')
test(shows, 125 * 60_000 + 3000, '125m 03s')
