import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError } from '../../core/errors.ts'

export const DEMO_MODEL_FILE = 'ggml-demo-pt.bin'
const SHA256 = '221eb4594b5ba5428ec87ffac2d2f4a72ddd9190c4d5e2f71731a7e222260e91'

/**
 * Unpacks the demonstration speech model that comes with the product into the models folder, once.
 * @param packedPath `ggml-demo-pt.bin.gz`
 * @returns the model's path
 * @throws {AppError} `model_damaged` when what came along is not what was shipped
 */
export async function installDemoModel({
  modelsDir,
  packedPath,
}: {
  modelsDir: string
  packedPath: string
}): Promise<string> {
  const target = join(modelsDir, DEMO_MODEL_FILE)
  if ((await digestOf(target)) === SHA256) return target

  const model = await promisify(gunzip)(await readFile(packedPath)).catch((cause: unknown) => {
    throw damaged(cause)
  })
  if (createHash('sha256').update(model).digest('hex') !== SHA256) throw damaged()
  // Perhaps the data folder with it: the first thing that `svcctl init` makes.
  await mkdir(modelsDir, { recursive: true, mode: 0o700 })
  await removeAbandoned(modelsDir)
  const part = `${target}.${process.pid}-${randomUUID()}.part`
  try {
    const file = await open(part, 'w')
    try {
      await file.writeFile(model)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, target)
  } finally {
    await rm(part, { force: true })
  }
  return target
}

/** What unpacking left that was killed. */
async function removeAbandoned(modelsDir: string): Promise<void> {
  for (const name of await readdir(modelsDir)) {
    const [, pid] = PART.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(modelsDir, name), { force: true })
  }
}

const PART = /^ggml-demo-pt\.bin\.(\d+)-[0-9a-f-]{36}\.part$/

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function digestOf(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return hash.digest('hex')
}

function damaged(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'model_damaged',
    'O modelo de fala de demonstração está danificado. Reinstale o produto.',
    { cause },
  )
}
