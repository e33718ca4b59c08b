import test from 'ava'
import { microphoneHealth } from '../../../plugin/state/microphone-health.ts'

const SECOND = 4
const sound = Int16Array.from({ length: 4000 }, (_, at) => (at % 2 ? 20 : -20))
const zeros = new Int16Array(4000)

function world() {
  let dead = 0
  let heard = 0
  const health = microphoneHealth({
    changed() {},
    onDead() {
      dead++
    },
    onHeard() {
      heard++
    },
  })
  health.begin(false)
  const hear = (samples: Int16Array, seconds: number) => {
    let missing = 0
    for (let i = 0; i < seconds * SECOND; i++) missing += health.frame(samples)
    return missing
  }
  return { health, hear, dead: () => dead, heard: () => heard }
}

test('digital silence is reported within two seconds, and ends the input when it lasts', (t) => {
  const w = world()
  w.hear(sound, 1)
  t.is(w.hear(zeros, 1.25), 0)
  t.is(w.health.trouble, undefined)
  t.is(w.hear(zeros, 0.5), 0)
  t.is(w.health.trouble, 'zeros')
  t.is(w.hear(zeros, 8), 0)
  t.is(w.dead(), 0)
  t.is(w.hear(zeros, 0.25), 10_000, 'all of them were missing')
  t.is(w.hear(zeros, 1), 1000)
  t.is(w.dead(), 1)
  t.is(w.hear(sound, 1), 0)
  t.is(w.heard(), 1)
  t.is(w.health.trouble, undefined)
})

test('a muted headset with an offset, or whose last bit turns over, gives nothing either', (t) => {
  const offset = new Int16Array(4000).fill(-37)
  const lastBit = Int16Array.from({ length: 4000 }, (_, at) => (at % 3) - 1)
  for (const nothing of [offset, lastBit]) {
    const w = world()
    w.hear(sound, 1)
    t.is(w.hear(nothing, 1.75), 0)
    t.is(w.health.trouble, 'zeros')
    t.is(w.hear(nothing, 8.25), 10_000)
    t.is(w.dead(), 1)
  }
})

test('an input that never gave a sound is given up sooner', (t) => {
  const w = world()
  t.is(w.hear(zeros, 3), 3000)
  t.is(w.dead(), 1)
})

test('a short silence of a headset that suppresses noise is nothing', (t) => {
  const w = world()
  for (let i = 0; i < 5; i++) {
    w.hear(sound, 1)
    t.is(w.hear(zeros, 4), 0)
  }
  t.is(w.dead(), 0)
})

test('a muted microphone is reported at once, and all its sound counts as missing', (t) => {
  const w = world()
  w.hear(sound, 1)
  w.health.muted(true)
  t.is(w.health.trouble, 'muted')
  t.is(w.hear(zeros, 1.75), 1750)
  t.is(w.dead(), 0)
  t.is(w.hear(zeros, 1), 1000)
  t.is(w.dead(), 1)
  w.health.muted(false)
  t.is(w.health.trouble, undefined)
})
