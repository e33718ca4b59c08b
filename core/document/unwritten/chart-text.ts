import { normalizeText } from '../../transcription/normalize/normalize-text.ts'
import type { Statement } from '../pieces/statements.ts'

/**
 * Words of a statement as a chart writes them: numbers as digits, units short, a capital first, no
 * mark at the end.
 */
export function chartText({ text, origin }: Statement, start: number, end: number): string {
  const raw = text.slice(start, end)
  const written = origin === 'speech' ? normalizeText(raw).text : raw
  return capital(written.replace(/^[\s,;:.–-]+|(?<![\s,;:.!?…–-])[\s,;:.!?…–-]+$/g, ''))
}

export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase('pt-BR') + text.slice(1)
}
