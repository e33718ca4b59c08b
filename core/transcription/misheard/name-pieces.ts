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
    const mentioned = new Set<string>()
    // What was found in one piece makes words of the others likelier.
    return nameAll(await nameAll(pieces))

    async function nameAll(around: readonly PlacedPiece[]) {
      const named: PlacedPiece[] = []
      for (const [at, piece] of pieces.entries()) {
        const before = textWithin(around[at - 1], piece)
        const behind = textWithin(around[at + 1], piece)
        named.push(nameMedicines(piece, { mentioned, before, behind }))
        await pause()
      }
      return named
    }
  }
}

/** Farther apart, one does not go on what the other began. */
const NEAR_MS = 3000

/** Of a neighbour; nothing when it was said much earlier or later. */
function textWithin(neighbour: PlacedPiece | undefined, piece: PlacedPiece): string {
  if (!neighbour) return ''
  const gapMs = Math.max(neighbour.startMs - piece.endMs, piece.startMs - neighbour.endMs)
  return gapMs <= NEAR_MS ? neighbour.text : ''
}
