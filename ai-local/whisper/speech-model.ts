import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../core/errors.ts'
import { readModelHeader } from '../../core/model-file/model-header.ts'
import { releasedShapes } from '../../core/model-file/speech-shape.ts'

/** A model file in whisper.cpp's format, as far as its header describes it. */
export interface SpeechModel {
  path: string
  /** File name without `ggml-` and the ending. */
  name: string
  /** Window of the encoder, in ms: 30000 for released Whisper models. */
  windowMs: number
  /**
   * The longest utterance to hand over: the window less a margin for the decoder's last timestamp.
   */
  maxUtteranceMs: number
  /** Threads beyond these cost more than they bring. */
  mostThreads: number
}

const HEADER_BYTES = 4 + 11 * 4
const MS_PER_CONTEXT_STEP = 20

/**
 * Reads what a speech model is from its header.
 * @throws {AppError} `engine_unavailable` when the file is missing or no model
 */
export async function readSpeechModel(path: string): Promise<SpeechModel> {
  const header = readModelHeader(await readHeader(path))
  if (header?.format !== 'whisper') throw notAModel(path)
  const { audioContext, audioState } = header.shape
  const { tiny } = releasedShapes
  const windowMs = audioContext * MS_PER_CONTEXT_STEP
  return {
    path,
    name: basename(path)
      .replace(/^ggml-/, '')
      .replace(/\.(bin|gguf)$/, ''),
    windowMs,
    maxUtteranceMs: windowMs - (windowMs >= 20_000 ? 2000 : 500),
    mostThreads: audioState < tiny.audioState ? 1 : Number.POSITIVE_INFINITY,
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
