import type { PlacedPiece } from '../ports.ts'
import type { FinderFor } from './name-finders.ts'

interface Deps {
  finderFor: FinderFor
  ownWordsOf(consultationId: string): Promise<readonly string[]>
  /** As "pt-BR". */
  languageOf(consultationId: string): Promise<string>
  /** Lets others work: the pieces of an hour take seconds together. */
  pause: () => Promise<void>
}

/**
 * Names in the recognized pieces of a consultation, the lexicon's and the own words of its
 * organization, and other words that were misheard.
 */
export type NamePieces = (
  consultationId: string,
  pieces: readonly PlacedPiece[],
) => Promise<PlacedPiece[]>

export function namePieces({ finderFor, ownWordsOf, languageOf, pause }: Deps): NamePieces {
  return async (consultationId, pieces) => {
    const isPortuguese = (await languageOf(consultationId)).startsWith('pt')
    const nameMedicines = await finderFor(await ownWordsOf(consultationId), { isPortuguese })
    const named: PlacedPiece[] = []
    for (const piece of pieces) {
      named.push(nameMedicines(piece))
      await pause()
    }
    return named
  }
}
