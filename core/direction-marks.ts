/**
 * Characters that nobody sees and that end a line or turn the text around them: a name that holds
 * one reads as another.
 */
export const DIRECTION_MARKS = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

export function hasDirectionMark(text: string): boolean {
  return text.search(DIRECTION_MARKS) !== -1
}
