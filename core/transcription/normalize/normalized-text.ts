/**
 * A text with some stretches written otherwise, and the way back. Only the stretches that differ
 * are kept; between them both texts are the same, so a place in one is always a place in the other
 * (plugin/text/shown-line.ts).
 */
export interface NormalizedText {
  text: string
  /** In order, without overlap. */
  parts: NormalizedPart[]
}

/**
 * Characters [from, to) of the normalized text stand for [rawFrom, rawTo) of the raw one, which
 * reads `raw`.
 */
export interface NormalizedPart {
  from: number
  to: number
  rawFrom: number
  rawTo: number
  raw: string
}

export interface Replacement {
  rawFrom: number
  rawTo: number
  text: string
}

/** @param replacements in order, without overlap */
export function replaceParts(raw: string, replacements: readonly Replacement[]): NormalizedText {
  const parts: NormalizedPart[] = []
  let text = ''
  let at = 0
  for (const { rawFrom, rawTo, text: instead } of replacements) {
    const said = raw.slice(rawFrom, rawTo)
    if (said === instead) continue
    text += raw.slice(at, rawFrom)
    parts.push({
      from: text.length,
      to: text.length + instead.length,
      rawFrom,
      rawTo,
      raw: said,
    })
    text += instead
    at = rawTo
  }
  return { text: text + raw.slice(at), parts }
}
