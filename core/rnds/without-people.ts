/**
 * The network's words may cite whom it refuses: CPF and CNS, typed in any way, are blotted out.
 * Codes and times stay.
 */
export function withoutPeople(text: string): string {
  return text.replace(/(?<![\da-z])\d(?:[\s.-]?\d){10,14}(?![\da-z])/gi, (typed) =>
    '•'.repeat(typed.length),
  )
}
