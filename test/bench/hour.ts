/**
 * An hour of talk, one file, through the service with the model in the box (DESIGN §11): the
 * spoken visits of the evaluation set and of the demonstration, one after the other, again from
 * the first when they are at their end. Beside it the bare runtime, which gets the same sound
 * cut into its utterances.
 */
import { open, readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { decodeFile } from '../../ai-local/audio/decode-file.ts'
import { readSpeechModel } from '../../ai-local/whisper/speech-model.ts'
import { boxModelPath, compiledRuntime, root } from '../helpers/speech.ts'
import { teardowns } from './figures.ts'
import { cutUtterances, type Measured, runBare, runService } from './transcription-run.ts'

const RATE = 16_000
const HOUR = 3600 * RATE
const FOLDERS = ['config/evaluation/sound', 'bin/tools/demo/samples']

export async function benchHour() {
  const after = teardowns()
  const t = { ...after, log() {}, pass() {}, fail() {} } as unknown as ExecutionContext
  const runtime = await compiledRuntime(t)
  if (!runtime) return { skipped: 'no compiler for the speech runtime' }
  const model = await readSpeechModel(boxModelPath)
  const setting = { binary: runtime.path, model, threads: availableParallelism() }
  const sound = await readHour()
  const service = await runService(t, sound, setting)
  const utterances = await cutUtterances(t, sound, model.maxUtteranceMs)
  const bare = await runBare(utterances, setting)
  await after.run()
  const ratio = (of: keyof Measured) => Number((service[of] / bare[of]).toFixed(2))
  return {
    model: model.name,
    threads: setting.threads,
    utterances: utterances.length,
    service,
    bareUtterances: bare,
    wallToUtterances: ratio('wallMs'),
    processorToUtterances: ratio('cpuMs'),
    secondLookShare: Number((service.secondLookMs / service.cpuMs).toFixed(2)),
  }
}

async function readHour(): Promise<Int16Array> {
  const hour = new Int16Array(HOUR)
  const paths = (await Promise.all(FOLDERS.map(listSounds))).flat()
  let at = 0
  for (let i = 0; at < HOUR; i = (i + 1) % paths.length) {
    const visit = (await decode(paths[i]!)).subarray(0, HOUR - at)
    hour.set(visit, at)
    at += visit.length
  }
  return hour
}

async function listSounds(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder))
  return names
    .filter((name) => name.endsWith('.ogg'))
    .sort()
    .map((name) => join(root, folder, name))
}

async function decode(path: string): Promise<Int16Array> {
  await using file = await open(path)
  const { size: sizeBytes } = await file.stat()
  const parts: Int16Array[] = []
  await decodeFile({
    sizeBytes,
    read: async (from, to) => {
      const bytes = Buffer.alloc(to - from)
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
      return bytes.subarray(0, bytesRead)
    },
    write: async ([samples]) => {
      parts.push(samples!.slice())
    },
    maxSamples: HOUR,
    channels: 1,
  })
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
