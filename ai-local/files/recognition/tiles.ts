/** Long pictures in pieces that overlap, so that letters keep their size and memory its bounds. */
import type { GreyPicture } from '../grey-picture.ts'
import { heightOf, type Piece, sharedHeight, sharedWidth } from '../layout/piece.ts'

export interface Tile extends GreyPicture {
  /** Where it begins in the picture. */
  top: number
  /** Its upper or lower edge cuts through the picture. */
  cutsTop: boolean
  cutsBottom: boolean
}

/** Pixels; what is lower is one piece. */
const TILE_HEIGHT = 2300
const ALONE_HEIGHT = 3300
/** More than the height of any row that can be read. */
const OVERLAP = 260
/** A row this close to a cut edge may be cut itself. */
const EDGE = 4

export function tilesOf(picture: GreyPicture): Tile[] {
  const { data, width, height } = picture
  if (height <= ALONE_HEIGHT) return [{ ...picture, top: 0, cutsTop: false, cutsBottom: false }]
  const count = Math.ceil((height - OVERLAP) / (TILE_HEIGHT - OVERLAP))
  const step = (height - OVERLAP) / count
  return Array.from({ length: count }, (_, index) => {
    const top = Math.round(index * step)
    const bottom = Math.min(height, Math.round((index + 1) * step) + OVERLAP)
    return {
      data: data.subarray(top * width, bottom * width),
      width,
      height: bottom - top,
      top,
      cutsTop: index > 0,
      cutsBottom: index < count - 1,
    }
  })
}

/** Pixels that rows may be bent by in a tile: then each is whole in one tile or the next. */
export const MOST_BENT = 100

/**
 * In pixels of the picture, without what the tile's edge cuts.
 * @param bent how far a row at an edge was moved, in pixels
 */
export function fromTile<Of extends Piece>(pieces: readonly Of[], tile: Tile, bent = 0): Of[] {
  const edge = EDGE + bent
  return pieces
    .filter(({ y0, y1 }) => {
      const isCut = (tile.cutsTop && y0 < edge) || (tile.cutsBottom && y1 > tile.height - edge)
      return !isCut
    })
    .map((piece) => ({ ...piece, y0: piece.y0 + tile.top, y1: piece.y1 + tile.top }))
}

/** Pieces of the tiles from top to bottom, without those that the tile before has seen already. */
export function joined<Of extends Piece>(tiles: readonly (readonly Of[])[]): Of[] {
  const all: Of[] = []
  for (const pieces of tiles) {
    const before = all.slice()
    all.push(...pieces.filter((piece) => !before.some((other) => areSame(piece, other))))
  }
  return all
}

function areSame(a: Piece, b: Piece): boolean {
  const apart = Math.abs(a.y0 + a.y1 - b.y0 - b.y1) / 2
  return (
    apart < Math.min(heightOf(a), heightOf(b)) / 2 &&
    sharedHeight(a, b) > 0.5 &&
    sharedWidth(a, b) > 0.3
  )
}
