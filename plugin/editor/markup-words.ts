/**
 * The words of a page's markup, line by line, without reading it as a page: for a clipboard that
 * brings no plain text, and where the page's policy forbids markup to be read.
 */
const UNSEEN = new Set(['script', 'style', 'head', 'title', 'template'])
const IN_LINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark o:p q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
/** As many characters of a name say which it is. */
const LONGEST_NAME = 20
const NAME = /^\/?([a-z][a-z0-9:-]*)/

export function markupWords(markup: string): string {
  const lower = markup.toLowerCase()
  let words = ''
  let at = 0
  while (at < markup.length) {
    const tag = markup.indexOf('<', at)
    const until = tag < 0 ? markup.length : tag
    words += decoded(markup.slice(at, until).replace(/\s+/g, ' '))
    if (tag < 0) break
    const name = NAME.exec(lower.slice(tag + 1, tag + 1 + LONGEST_NAME))?.[1]
    if (markup.startsWith('<!--', tag)) at = behind(markup, '-->', tag + 4)
    else if (name === undefined && !/[!?/]/.test(markup[tag + 1] ?? '')) {
      words += '<'
      at = tag + 1
    } else {
      at = endOfTag(markup, tag)
      if (name !== undefined && UNSEEN.has(name) && lower[tag + 1] !== '/')
        at = endOfTag(markup, Math.max(at, lower.indexOf(`</${name}`, at)))
      if (name !== undefined && !IN_LINE.has(name)) words += '\n'
    }
  }
  return words
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function behind(markup: string, end: string, from: number): number {
  const found = markup.indexOf(end, from)
  return found < 0 ? markup.length : found + end.length
}

/** A sign of its end may lie in an attribute. */
function endOfTag(markup: string, from: number): number {
  let quote = ''
  for (let at = from; at < markup.length; at++) {
    const one = markup[at]!
    if (quote !== '') quote = one === quote ? '' : quote
    else if (one === '"' || one === "'") quote = one
    else if (one === '>') return at + 1
  }
  return behind(markup, '>', from)
}

const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  deg: '°',
  ordm: 'º',
  ordf: 'ª',
  micro: 'µ',
  ndash: '–',
  mdash: '—',
}
const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
}

function decoded(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (all, name: string) => {
    if (name.startsWith('#')) {
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
    }
    const mark = MARKS[name.slice(1)]
    return mark ? (name[0]! + mark).normalize('NFC') : (NAMED[name] ?? all)
  })
}
