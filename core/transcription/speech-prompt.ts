/**
 * What a recognizer is told before it listens: words that may come, and the end of what was said before. Whisper takes the last 224
 * tokens of a prompt, so half goes to the vocabulary and half to the context, which stands last because that is where it is read from.
 */
export interface SpeechPrompt {
  vocabulary: string
  context: string
}

/**
 * @param terms in order of importance; what does not fit is left out
 * @param before text of the previous utterance, the newest at its end
 * @param tokens the recognizer's whole budget
 */
export function speechPrompt(
  terms: readonly string[],
  before: string,
  tokens: number,
): SpeechPrompt | null {
  const context = lastWords(before, Math.floor(tokens / 2))
  const chosen: string[] = []
  const seen = new Set<string>()
  let left = Math.floor(tokens / 2) - estimateTokens(OPENING)
  for (const term of terms) {
    const known = term.toLowerCase()
    const cost = estimateTokens(term) + 1
    if (cost > left) break
    if (seen.has(known)) continue
    seen.add(known)
    chosen.push(term)
    left -= cost
  }
  const vocabulary = chosen.length === 0 ? '' : `${OPENING} ${chosen.join(', ')}.`
  return vocabulary === '' && context === '' ? null : { vocabulary, context }
}

export function promptText({ vocabulary, context }: SpeechPrompt): string {
  return [vocabulary, context].filter(Boolean).join(' ')
}

/**
 * How many of Whisper's tokens a text is at most: the tokenizer lies in the model file, so this errs on the safe side. Portuguese takes
 * about three letters a token, names of drugs a little less.
 */
export function estimateTokens(text: string): number {
  const words = text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
  return words.reduce((sum, word) => sum + Math.ceil(word.length / 2.2), 0)
}

const OPENING = 'Consulta médica:'

function lastWords(text: string, tokens: number): string {
  const words = text.split(/\s+/).filter(Boolean)
  let left = tokens
  let from = words.length
  while (from > 0 && estimateTokens(words[from - 1]!) <= left) {
    left -= estimateTokens(words[from - 1]!)
    from--
  }
  return words.slice(from).join(' ')
}
