/** The decisions: their index, the form of each file, and who cites them by number. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = 'docs/decisions'
const CODE = 'bin core api ai-local plugin cli config models test .ci'.split(' ')
const CITING = /\.(?:ts|tsx|mjs|cjs|css|html|sh|md|yml|yaml)$/
const PARTS = ['Context', 'Choice', 'Alternatives', 'Consequence']
const SIZE_BYTES = { least: 800, most: 3_000, all: 60 * 1024 }

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path),
  )

const names = readdirSync(join(ROOT, FOLDER)).filter((name) => name !== 'README.md')
const decisions = names.toSorted().map((name) => ({ name, text: read(join(FOLDER, name)) }))
const index = read(join(FOLDER, 'README.md'))
const citing = whatMayCite()

test('a decision is a file named after its number, and numbers have no gap', (t) => {
  t.true(decisions.length > 40 && decisions.length <= 45)
  decisions.forEach(({ name, text }, at) => {
    t.regex(name, /^\d{3}-[a-z0-9-]+\.md$/)
    t.is(Number(name.slice(0, 3)), at + 1, name)
    t.true(text.startsWith(`# ${at + 1}. `), `${name} begins with its number and title`)
  })
})

test('the index names each decision once, by its title, under an area and in order', (t) => {
  const rows = [...index.matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title, name]) => ({
    name,
    title,
  }))
  const titled = decisions.map(({ name, text }) => ({ name, title: titleOf(text) }))
  t.deepEqual(
    rows.toSorted((one, other) => (`${one.name}` < `${other.name}` ? -1 : 1)),
    titled,
  )
  for (const area of index.split('\n## ').slice(1)) {
    const listed = [...area.matchAll(/\]\((.+)\)$/gm)].map(([, name]) => name)
    t.true(listed.length > 0, area)
    t.deepEqual(listed, listed.toSorted(), 'an area is in the order of the numbers')
  }
})

for (const { name, text } of decisions)
  test(`${name} has the form of a decision`, (t) => {
    const parts = [...text.matchAll(/^\*\*([A-Z]\w+)\.\*\*/gm)].map(([, part]) => part)
    t.deepEqual(parts, PARTS)
    for (const part of text.split(/^\*\*[A-Z]\w+\.\*\*/m).slice(1))
      t.true(part.trim().length > 20, 'each part says something')
    t.deepEqual(
      text.split('\n').filter((line) => line.length > 100),
      [],
      'lines have at most 100 characters',
    )
    const size = Buffer.byteLength(text)
    t.true(size >= SIZE_BYTES.least && size <= SIZE_BYTES.most, `${size} bytes`)
    t.deepEqual(
      pathsIn(text).filter((path) => !existsSync(join(ROOT, path))),
      [],
      'every file that it names is there',
    )
  })

test('all decisions together stay short enough to be read', (t) => {
  const size = decisions.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  t.true(size <= SIZE_BYTES.all, `${size} bytes: merge or shorten before adding`)
})

test('every decision that is cited exists, and none by the numbers of the old single file', (t) => {
  const cited = citing.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions? (\d+(?:(?:,| and|, and) \d+)*)/gi)].flatMap(([, list = '']) =>
      [...list.matchAll(/\d+/g)].map(([number]) => ({ path, number: Number(number) })),
    ),
  )
  t.true(cited.length > 15)
  t.deepEqual(
    cited.filter(({ number }) => number < 1 || number > decisions.length),
    [],
  )
  t.deepEqual(
    citing.filter(({ text }) => /\bDECISION[S]\b/.test(text)).map(({ path }) => path),
    [],
  )
})

test('every package has its reason in a decision', (t) => {
  const manifest = JSON.parse(read('package.json'))
  const packages = [
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.devDependencies),
    ...Object.keys(manifest.optionalDependencies),
    ...Object.values<string>(manifest.overrides).map((alias) =>
      alias.replace(/^npm:/, '').replace(/@[\d.]+$/, ''),
    ),
  ].map((name) => (name.startsWith('@types/') ? '@types/*' : name))
  t.true(packages.length > 60)
  const all = decisions.map(({ text }) => text).join('\n')
  t.deepEqual(
    [...new Set(packages)].filter((name) => !all.includes(`\`${name}\``)),
    [],
    'decisions 2 and 3 name every package and what it is for',
  )
})

function titleOf(text: string): string {
  return text.slice(2, text.indexOf('\n'))
}

/** Paths in code spans that begin with a folder of ours; a name with a placeholder is none. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter(
      (code) => /^[\w./-]+$/.test(code) && [...CODE, 'docs'].includes(code.split('/')[0] ?? ''),
    )
    .filter((code) => code.includes('/'))
}

/** What may cite a decision, each file as one line: a comment may break within a citation. */
function whatMayCite(): Array<{ path: string; text: string }> {
  return [...readdirSync(ROOT), ...[...CODE, 'docs'].flatMap(filesIn)]
    .filter((path) => CITING.test(path) && path !== 'test/unit/decisions.test.ts')
    .map((path) => ({
      path,
      text: read(path).replace(/\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g, ' '),
    }))
}
