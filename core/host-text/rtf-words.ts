/** The words of a text in RTF, line by line; pictures in it are marked. */
import { UNREAD_PICTURE } from '../contract/markup-words.ts'

/** Groups that hold no words of the text. */
const NO_WORDS = new Set(
  'fonttbl colortbl stylesheet info generator listtable listoverridetable rsidtbl themedata xmlnstbl latentstyles datastore fldinst bkmkstart bkmkend object objdata nonshppict'.split(
    ' ',
  ),
)
const SIGNS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  tab: '\t',
  cell: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
}
/** One sign after a control word may belong to it. */
const CONTROL = /\\(?:([a-z]{1,32})(-?\d{1,10})? ?|'([0-9a-f]{2})|(\*)|([\s\S]))/iy

interface Group {
  isShown: boolean
  /** Signs that stand for a letter of \u where a program does not know it. */
  instead: number
}

export function isRtf(text: string): boolean {
  return /^\s{0,20}\{\\rtf/.test(text)
}

export function rtfWords(rtf: string): string {
  const groups: Group[] = []
  let group: Group = { isShown: true, instead: 1 }
  let words = ''
  let skipped = 0
  let at = 0

  function show(signs: string) {
    if (skipped > 0) skipped--
    else if (group.isShown) words += signs
  }

  function obey(word: string, value: number | undefined) {
    if (NO_WORDS.has(word)) group.isShown = false
    else if (word === 'pict') {
      show(` ${UNREAD_PICTURE} `)
      group.isShown = false
    } else if (word === 'uc') group.instead = value ?? 1
    else if (word === 'u' && value !== undefined) {
      show(String.fromCharCode(value & 0xffff))
      skipped = group.instead
    } else if (SIGNS[word] !== undefined && group.isShown) words += SIGNS[word]
  }

  while (at < rtf.length) {
    const sign = rtf[at]!
    if (sign === '\\') {
      CONTROL.lastIndex = at
      const [all = '\\', word, value, byte, star, other] = CONTROL.exec(rtf) ?? []
      at += all.length
      if (word !== undefined) obey(word.toLowerCase(), value === undefined ? undefined : +value)
      else if (byte !== undefined) show(windowsSign(Number.parseInt(byte, 16)))
      // What only some programs know; \*\shppict holds the picture that is shown.
      else if (star) group.isShown &&= rtf.startsWith('\\shppict', at)
      else if (other === '~') show(' ')
      else if (other === '_') show('-')
      else if (other === '\n' || other === '\r') show('\n')
      else if (other !== undefined && '\\{}'.includes(other)) show(other)
      continue
    }
    at++
    if (sign === '{') {
      groups.push(group)
      group = { ...group }
    } else if (sign === '}') {
      group = groups.pop() ?? group
      skipped = 0
    } else if (sign !== '\n' && sign !== '\r') show(sign)
  }
  return words
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Where Windows-1252 is not Latin-1. */
const OF_WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

function windowsSign(byte: number): string {
  return byte >= 0x80 && byte < 0xa0 ? OF_WINDOWS[byte - 0x80]! : String.fromCharCode(byte)
}
