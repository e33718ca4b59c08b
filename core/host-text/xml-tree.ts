/** XML as a tree, whatever is wrong with it: what has no end tag ends with what is around it. */
import { decodedMarkup } from '../contract/markup-words.ts'

export interface XmlElement {
  /** Without its prefix. */
  name: string
  attributes: { name: string; value: string }[]
  children: (XmlElement | string)[]
  /** Where its content is in the source. */
  from: number
  to: number
}

/** Deeper elements are taken for children of the last one. */
const MOST_DEEP = 100
const ATTRIBUTES = /(?<=[\s"'])([^\s=<>"'/]{1,200})\s?=\s?(?:"([^"]*)"|'([^']*)')/g
/** What is no element, by its beginning and its end. */
const OTHERS = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
] as const
const CDATA = '<![CDATA['
const NO_NAME = /[\s=<>"'/]/

/** @returns what holds the outermost elements */
export function xmlTree(source: string): XmlElement {
  const root: XmlElement = { name: '', attributes: [], children: [], from: 0, to: source.length }
  const open = [root]
  let at = 0
  while (at < source.length) {
    const tag = source.indexOf('<', at)
    const until = tag < 0 ? source.length : tag
    if (until > at) add(open, decodedMarkup(source.slice(at, until)))
    if (tag < 0) break
    if (source.startsWith(CDATA, tag)) {
      const end = endOf(source, ']]>', tag)
      add(open, source.slice(tag + CDATA.length, end.from))
      at = end.to
      continue
    }
    const other = OTHERS.find(([begin]) => source.startsWith(begin, tag))
    if (other) {
      at = endOf(source, other[1], tag).to
      continue
    }
    const isEnd = source[tag + 1] === '/'
    const name = nameAt(source, tag + (isEnd ? 2 : 1))
    // A sign of comparison that nobody wrote as an entity. Its end is not looked for: that of each
    // of many would be the end of the text.
    if (name === '') {
      add(open, '<')
      at = tag + 1
      continue
    }
    const end = endOfTag(source, tag)
    const inside = source.slice(tag + (isEnd ? 2 : 1), end.from)
    at = end.to
    if (isEnd) close(open, local(name), tag)
    else {
      const isEmpty = inside.endsWith('/')
      const element: XmlElement = {
        name: local(name),
        attributes: attributesOf(inside.slice(name.length)),
        children: [],
        from: at,
        to: isEmpty ? at : source.length,
      }
      open.at(-1)!.children.push(element)
      if (!isEmpty && open.length < MOST_DEEP) open.push(element)
    }
  }
  return root
}

function nameAt(source: string, from: number): string {
  let end = from
  while (end < source.length && !NO_NAME.test(source[end]!)) end++
  return source.slice(from, end)
}

/** Texts that follow one another are one. */
function add(open: readonly XmlElement[], text: string) {
  const { children } = open.at(-1)!
  const before = children.at(-1)
  if (typeof before === 'string') children[children.length - 1] = before + text
  else children.push(text)
}

function close(open: XmlElement[], name: string, at: number) {
  const found = open.findLastIndex((one, depth) => depth > 0 && one.name === name)
  if (found > 0) for (const one of open.splice(found)) one.to = at
}

function attributesOf(inside: string): XmlElement['attributes'] {
  return [...inside.matchAll(ATTRIBUTES)].map(([, name = '', one, other = '']) => ({
    name,
    value: decodedMarkup(one ?? other),
  }))
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function endOf(source: string, mark: string, from: number): { from: number; to: number } {
  const found = source.indexOf(mark, from)
  return found < 0
    ? { from: source.length, to: source.length }
    : { from: found, to: found + mark.length }
}

/** A sign of its end may be in an attribute. */
function endOfTag(source: string, from: number): { from: number; to: number } {
  let quote = ''
  for (let at = from; at < source.length; at++) {
    const one = source[at]!
    if (quote !== '') quote = one === quote ? '' : quote
    else if (one === '"' || one === "'") quote = one
    else if (one === '>') return { from: at, to: at + 1 }
  }
  return endOf(source, '>', from)
}
