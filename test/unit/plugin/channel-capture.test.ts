import test from 'ava'
import { channelCapture, FRAME_SAMPLES } from '../../../plugin/worklet/channel-capture.ts'
import { resampler } from '../../../plugin/worklet/resampler.ts'

const RATE_HZ = 44_100
const block = (level: number) => new Float32Array(128).fill(level)

test('frames are full, and no sample is lost or doubled between two of them', (t) => {
  const { push, take } = channelCapture(RATE_HZ, resampler(RATE_HZ))
  const direct = resampler(RATE_HZ)
  const expected: number[] = []
  const got: number[] = []
  for (let i = 0; i < 1000; i++) {
    const sound = Float32Array.from({ length: 128 }, (_, k) => Math.sin((i * 128 + k) / 9) / 2)
    expected.push(...direct.push(sound))
    if (!push(sound)) continue
    const { samples } = take()!
    t.is(samples.length, FRAME_SAMPLES)
    got.push(...samples)
  }
  got.push(...take()!.samples)
  t.deepEqual(
    got,
    expected.map((sample) => Math.round(sample * 32_767)),
  )
  t.is(take(), undefined)
})

test('a second channel that joins in the middle of a recording has frames as long as the first', (t) => {
  const microphone = channelCapture(RATE_HZ, resampler(RATE_HZ))
  for (let i = 0; i < 77; i++) if (microphone.push(block(0.1))) microphone.take()
  microphone.take()
  const remote = channelCapture(RATE_HZ, microphone.twin())
  for (let i = 0; i < 500; i++) {
    const isFull = microphone.push(block(0.1))
    t.is(remote.push(block(0.2)), isFull)
    if (isFull) t.is(microphone.take()!.samples.length, remote.take()!.samples.length)
  }
  t.is(microphone.take()!.samples.length, remote.take()!.samples.length)
})
