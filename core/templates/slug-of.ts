/** Kebab-case, as SPEC-GAPS 1.15 asks; a name without a letter or digit is `modelo`. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/(?<!-)-+$/, '')
  return plain || 'modelo'
}
