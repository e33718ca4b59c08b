/**
 * The words of a page's markup, line by line, without reading it as a page: for a clipboard that
 * brings no plain text, where the page's policy forbids markup to be read, and for hosts that send
 * the source of HTML as a text. A row of a table is one line. What a page shows and is no word is
 * marked, as is what it shows crossed out.
 */
const UNSEEN = new Set(['script', 'style', 'head', 'title', 'template'])
const STRUCK = new Set(['s', 'strike', 'del'])
const IN_LINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i img input ins kbd label mark o:p option q s samp select small span strike strong sub sup td textarea th time tt u var wbr'.split(
    ' ',
  ),
)
/** Of a table: their cells are one line, whatever is in them. */
const CELL = new Set(['td', 'th'])
const OF_TABLE = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr'])
/** As many characters of a name say which it is. */
const LONGEST_NAME = 20
const NAME = /^\/?([a-z][a-z0-9:-]*)/

/** Stand where a picture is that came with the text, and where words are crossed out. */
export const UNREAD_PICTURE = '(imagem não lida)'
export const STRUCK_WORDS = '(texto riscado)'

export function markupWords(markup: string): string {
  const lower = markup.toLowerCase()
  let words = ''
  let at = 0
  let isInCell = false
  while (at < markup.length) {
    const tag = markup.indexOf('<', at)
    const until = tag < 0 ? markup.length : tag
    words += decodedMarkup(markup.slice(at, until).replace(/\s+/g, ' '))
    if (tag < 0) break
    const name = NAME.exec(lower.slice(tag + 1, tag + 1 + LONGEST_NAME))?.[1]
    const isEnd = markup[tag + 1] === '/'
    if (markup.startsWith('<!--', tag)) at = behind(markup, '-->', tag + 4)
    else if (name === undefined && !/[!?/]/.test(markup[tag + 1] ?? '')) {
      words += '<'
      at = tag + 1
    } else {
      at = endOfTag(markup, tag)
      if (name === undefined) continue
      if (!isEnd) {
        const isStruck = STRUCK.has(name)
        if (isStruck || UNSEEN.has(name)) at = behindElement(markup, lower, name, at)
        const own = isStruck ? STRUCK_WORDS : shownBy(name, markup.slice(tag, at))
        if (own !== '') words += ` ${own} `
        if (name === 'option' && !/\sselected\b/.test(lower.slice(tag, at)))
          at = nextOf(markup, '<', at)
      }
      if (CELL.has(name)) words += isEnd ? '' : '\t'
      if (CELL.has(name)) isInCell = !isEnd
      else if (OF_TABLE.has(name)) isInCell = false
      if (!IN_LINE.has(name)) words += isInCell ? ' ' : '\n'
    }
  }
  return words
    .split('\n')
    .map((line) =>
      line
        .replace(/ +/g, ' ')
        .replace(/ ?\t ?/g, '\t')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n')
}

/** What an element without words shows. */
function shownBy(name: string, tag: string): string {
  if (name === 'img') {
    const isCarried = /\ssrc\s*=\s*(?:["']\s*)?data:/i.test(tag)
    return [attribute(tag, 'alt'), isCarried ? UNREAD_PICTURE : ''].filter(Boolean).join(' ')
  }
  if (name !== 'input') return ''
  const type = attribute(tag, 'type').toLowerCase()
  if (type === 'checkbox' || type === 'radio') return /\schecked\b/i.test(tag) ? '(x)' : '( )'
  return UNSHOWN_INPUTS.has(type) ? '' : attribute(tag, 'value')
}

const UNSHOWN_INPUTS = new Set(['hidden', 'password', 'file', 'image', 'submit', 'reset', 'button'])

const ATTRIBUTES = /\s([a-z]+)\s?=\s?(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi

function attribute(tag: string, name: string): string {
  for (const [, found, ...values] of tag.matchAll(ATTRIBUTES))
    if (found?.toLowerCase() === name)
      return decodedMarkup(
        (values.find((value) => value !== undefined) ?? '').replace(/\s/g, ' ').trim(),
      )
  return ''
}

function behindElement(markup: string, lower: string, name: string, from: number): number {
  return endOfTag(markup, Math.max(from, nextOf(lower, `</${name}`, from)))
}

function nextOf(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from)
  return found < 0 ? text.length : found
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

/** With its entities as the signs they are for. */
export function decodedMarkup(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (all, name: string) => {
    if (name.startsWith('#')) {
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
    }
    const mark = MARKS[name.slice(1)]
    return mark ? (name[0]! + mark).normalize('NFC') : (NAMED[name] ?? all)
  })
}
