import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TearDown {
  teardown(end: () => unknown): void
}

/** A folder of the test's own, gone at its end. */
export async function makeFolder(t: TearDown, prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
