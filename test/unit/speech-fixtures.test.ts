import test from 'ava'
import { readSpokenVisit } from '../helpers/speech-fixtures.ts'

for (const name of ['visita', 'teleconsulta'] as const) {
  test(`${name}: every turn is heard on its channel and at its time, and its end is quiet`, async (t) => {
    const { channels, turns } = await readSpokenVisit(name)
    for (const { channel, start_ms, end_ms, text } of turns) {
      const sound = channels[channel]!
      t.true(level(sound, start_ms, start_ms + 250) > 200, `${text}: begins`)
      t.true(level(sound, end_ms - 250, end_ms) > 100, `${text}: ends`)
      t.true(level(sound, end_ms + 100, end_ms + 250) < 100, `${text}: is followed by a pause`)
    }
  })
}

test('visita: a pause of four seconds precedes one answer, and another is a single word', async (t) => {
  const { turns } = await readSpokenVisit('visita')
  const pauses = turns.slice(1).map(({ start_ms }, index) => start_ms - turns[index]!.end_ms)
  t.true(Math.max(...pauses) > 3900)
  t.true(turns.some(({ text }) => text === 'Não.'))
})

test('teleconsulta: the channel of the one who listens is quiet', async (t) => {
  const { channels, turns } = await readSpokenVisit('teleconsulta')
  t.deepEqual([...new Set(turns.map(({ channel }) => channel))], [0, 1])
  for (const { channel, start_ms, end_ms } of turns) {
    const [own, other] = [channels[channel]!, channels[1 - channel]!]
    t.true(level(own, start_ms, end_ms) > 20 * level(other, start_ms, end_ms))
  }
})

/** Root mean square. */
function level(sound: Int16Array, fromMs: number, toMs: number): number {
  const part = sound.subarray(fromMs * 16, toMs * 16)
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length)
}
