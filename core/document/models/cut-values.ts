/**
 * A text that the model did not end by itself is half a statement, and half a negation is a wrong
 * one. Kept are its whole sentences; a text without any is taken out and listed for the doctor.
 */
import type { Contradiction, DocumentValue } from '../../contract/api.ts'

const CUT_REASON = 'O texto gerado foi interrompido antes do fim da frase.'

/**
 * @param paths of the texts in `value` that were cut, from the document's root
 * @returns the value with whole sentences only, and what had to go
 */
export function endAtSentences(
  value: DocumentValue,
  paths: string[][],
): { value: DocumentValue; removed: Contradiction[] } {
  const removed: Contradiction[] = []

  function shorten(text: string, path: string[]): string | null {
    const whole = wholeSentences(text)
    if (whole === null) removed.push({ path, value: text, reason: CUT_REASON, spans: [] })
    return whole
  }

  let result = value
  for (const path of paths) result = replaced(result, path, shorten)
  return { value: result, removed }
}

function replaced(
  value: DocumentValue,
  path: string[],
  shorten: (text: string, path: string[]) => string | null,
): DocumentValue {
  const [, at] = path
  if (typeof value === 'string') return shorten(value, path)
  if (value === null || at === undefined) return value
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === at ? (shorten(item, path) ?? '') : item))
  const text = value[at] ?? null
  return text === null ? value : { ...value, [at]: shorten(text, path) }
}

/**
 * Up to the last end of a sentence that a space or the text's end follows: the point in "1.5 mg" is
 * none.
 */
function wholeSentences(text: string): string | null {
  const end = /^.*[.!?;](?=\s|$)/su.exec(text)
  return end ? end[0].trim() : null
}
