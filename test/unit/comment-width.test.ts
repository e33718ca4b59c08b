/** Comments are at most 100 columns wide, as code is (CONTRIBUTING). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['bin', 'core', 'api', 'ai-local', 'plugin', 'cli', 'config', 'models', 'test']
const MOST = 100
const COMMENT = /^\s*(?:\/\/|\/\*|\*)/
/** Columns that are aligned, one address, an order to the linter, a line of a template. */
const MAY_BE_WIDER = /\S\s{3,}\S|^\s*\* \S+$|biome-ignore|GGML_CUDA/
/** Comments that they write into what they generate are lines of text here. */
const WRITE_COMMENTS = join('bin', 'tools', 'generate')

test('comments are at most 100 columns wide', (t) => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    ),
  ).filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !path.startsWith(WRITE_COMMENTS))
  t.true(files.length > 2000)
  const wide = files.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    if (/written by .{0,3}bin\/tools\/generate/.test(text.slice(0, 400))) return []
    return text
      .split('\n')
      .flatMap((line, at) =>
        line.length > MOST && COMMENT.test(line) && !MAY_BE_WIDER.test(line)
          ? [`${path}:${at + 1}`]
          : [],
      )
  })
  t.deepEqual(wide, [])
})
