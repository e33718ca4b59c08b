import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MirrorFolder } from '../../core/model-file/mirror-models.ts'
import { modelStore } from './model-store.ts'

/**
 * Copied as the models folder copies: through a part file, judged by the digest, never half there.
 */
export function mirrorFolder(folder: string, now: () => Date): MirrorFolder {
  const store = modelStore({ folder, now })
  return {
    async put({ file, path, sha256 }, options) {
      const here = await store.find(file)
      if (here && (await store.digest(here.path, options)) === sha256) return
      await store.copyIn({ file, sourcePath: path, sha256 }, options)
    },
    async write(file, text) {
      await mkdir(folder, { recursive: true })
      const path = join(folder, file)
      if ((await readFile(path, 'utf8').catch(() => null)) === text) return
      await writeFile(`${path}.new`, text)
      await rename(`${path}.new`, path)
    },
  }
}
