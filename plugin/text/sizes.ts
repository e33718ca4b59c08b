/** `820 B`, `34 KB`, `1,4 MB`, `20 MB`: the size of a file as computers of doctors show it. */
export function sizeText(bytes: number, language: string): string {
  if (bytes < 1000) return `${bytes} B`
  const kilo = bytes / 1024
  if (kilo < 1000) return `${Math.max(1, Math.round(kilo))} KB`
  const mega = kilo / 1024
  const digits = { maximumFractionDigits: mega < 10 ? 1 : 0 }
  return `${mega.toLocaleString(language, digits)} MB`
}
