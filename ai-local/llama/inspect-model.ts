import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { AppError } from '../../core/errors.ts'

const MAGIC = Buffer.from('GGUF')
const READ_BYTES = 4 * 1024 * 1024

/**
 * Looks at a model file before anything native reads it: a truncated or foreign file makes
 * llama.cpp fail in ways that tell nothing (AI-RUNTIME §4). Reads the whole file when its digest is
 * wanted.
 * @throws {AppError} `model_missing`, `model_not_gguf`; `model_corrupt` when the digest is not the
 * expected one
 */
export async function inspectGguf(
  path: string,
  { sha256: expected = null }: { sha256?: string | null } = {},
): Promise<{ sizeBytes: number; sha256: string }> {
  const { sizeBytes } = await checkFormat(path)
  const sha256 = await digest(path)
  if (expected !== null && sha256 !== expected.toLowerCase())
    throw new AppError(
      'unavailable',
      'model_corrupt',
      'O arquivo do modelo de linguagem está danificado: instale-o de novo.',
    )
  return { sizeBytes, sha256 }
}

/** Only that it is there and says it is a GGUF. @throws as `inspectGguf` */
export async function checkFormat(path: string): Promise<{ sizeBytes: number }> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile())
    throw new AppError(
      'unavailable',
      'model_missing',
      'O arquivo do modelo de linguagem não foi encontrado.',
    )
  if (!(await startsWithMagic(path)))
    throw new AppError(
      'unavailable',
      'model_not_gguf',
      'O arquivo do modelo de linguagem não é um GGUF.',
    )
  return { sizeBytes: info.size }
}

async function startsWithMagic(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.equals(MAGIC)
  } finally {
    await file.close()
  }
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES }))
    hash.update(chunk)
  return hash.digest('hex')
}
