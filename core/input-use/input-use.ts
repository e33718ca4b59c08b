import type { InputUseInfo, UnusedPartInfo } from '../contract/input-use.ts'
import { type UnusedCode, type UnusedPlace, unusedSentence } from './unused-sentences.ts'

/**
 * How much of one input was used, told by whoever read it: used, or told; never both missing. It
 * holds places and counts, no words of the patient.
 */
export interface InputUse {
  unit: InputUseInfo['unit']
  /** How much was given, in `unit`. */
  given: number
  /** How much of it was understood without a doubt. */
  used: number
  unused: UnusedPart[]
  /** Used, and shown with a mark: nothing of it is open. */
  marked?: UnusedPart[]
}

/** A part of an input that was not used, or not surely understood. */
export interface UnusedPart extends UnusedPlace {
  code: UnusedCode
}

/** Pages of which every part was used. */
export function usePages(given: number, unused: UnusedPart[]): InputUse {
  const open = new Set(unused.flatMap(({ page }) => page ?? []))
  return { unit: 'pages', given, used: given - open.size, unused }
}

/** As the wire has it. */
export function presentUse({ unit, given, used, unused, marked }: InputUse): InputUseInfo {
  return {
    unit,
    given,
    used,
    unused: unused.map(presentPart),
    ...(marked && { marked: marked.map(presentPart) }),
  }
}

function presentPart(part: UnusedPart): UnusedPartInfo {
  return {
    code: part.code,
    page: part.page ?? null,
    channel: part.channel ?? null,
    from_ms: part.fromMs ?? null,
    to_ms: part.toMs ?? null,
    count: part.count ?? null,
    message: unusedSentence(part.code, part),
  }
}
