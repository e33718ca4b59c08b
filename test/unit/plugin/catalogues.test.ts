import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { catalogueFor } from '../../../plugin/locales/choose.ts'
import { en } from '../../../plugin/locales/en.ts'
import { es } from '../../../plugin/locales/es.ts'
import { ptBR } from '../../../plugin/locales/pt-BR.ts'

type Tree = { [name: string]: unknown }

/** Every word by its path; what is a function stays one. */
function leaves(tree: unknown, path: string[] = []): [string, unknown][] {
  if (typeof tree !== 'object' || tree === null) return [[path.join('.'), tree]]
  return Object.entries(tree as Tree).flatMap(([name, value]) => leaves(value, [...path, name]))
}

/** One argument that is a text, a number of things and the limits of files at once. */
const mark = (i: number) =>
  Object.assign(new String(`{${i}}`), { size: '{size}', files: '{files}', total: '{total}' })
const INPUTS = [
  [mark(0), mark(1), mark(2)],
  [1, 1, 1],
  [7, 8, 9],
  [null, null, null],
]

/** What a function puts into its words, for each kind of argument. */
function placeholders(word: unknown): string[] {
  if (typeof word !== 'function') return []
  return INPUTS.map((input) => {
    try {
      const text = String(word(...input))
      return [...new Set(text.match(/\{\w+\}|[789]/g))].sort().join()
    } catch {
      return 'not for such arguments'
    }
  })
}

const ROOT = join(import.meta.dirname, '../../..')

/** Everything that may name a word, codes of errors too. */
function sources(): string {
  return ['plugin', 'core', 'api'].map((folder) => textOf(join(ROOT, folder))).join('\n')
}

function textOf(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'locales')
    .map((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return textOf(path)
      return /\.tsx?$/.test(entry.name) ? readFileSync(path, 'utf8') : ''
    })
    .join('\n')
}

test('every word is used somewhere: one that lost its place is a screen that lost its words', (t) => {
  const names = new Set(sources().match(/\w+/g))
  const unused = leaves(ptBR)
    .map(([path]) => path.replace(/(\.\d+)+$/, ''))
    .filter((path) => !(path.split('.').at(-1)?.match(/\w+/g) ?? []).every((one) => names.has(one)))
  t.deepEqual(unused, [])
})

for (const catalogue of [en, es]) {
  const known = new Map(leaves(ptBR))
  const own = new Map(leaves(catalogue))

  test(`${catalogue.language}: every word is there, and none that nobody shows`, (t) => {
    const lists = /\.\d+$/
    const names = (words: Map<string, unknown>) =>
      [...words.keys()].filter((one) => !lists.test(one))
    t.deepEqual(names(own).sort(), names(known).sort())
  })

  test(`${catalogue.language}: words hold what they hold in Portuguese, and say something`, (t) => {
    for (const [path, word] of own) {
      t.is(typeof word, typeof (known.get(path) ?? word), path)
      t.deepEqual(placeholders(word), placeholders(known.get(path) ?? word), path)
      if (typeof word === 'string') t.not(word.trim(), '', path)
    }
  })
}

test('a language that nobody wrote, and none at all, is Brazilian Portuguese', async (t) => {
  for (const tag of [undefined, '', 'pt', 'pt-BR', 'de', 'english'])
    t.is(await catalogueFor(tag), ptBR, tag)
  t.is(await catalogueFor('EN-us'), en)
  t.is(await catalogueFor('es-AR'), es)
})
