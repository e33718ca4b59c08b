/**
 * Text as the sources of a document want it: NFC, no control or invisible characters (they can hide
 * words from the doctor who checks, and not from a model), two blanks between the cells of a table,
 * none at the ends of lines.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, '')
    .replace(/[^\S\n]+/g, (gap) => (gap.includes('\t') ? '  ' : gap))
    .replace(/(?! {2})[^\S\n]+/gu, ' ')
    .replace(/(?<! ) +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu
