import diseaseNames from '../../../config/portuguese/disease-names.json' with { type: 'json' }
import procedureNames from '../../../config/portuguese/procedure-names.json' with { type: 'json' }

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
function readNames(lines: readonly string[]): CommonName[] {
  return lines.flatMap((line) => {
    const [phrases = '', codes = ''] = line.split(':')
    return phrases
      .split('|')
      .map((phrase) => ({ phrase: phrase.trim(), codes: codes.trim().split(' ') }))
  })
}

/**
 * What Brazilian doctors type and say for a procedure, where SIGTAP calls it otherwise or longer.
 * The form is that of the names above, and so is the rule: a test compares every code with the
 * official table.
 *
 * The names of SIGTAP, in the order of the list.
 */
export const sigtapNames: readonly CommonName[] = readNames(procedureNames.lines)
