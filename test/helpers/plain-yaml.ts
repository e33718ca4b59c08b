/**
 * Reads the plain part of YAML that our own files keep to: maps, lists of scalars and of maps,
 * scalars by indentation of two, comments on lines of their own, `[a, b]` left as text. Anything
 * else is an error, so that a file does not mean something that a test did not read.
 */
export type Plain = string | number | boolean | Plain[] | { [key: string]: Plain }

const ENTRY = /^([\w-]+):(?: (.+))?$/

interface Line {
  indent: number
  text: string
}

/** @throws on a line that is not plain */
export function readPlainYaml(yaml: string): Plain {
  const lines = yaml
    .split('\n')
    .filter((line) => !/^\s*(#.*)?$/.test(line))
    .map((line) => ({ indent: line.search(/\S/), text: line.trim() }))
  const [value, rest] = block(lines, 0)
  if (rest.length > 0) throw new Error(`not plain: ${rest[0]?.text}`)
  return value
}

function block(lines: Line[], indent: number): [Plain, Line[]] {
  return lines[0]?.text.startsWith('- ') ? list(lines, indent) : map(lines, indent)
}

function list(lines: Line[], indent: number): [Plain[], Line[]] {
  const items: Plain[] = []
  let rest = lines
  while (rest[0]?.indent === indent && rest[0].text.startsWith('- ')) {
    const text = rest[0].text.slice(2)
    rest = rest.slice(1)
    if (ENTRY.test(text)) {
      const [item, after] = map([{ indent: indent + 2, text }, ...rest], indent + 2)
      items.push(item)
      rest = after
    } else items.push(scalar(text))
  }
  return [items, rest]
}

function map(lines: Line[], indent: number): [{ [key: string]: Plain }, Line[]] {
  const entries: { [key: string]: Plain } = {}
  let rest = lines
  while (rest[0]?.indent === indent) {
    const [, key, value] = ENTRY.exec(rest[0].text) ?? []
    if (key === undefined || key in entries) throw new Error(`not plain: ${rest[0].text}`)
    rest = rest.slice(1)
    if (value !== undefined) entries[key] = scalar(value)
    else [entries[key], rest] = block(rest, indent + 2)
  }
  return [entries, rest]
}

function scalar(text: string): Plain {
  if (/^"[^"]*"$/.test(text)) return text.slice(1, -1)
  if (text === '{}') return {}
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d+$/.test(text)) return Number(text)
  if (/^['|>&*!%@`]|: |\s#/.test(text)) throw new Error(`not plain: ${text}`)
  return text
}
