/**
 * How many tokens a prompt has at least, whatever the vocabulary: as many as words and numbers.
 * Servers tell how many they read. Those whose model holds less than they are sent may leave out
 * the beginning or the middle and answer as if nothing had happened; what was said in a visit would
 * be missing without a word.
 */
export function fewestTokens({ system, user }: { system: string; user: string }): number {
  let count = 0
  for (const _ of `${system}\n${user}`.matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)) count++
  return count
}
