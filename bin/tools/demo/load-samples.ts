import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SAMPLE, type Sample } from './sample.ts'

/**
 * Reads the scripts of the sample consultations; the sound of each lies beside it as `<slug>.ogg`.
 * @returns them in the order of the demo page
 * @throws {z.ZodError} when a script is broken; the file system's error when the folder cannot be
 * read
 */
export async function loadSamples(samplesDir: string): Promise<Sample[]> {
  const files = (await readdir(samplesDir)).filter((name) => name.endsWith('.json'))
  const samples = await Promise.all(
    files.map(async (name) =>
      SAMPLE.parse(JSON.parse(await readFile(join(samplesDir, name), 'utf8'))),
    ),
  )
  return samples.sort((one, other) => one.order - other.order)
}
