import { withoutStrayCommas } from '../../portuguese/stray-commas.ts'
import { normalizeText } from '../../transcription/normalize/normalize-text.ts'

/** Words of speech with their numbers and units as a chart writes them, without stray commas. */
export function chartWords(said: string): string {
  return withoutStrayCommas(normalizeText(said).text)
}
