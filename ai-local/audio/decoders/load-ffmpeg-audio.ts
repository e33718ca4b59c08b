/**
 * Loads audio-file-decoder in Node. The package is an ES module that does not say so, and asks for
 * two names of CommonJS; so its text is imported with these in front. Its WebAssembly is handed
 * over as a data address, since it fetches it.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Sound } from '../sound.ts'

/** Decodes a whole small file. */
export type DecodeWhole = (file: Uint8Array) => Promise<Sound>

interface FfmpegAudio {
  getAudioDecoder(wasm: string, file: ArrayBuffer): Promise<FfmpegDecoder>
}

interface FfmpegDecoder {
  readonly sampleRate: number
  readonly channelCount: number
  decodeAudioData(
    startS: number,
    durationS: number,
    options: { multiChannel: boolean },
  ): Float32Array
  dispose(): void
}

export async function loadFfmpegAudio(): Promise<DecodeWhole> {
  const require = createRequire(import.meta.url)
  const source = readFileSync(require.resolve('audio-file-decoder'), 'utf8')
  const names = `import { createRequire } from 'node:module'
const require = createRequire(${JSON.stringify(import.meta.url)})
const __dirname = ''
`
  const { getAudioDecoder } = (await import(
    toDataUrl('text/javascript', names + source)
  )) as FfmpegAudio
  const wasm = toDataUrl(
    'application/wasm',
    readFileSync(require.resolve('audio-file-decoder/decode-audio.wasm')),
  )

  return async (file) => {
    const decoder = await withoutNewListeners(() =>
      getAudioDecoder(wasm, Uint8Array.from(file).buffer),
    )
    try {
      const { channelCount, sampleRate } = decoder
      const mixed = decoder.decodeAudioData(0, -1, { multiChannel: true })
      return { channels: separated(mixed, channelCount), sampleRateHz: sampleRate }
    } finally {
      decoder.dispose()
    }
  }
}

function separated(mixed: Float32Array, count: number): Float32Array[] {
  return Array.from({ length: count }, (_, channel) =>
    Float32Array.from(
      { length: Math.floor(mixed.length / count) },
      (_, i) => mixed[i * count + channel]!,
    ),
  )
}

/** Every instance would leave listeners on `process` that keep its memory for ever. */
async function withoutNewListeners<T>(load: () => Promise<T>): Promise<T> {
  const events = ['uncaughtException', 'unhandledRejection'] as const
  const before = events.map((event) => process.listeners(event as 'exit'))
  try {
    return await load()
  } finally {
    for (const [i, event] of events.entries())
      for (const listener of process.listeners(event as 'exit'))
        if (!before[i]!.includes(listener)) process.off(event, listener as () => void)
  }
}

function toDataUrl(type: string, content: string | Uint8Array): string {
  return `data:${type};base64,${Buffer.from(content).toString('base64')}`
}
