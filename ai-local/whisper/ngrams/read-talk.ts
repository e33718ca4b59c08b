import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** @returns the talk of each consultation (`bin/build-talk.mjs`), a turn a line */
export async function readTalk(path: string): Promise<string[]> {
  return (await promisify(gunzip)(await readFile(path))).toString('utf8').split('\n\n')
}
