/**
 * What code, tests and documents cite by number (`spec §4.2`, `SPEC-GAPS 1.12`) has its heading in
 * docs/spec.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = 'bin core api ai-local plugin cli config models test docs .ci'.split(' ')
const TEXT = /\.(ts|tsx|mjs|css|html|sh|md|yml|yaml)$/

/** By the page: what a citation of it looks like, its numbers in the first group. */
const CITATIONS: Record<string, RegExp> = {
  'contract.md': /\b[Ss]pec(?:ification)?,? §(\d[\d.]*(?:(?:,| and| to|, and) §?\d[\d.]*)*)/g,
  'gaps.md': /\bSPEC-GAPS (C?\d[\d.]*(?:(?:,| and| to|, and) C?\d[\d.]*)*)/g,
  'design.md': /\bDESIGN §(\d[\d.]*(?:(?:,| and| to|, and) §?\d[\d.]*)*)/g,
  'network.md': /\bRNDS\.md §(\d[\d.]*(?:(?:,| and| to|, and) §?\d[\d.]*)*)/g,
  'runtimes.md': /\bAI-RUNTIME §(\d[\d.]*(?:(?:,| and| to|, and) §?\d[\d.]*)*)/g,
}
/** The same names in any other form: a citation that nobody can look up. */
const WITHOUT_NUMBER =
  /\b(?:SPEC-GAPS(?! C?\d)|SPEC(?:\.md)? ?§|DESIGN(?:\.md| §(?!\d))|RNDS\.md(?! §\d)|AI-RUNTIME(?! §\d)|STYLE(?:\.md)? ?§)/g

const files = [
  ...readdirSync(ROOT).filter((name) => TEXT.test(name)),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    ),
  ).filter((path) => TEXT.test(path)),
].filter((path) => path !== 'test/unit/citations.test.ts')

const texts = files.map((path) => ({ path, text: oneLine(readFileSync(join(ROOT, path), 'utf8')) }))

for (const [page, pattern] of Object.entries(CITATIONS))
  test(`every section of docs/spec/${page} that is cited is there`, (t) => {
    const headings = new Set(
      [
        ...readFileSync(join(ROOT, 'docs/spec', page), 'utf8').matchAll(/^#+ (C?\d+(?:\.\d+)*)/gm),
      ].map(([, number]) => number),
    )
    const cited = texts.flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].flatMap(([, list = '']) =>
        [...list.matchAll(/C?\d+(?:\.\d+)*/g)].map(([number]) => ({ path, number })),
      ),
    )
    t.true(cited.length > 3, 'citations are found')
    t.deepEqual(
      cited.filter(({ number }) => !headings.has(number)),
      [],
    )
  })

test('no page is cited without a number', (t) => {
  const found = texts.flatMap(({ path, text }) =>
    [...text.matchAll(WITHOUT_NUMBER)].map(([name]) => ({ path, name })),
  )
  t.deepEqual(found, [])
})

/** A comment may break within a citation. */
function oneLine(text: string): string {
  return text.replace(/\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g, ' ')
}
