/** A CID-10 code as people write it: `J06.9`, `j069`, `I10`. */
export const WRITTEN_CODE = /\b([a-z]\d{2})\.?([\dx])?\b/gi

/**
 * CID-10 codes that stand in a text, as the network writes them: `J06.9` is `J069`. Whether they
 * exist is not asked.
 */
export function writtenCodes(text: string): string[] {
  return [...text.matchAll(WRITTEN_CODE)].map(([, category = '', digit = '']) =>
    (category + digit).toUpperCase(),
  )
}
