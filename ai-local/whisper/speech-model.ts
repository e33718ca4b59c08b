import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../core/errors.ts'

/** A model file in whisper.cpp's format, as far as its header tells. */
export interface SpeechModel {
  path: string
  /** File name without `ggml-` and the ending. */
  name: string
  /** The demonstration model, never for patients. */
  demo: boolean
  /** What the encoder hears at once, in ms: 30000 for released Whisper models. */
  windowMs: number
  /** The longest utterance to hand over: the window less a margin for the decoder's last timestamp. */
  maxUtteranceMs: number
  /** Whisper listens to half its text window of what it is told. The demonstration model was never taught to. */
  promptTokens: number
}

const MAGIC = 0x67676d6c
const HEADER_BYTES = 4 + 11 * 4
const MS_PER_CONTEXT_STEP = 20

/**
 * Reads what a speech model is from its header.
 * @throws {AppError} `engine_unavailable` when the file is missing or no model
 */
export async function readSpeechModel(path: string): Promise<SpeechModel> {
  const header = await readHeader(path)
  if (header.readUInt32LE(0) !== MAGIC) throw notAModel(path)
  const audioContext = header.readInt32LE(8)
  const audioState = header.readInt32LE(12)
  const textContext = header.readInt32LE(24)
  if (audioContext < 100 || audioContext > 1500) throw notAModel(path)
  const windowMs = audioContext * MS_PER_CONTEXT_STEP
  // Released models begin at a state of 384: this shape is ours alone.
  const demo = audioContext === 500 && audioState === 128
  return {
    path,
    name: basename(path)
      .replace(/^ggml-/, '')
      .replace(/\.(bin|gguf)$/, ''),
    demo,
    windowMs,
    maxUtteranceMs: windowMs - (windowMs >= 20_000 ? 2000 : 500),
    promptTokens: demo ? 0 : Math.min(224, Math.max(0, Math.floor(textContext / 2))),
  }
}

async function readHeader(path: string): Promise<Buffer> {
  const header = Buffer.alloc(HEADER_BYTES)
  try {
    const file = await open(path)
    try {
      const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0)
      if (bytesRead === HEADER_BYTES) return header
    } finally {
      await file.close()
    }
  } catch (cause) {
    throw notAModel(path, cause)
  }
  throw notAModel(path)
}

function notAModel(path: string, cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'engine_unavailable',
    `O modelo de fala "${basename(path)}" não existe ou não está no formato whisper.cpp.`,
    { cause },
  )
}
