/**
 * Writes what people say in consultations (bin/tools/generate: `sorter-visits`, `talk`) into one
 * file, a turn a line and an empty line between visits: the recognizer's table of words and the
 * search for misheard words are counted from it. The labelled visits in `counted` and `unseen` stay
 * out: what learns is measured by them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export function buildTalk({ root, outDir }) {
  const generate = join(root, 'bin/tools/generate')
  const visits = [
    ...textsIn(join(generate, 'sorter-visits')).map(talkOf),
    ...textsIn(join(generate, 'talk')).flatMap((text) => text.trim().split(/\n{2,}/)),
  ]
  writeFileSync(join(outDir, 'talk.txt.gz'), gzipSync(visits.join('\n\n'), { level: 9 }))
}

function textsIn(folder) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}

/** Turns of a labelled visit, without their labels. */
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
