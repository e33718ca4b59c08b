/**
 * Accents that a font draws apart from their letters, as TeX's first one does, on their letters
 * again: in "insuficiˆencia" nobody finds the word.
 */

/** Beside letters these are nothing else; an acute alone may be an apostrophe. */
const APART = /[ˆ˜¸] ?\p{L}|´ ?ı/u
const ACCENT = /([´`ˆ˜¨¸]) ?(\p{L})/gu
const COMBINING: Readonly<Record<string, string>> = {
  '´': '\u0301',
  '`': '\u0300',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¨': '\u0308',
  '¸': '\u0327',
}

export function withAccents(text: string): string {
  if (!APART.test(text)) return text
  return text.replace(ACCENT, (all, accent: string, letter: string) => {
    const joined = ((letter === 'ı' ? 'i' : letter) + COMBINING[accent]!).normalize('NFC')
    return [...joined].length === 1 ? joined : all
  })
}
