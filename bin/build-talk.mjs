/**
 * Writes what people say in the labelled consultations (bin/tools/generate/sorter-visits) into one
 * file, a turn a line and an empty line between visits: the recognizer's table of words is counted
 * from it. Visits in its folders `counted` and `unseen` stay out: what learns is measured by them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export function buildTalk({ root, outDir }) {
  const folder = join(root, 'bin/tools/generate/sorter-visits')
  const visits = readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => talkOf(readFileSync(join(folder, file), 'utf8')))
  writeFileSync(join(outDir, 'talk.txt.gz'), gzipSync(visits.join('\n\n'), { level: 9 }))
}

function talkOf(visit) {
  return visit
    .split('\n')
    .flatMap((line) => /^[A-Z]: (.*)$/.exec(line)?.[1] ?? [])
    .map((turn) =>
      turn
        .replace(/\[[^\][]*\]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .join('\n')
}
