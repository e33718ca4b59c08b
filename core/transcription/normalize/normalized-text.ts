/**
 * A text with some stretches written otherwise, and the way back. Only the stretches that differ are kept; between them both texts are
 * the same, so a place in one is always a place in the other.
 */
export interface NormalizedText {
  text: string
  /** In order, without overlap. */
  parts: NormalizedPart[]
}

/** Characters [from, to) of the normalized text stand for [rawFrom, rawTo) of the raw one, which reads `raw`. */
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

interface Range {
  from: number
  to: number
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
      ...{ from: text.length, to: text.length + instead.length, rawFrom, rawTo, raw: said },
    })
    text += instead
    at = rawTo
  }
  return { text: text + raw.slice(at), parts }
}

/** The text as it was heard, to the letter. */
export function rawText({ text, parts }: NormalizedText): string {
  let raw = ''
  let at = 0
  for (const { from, to, raw: said } of parts) {
    raw += text.slice(at, from) + said
    at = to
  }
  return raw + text.slice(at)
}

/** Where a range of the normalized text was heard. A range that touches a replaced stretch gets all of it. */
export function rawRange(parts: readonly NormalizedPart[], range: Range): Range {
  const sides = parts.map(({ from, to, rawFrom, rawTo }) => ({
    here: { from, to },
    there: { from: rawFrom, to: rawTo },
  }))
  return mapped(sides, range)
}

/** Where a range of the raw text stands in the normalized one; the same rule. */
export function normalizedRange(parts: readonly NormalizedPart[], range: Range): Range {
  const sides = parts.map(({ from, to, rawFrom, rawTo }) => ({
    here: { from: rawFrom, to: rawTo },
    there: { from, to },
  }))
  return mapped(sides, range)
}

function mapped(sides: readonly { here: Range; there: Range }[], { from, to }: Range): Range {
  const place = (at: number, edge: 'from' | 'to') => {
    let shift = 0
    for (const { here, there } of sides) {
      if (edge === 'from' ? at < here.from : at <= here.from) break
      const inside = edge === 'from' ? at < here.to : at <= here.to
      if (inside) return there[edge]
      shift = there.to - here.to
    }
    return at + shift
  }
  const start = place(from, 'from')
  return { from: start, to: Math.max(start, place(to, 'to')) }
}
