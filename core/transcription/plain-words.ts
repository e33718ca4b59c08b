/** The words of a text without case, accents and punctuation: what repeats is compared by these. */
export function plainWords(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return plain === '' ? [] : plain.split(' ')
}
