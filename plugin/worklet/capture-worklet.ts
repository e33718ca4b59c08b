/**
 * Runs on the browser's audio thread: mixes each input to mono, brings it to 16 kHz, cuts frames of
 * 250 ms, measures loudness, and notices silence that stands for lost sound. Microphone and remote
 * side come in the same calls, so they share one clock.
 */
import { type ChannelCapture, channelCapture } from './channel-capture.ts'
import {
  CAPTURE_PROCESSOR,
  type CaptureCommand,
  type CaptureMessage,
  type Loudness,
} from './messages.ts'
import { resampler } from './resampler.ts'

// What the audio thread offers; the DOM library does not declare it.
declare const sampleRate: number
declare function registerProcessor(name: string, processor: unknown): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

/** What the audio thread hands over at once. */
const BLOCK = 128

class CaptureProcessor extends AudioWorkletProcessor {
  capturing = false
  isThere = true
  /** In samples of the sound card, of the frame at hand. */
  missing = 0
  microphone: ChannelCapture = channelCapture(sampleRate, resampler(sampleRate))
  remote: ChannelCapture | undefined
  meter = loudness(sampleRate / 20)
  remoteMeter = loudness(sampleRate / 20)
  remoteLevel: Loudness | undefined
  silence = new Float32Array(BLOCK)

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<CaptureCommand>) => {
      if (data.type === 'start') this.begin(data.channels)
      else if (data.type === 'add-remote') this.addRemote()
      else if (data.type === 'microphone') this.isThere = data.isThere
      else this.end()
    }
  }

  begin(channels: number) {
    this.microphone.clear(resampler(sampleRate))
    this.remote = undefined
    this.missing = 0
    if (channels === 2) this.addRemote()
    this.capturing = true
  }

  addRemote() {
    if (this.remote) return
    this.postFrame()
    this.remote = channelCapture(sampleRate, this.microphone.twin())
  }

  end() {
    this.capturing = false
    this.postFrame()
    this.post({ type: 'stopped' })
  }

  process(inputs: Float32Array[][]): boolean {
    const input = inputs[0]
    const heard = inputs[1]?.[0] ? mix(inputs[1]) : undefined
    if (this.isThere && !input?.[0]) return true
    const mono = this.isThere && input?.[0] ? mix(input) : this.silenceOf(heard?.length ?? BLOCK)
    if (!this.isThere) this.missing += mono.length
    this.measure(mono, heard)
    const now = Date.now()
    this.microphone.watch(mono, now)
    // What is not connected loses nothing.
    if (heard) this.remote?.watch(heard, now)
    if (this.capturing) this.keep(mono, heard ?? this.silenceOf(mono.length))
    return true
  }

  keep(mono: Float32Array, heard: Float32Array) {
    const isFull = this.microphone.push(mono)
    this.remote?.push(heard)
    if (isFull) this.postFrame()
  }

  measure(mono: Float32Array, heard: Float32Array | undefined) {
    this.remoteLevel = heard ? (this.remoteMeter(heard) ?? this.remoteLevel) : undefined
    const level = this.meter(mono)
    if (!level) return
    const remote = this.remoteLevel
    this.post({ type: 'level', ...level, ...(remote && { remote }) })
  }

  postFrame() {
    const frame = this.microphone.take()
    if (!frame) return
    const remote = this.remote?.take()
    const missingMs = (this.missing * 1000) / sampleRate
    this.missing = 0
    this.post({ type: 'frame', ...frame, missingMs, ...(remote && { remote }) })
  }

  post(message: CaptureMessage) {
    this.port.postMessage(message, message.type === 'frame' ? buffersOf(message) : [])
  }

  silenceOf(length: number): Float32Array {
    if (this.silence.length !== length) this.silence = new Float32Array(length)
    return this.silence
  }
}

registerProcessor(CAPTURE_PROCESSOR, CaptureProcessor)

function buffersOf({
  samples,
  remote,
}: Extract<CaptureMessage, { type: 'frame' }>): Transferable[] {
  return remote ? [samples.buffer, remote.samples.buffer] : [samples.buffer]
}

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
  return (samples: Float32Array): Loudness | undefined => {
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
