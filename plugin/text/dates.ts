/** `15/10/2026`, as the language writes a day. */
export function dayText(at: string, language: string): string {
  return new Date(at).toLocaleDateString(language, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
}
