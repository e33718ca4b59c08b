/**
 * Runs on the browser's audio thread: mixes to mono, brings it to 16 kHz, cuts frames of 250 ms, measures loudness, and notices
 * silence that stands for lost sound.
 */
import { filledSilence } from './filled-silence.ts'
import { CAPTURE_PROCESSOR, type CaptureCommand, type CaptureMessage } from './messages.ts'
import { type Resampler, resampler } from './resampler.ts'

// What the audio thread offers; the DOM library does not declare it.
declare const sampleRate: number
declare function registerProcessor(name: string, processor: unknown): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

const FRAME_SAMPLES = 4000

class CaptureProcessor extends AudioWorkletProcessor {
  capturing = false
  resample: Resampler = resampler(sampleRate)
  frame = new Int16Array(FRAME_SAMPLES)
  count = 0
  /** Samples of the running frame, at the sound card's rate, that stand for lost sound. */
  filled = 0
  meter = loudness(sampleRate / 20)
  findFilled = filledSilence(sampleRate)

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<CaptureCommand>) => {
      if (data === 'start') this.begin()
      else this.end()
    }
  }

  begin() {
    this.resample = resampler(sampleRate)
    this.count = 0
    this.filled = 0
    this.capturing = true
  }

  end() {
    this.capturing = false
    if (this.count > 0) this.postFrame(this.frame.slice(0, this.count))
    this.post({ type: 'stopped' })
  }

  process(inputs: Float32Array[][]): boolean {
    const input = inputs[0]
    if (!input?.[0]) return true
    const mono = mix(input)
    const level = this.meter(mono)
    if (level) this.post({ type: 'level', ...level })
    // The clock runs while nothing is kept too, or the first call after a start would look late.
    const filled = this.findFilled(mono, Date.now())
    if (!this.capturing) return true
    this.filled += filled
    this.keep(this.resample.push(mono))
    return true
  }

  keep(samples: Float32Array) {
    for (const sample of samples) {
      this.frame[this.count++] = Math.round(Math.max(-1, Math.min(1, sample)) * 32767)
      if (this.count === FRAME_SAMPLES) this.postFrame(this.frame)
    }
  }

  postFrame(samples: Int16Array) {
    this.post({ type: 'frame', samples, filledMs: (this.filled * 1000) / sampleRate })
    this.frame = new Int16Array(FRAME_SAMPLES)
    this.count = 0
    this.filled = 0
  }

  post(message: CaptureMessage) {
    this.port.postMessage(message, message.type === 'frame' ? [message.samples.buffer] : [])
  }
}

registerProcessor(CAPTURE_PROCESSOR, CaptureProcessor)

function mix(channels: Float32Array[]): Float32Array {
  const [first, ...others] = channels
  if (others.length === 0) return first!
  return first!.map((sample, i) =>
    others.reduce((sum, channel) => sum + channel[i]! / channels.length, sample / channels.length),
  )
}

/** Feeds on blocks; answers once per `window` samples. */
function loudness(window: number) {
  let squares = 0
  let peak = 0
  let count = 0
  return (samples: Float32Array) => {
    for (const sample of samples) {
      squares += sample * sample
      peak = Math.max(peak, Math.abs(sample))
    }
    count += samples.length
    if (count < window) return undefined
    const level = { rms: Math.sqrt(squares / count), peak }
    squares = peak = count = 0
    return level
  }
}
