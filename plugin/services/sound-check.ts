/**
 * "Testar microfone": five seconds are recorded and played back (SPEC-GAPS 2.4). They stay in
 * memory, and nothing but this page ever hears them. Played through the audio context, since a
 * host's Content-Security-Policy may forbid sound from a blob.
 */
import { type InputOptions, MicrophoneError, openInput, stopTracks } from './open-input.ts'

export interface SoundCheck {
  /** Resolves when it has been played, or was stopped. @throws {MicrophoneError} */
  run(options: InputOptions): Promise<void>
  stop(): void
}

interface Deps {
  /** Share of full scale, twenty times a second while it listens. */
  onPeak(peak: number): void
  onPlaying(): void
}

const RECORD_MS = 5000
const PEAK_EVERY_MS = 50

export function soundCheck({ onPeak, onPlaying }: Deps): SoundCheck {
  let end = new AbortController()

  async function run(options: InputOptions) {
    end.abort()
    end = new AbortController()
    const { signal } = end
    const stream = await openInput(options)
    const context = new AudioContext()
    try {
      if (signal.aborted) return
      const recorded = await record(context, stream, signal)
      stopTracks(stream)
      if (signal.aborted) return
      onPlaying()
      await play(context, await context.decodeAudioData(recorded), signal)
    } catch (cause) {
      throw cause instanceof MicrophoneError ? cause : new MicrophoneError('worklet', { cause })
    } finally {
      stopTracks(stream)
      await context.close()
    }
  }

  async function record(context: AudioContext, stream: MediaStream, signal: AbortSignal) {
    const analyser = new AnalyserNode(context, { fftSize: 2048 })
    context.createMediaStreamSource(stream).connect(analyser)
    const block = new Float32Array(analyser.fftSize)
    const meter = setInterval(() => {
      analyser.getFloatTimeDomainData(block)
      let peak = 0
      for (const sample of block) peak = Math.max(peak, Math.abs(sample))
      onPeak(peak)
    }, PEAK_EVERY_MS)
    const recorder = new MediaRecorder(stream)
    const pieces: Blob[] = []
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve
    })
    recorder.start()
    await passed(RECORD_MS, signal)
    clearInterval(meter)
    if (recorder.state !== 'inactive') recorder.stop()
    await stopped
    return new Blob(pieces).arrayBuffer()
  }

  return { run, stop: () => end.abort() }
}

async function play(context: AudioContext, sound: AudioBuffer, signal: AbortSignal) {
  const source = new AudioBufferSourceNode(context, { buffer: sound })
  source.connect(context.destination)
  const ended = new Promise((resolve) => {
    source.onended = resolve
  })
  signal.addEventListener('abort', () => source.stop(), { once: true })
  source.start()
  await ended
}

/** Or until it is stopped. */
function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
