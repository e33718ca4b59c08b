/**
 * How a host reads the document of `svc.plugin.ehr.fill`: headings of level 1 to 3 with a colon,
 * list items, and `Chave: valor` lines. This is host code, written as an integrator would write it.
 */
export interface DocumentSection {
  name: string
  /** Lines that are no list items. */
  text: string
  items: string[]
  /** List items of the form `Chave: valor`. */
  entries: Map<string, string>
}

const ENTRY = /^([^:]+): (.+)$/

/** @returns key and value of a list item of the form `Chave: valor`, null of any other */
export function entryOf(item: string): [key: string, value: string] | null {
  const [, key, value] = ENTRY.exec(item) ?? []
  return key && value ? [key, value] : null
}

export function parseDocument(markdown: string): DocumentSection[] {
  const sections: DocumentSection[] = []
  for (const line of markdown.split('\n')) {
    const heading = /^#{1,3} (.*\S)/.exec(line)?.[1]
    if (heading) {
      const name = plain(heading.replace(/(?<=.):$/, ''))
      sections.push({ name, text: '', items: [], entries: new Map() })
      continue
    }
    const section = sections.at(-1)
    if (section && line.trim() !== '') addLine(section, line)
  }
  return sections
}

function addLine(section: DocumentSection, line: string) {
  const item = /^- (.*)$/.exec(line)
  if (!item) {
    section.text = section.text ? `${section.text}\n${plain(line)}` : plain(line)
    return
  }
  const text = plain(item[1] ?? '')
  section.items.push(text)
  const entry = entryOf(text)
  if (entry) section.entries.set(...entry)
}

/** Markdown writes `\*` for a plain `*`. */
function plain(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}
