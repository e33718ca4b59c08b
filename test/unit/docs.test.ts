/**
 * What the documents name is there: paths, links, commands, benches, sections of the specification.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import type { Command } from 'commander'
import { PATCH_LEVEL } from '../../ai-local/whisper/patch-sources.ts'
import { helpTopic } from '../../cli/help-topics.ts'
import { runnable } from '../../cli/reference.ts'
import { buildProgram } from '../helpers/cli-program.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = 'bin core api ai-local plugin cli config models test docs .ci'.split(' ')
const PATH = new RegExp(`^(?:${FOLDERS.join('|').replace('.', '\\.')})/[\\w./{},*-]+$`)
/** The changelog tells of a day: what it names may be gone since. */
const OF_A_DAY = new Set(['CHANGELOG.md'])

const tree = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path),
  ),
)
const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...tree.filter((path) => path.endsWith('README.md') && !path.startsWith('test/')),
  ...tree.filter((path) => /^docs\/.*(?<!README)\.md$/.test(path)),
]
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const ofToday = documents.filter((path) => !OF_A_DAY.has(path))

test('the documents are found', (t) => {
  for (const name of [
    'README.md',
    'ARCHITECTURE.md',
    'plugin/README.md',
    'config/bundle/README.md',
    'docs/limits.md',
    'docs/reference/svcctl.md',
  ])
    t.true(documents.includes(name), name)
})

for (const document of ofToday) {
  test(`every file that ${document} names is there`, (t) => {
    t.deepEqual(
      namedPaths(text(document)).filter((path) => !isThere(path)),
      [],
    )
  })

  test(`every link of ${document} leads somewhere`, (t) => {
    const dead = links(text(document)).filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path ? normalize(join(dirname(document), path)) : document
      if (!existsSync(join(ROOT, target))) return true
      return anchor !== undefined && !anchors(text(target)).has(anchor)
    })
    t.deepEqual(dead, [])
  })

  test(`every command that ${document} names is one`, (t) => {
    const scripts: Record<string, string> = JSON.parse(text('package.json')).scripts
    const wrong = [...text(document).matchAll(/npm run ([\w-]+)(?: ([a-z][\w-]+))?/g)].filter(
      ([, script = '', bench]) =>
        !(script in scripts) || (script === 'bench' && bench && !isThere(`test/bench/${bench}.ts`)),
    )
    t.deepEqual(
      wrong.map(([words]) => words),
      [],
    )
    t.deepEqual(svcctlCalls(text(document)).filter(notACommand), [])
    t.deepEqual(unknownFlags(text(document)), [])
  })
}

test('every file in the diagram of the main job is there', (t) => {
  const [, diagram = ''] = /```text\n([\s\S]*?)```/.exec(text('ARCHITECTURE.md')) ?? []
  const named = diagram.split(/[\s,]+/).filter((word) => PATH.test(word))
  t.true(named.length > 20)
  t.deepEqual(
    named.filter((path) => !isThere(path)),
    [],
  )
})

test('each row of the tables of sections has code and a test that are there', (t) => {
  const rows = text('docs/spec-coverage.md')
    .split('\n')
    .filter((line) => /^\| [A-Z\d].* \| .*`.* \| /.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .filter((cells) => cells[3]?.includes('test') || /^[\dC]/.test(cells[1] ?? ''))
  t.true(rows.length > 70)
  for (const [, section = '', code = '', tests = ''] of rows) {
    t.true(namedPaths(code).length > 0, section)
    t.true(
      namedPaths(tests).some((path) => /(^|\/)test\/|-test\.yml$|^bin\/check-/.test(path)),
      section,
    )
  }
})

test('the table of sections knows every section of the specification', (t) => {
  const [contract = ''] = text('docs/spec-coverage.md').split('Sections of [the design]')
  const told = [...contract.matchAll(/^\| ([\d., ]+)/gm)].flatMap(([, list = '']) =>
    list.split(','),
  )
  const known = new Set(told.map((section) => section.trim()))
  const sections = [...text('docs/spec/contract.md').matchAll(/^#{2,3} (\d+(?:\.\d+)*)/gm)].map(
    ([, number = '']) => number,
  )
  t.true(sections.length > 25)
  const parts = sections.filter((one) => !sections.some((other) => other.startsWith(`${one}.`)))
  t.deepEqual(
    parts.filter((section) => !known.has(section)),
    [],
  )
})

/** Paths from the root, `{a,b}` taken apart. Names with a placeholder in capitals are none. */
function namedPaths(markdown: string): string[] {
  return [...markdown.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => PATH.test(code))
    .flatMap(withoutBraces)
}

function withoutBraces(path: string): string[] {
  const [whole, before = '', list = '', after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? []
  if (whole === undefined) return [path]
  return list.split(',').flatMap((one) => withoutBraces(before + one + after))
}

function isThere(path: string): boolean {
  if (!path.includes('*')) return existsSync(join(ROOT, path))
  const pattern = path
    .replaceAll('.', '\\.')
    .replaceAll('**/', '(?:.+/)?')
    .replace(/(?<!\))\*/g, '[^/]*')
  return tree.some((one) => new RegExp(`^${pattern}$`).test(one))
}

function links(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to))
}

function anchors(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.*)$/gm)]
  return new Set(
    headings.map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

test('what SECURITY answers to scanners is said of the versions that are here', (t) => {
  const { dependencies } = JSON.parse(text('package.json'))
  const answers = text('SECURITY.md').split('## What scanners say')[1] ?? ''
  t.true(answers.includes(`${dependencies['pdfjs-dist']} is here`), dependencies['pdfjs-dist'])
  t.true(answers.includes(`-${PATCH_LEVEL}\``), PATCH_LEVEL)
  // Its fault is of 5.6.83 and newer, below 6.2.108.
  const [major = 0, minor = 0] = dependencies['pdfjs-dist'].split('.').map(Number)
  t.true(major < 5 || (major === 5 && minor < 6) || major > 6 || (major === 6 && minor > 2))
})

/** The words behind `svcctl` in code, up to the first that is no command's name. */
function svcctlCalls(markdown: string): string[] {
  const code = [...markdown.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([one]) => one)
  return code.flatMap((one) =>
    [...one.matchAll(/svcctl((?: [a-z][a-z-]+(?![\w./=]))+)/g)].map(([, words = '']) =>
      words.trim(),
    ),
  )
}

let paths: string[] | undefined
function notACommand(call: string): boolean {
  if (helpTopic(call.split(' ')) !== null) return false
  paths ??= runnable(root()).map(({ path }) => path)
  const [noun = '', ...more] = call.split(' ')
  // Nouns may be written in the plural.
  const words = [
    paths.some((path) => path.split(' ')[0] === noun) ? noun : noun.replace(/s$/, ''),
    ...more,
  ]
  return !paths.some((path) => {
    const own = path.split(' ')
    const shared = Math.min(own.length, words.length)
    return own.slice(0, shared).join(' ') === words.slice(0, shared).join(' ')
  })
}

/** Flags behind `svcctl` and a command that the command does not have. */
function unknownFlags(markdown: string): string[] {
  const calls = [...markdown.matchAll(/svcctl ((?:[a-z][a-z-]+ ?)+)([^`\n;|#'"]*)/g)]
  return calls.flatMap(([call, words = '', rest = '']) => {
    const command = named(root(), words.trim().split(' '))
    const known = new Set(['--help'])
    for (let one: Command | null = command; one; one = one.parent)
      for (const { long } of one.options) if (long) known.add(long)
    const flags = [...rest.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => flag)
    return flags.some((flag) => !known.has(flag)) ? [call] : []
  })
}

function named(command: Command, [word, ...more]: string[]): Command {
  const next = command.commands.find(
    (one) => word !== undefined && (one.name() === word || one.aliases().includes(word)),
  )
  return next ? named(next, more) : command
}

let built: Command | undefined
function root(): Command {
  built ??= buildProgram().root
  return built
}
