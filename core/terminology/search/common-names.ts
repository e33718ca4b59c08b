import diseaseNames from '../../../config/portuguese/disease-names.json' with { type: 'json' }

/**
 * What Brazilian doctors type and say for a disease, where the classification calls it otherwise:
 * abbreviations, everyday names, older names. `names: codes`, the code that is meant most often
 * first. Our own list; a test compares every code with the official table.
 */
export interface CommonName {
  phrase: string
  codes: readonly string[]
}

/** The names of the CID-10, in the order of the list. */
export const cid10Names: readonly CommonName[] = readNames(diseaseNames.lines)

/** @param lines a line per meaning: its names parted by `|`, a colon, its codes */
export function readNames(lines: readonly string[]): CommonName[] {
  return lines.flatMap((line) => {
    const [phrases = '', codes = ''] = line.split(':')
    return phrases
      .split('|')
      .map((phrase) => ({ phrase: phrase.trim(), codes: codes.trim().split(' ') }))
  })
}
