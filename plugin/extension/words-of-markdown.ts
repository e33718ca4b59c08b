/** A document's Markdown as a page's fields take it. */
import type { Words } from './page-words.ts'

/** Headings and items as plain lines, and as HTML. */
export function wordsOf(markdown: string): Words {
  const lines = markdown.trim().split('\n')
  const plain = lines.map((line) => bare(line.replace(/^#{1,6} /, ''))).join('\n')
  return { plain, html: lines.map(htmlOf).join('') }
}

/** What stands under each heading, by the heading's words. */
export function sectionsOf(markdown: string): Map<string, string> {
  const sections = new Map<string, string>()
  let name: string | undefined
  for (const line of markdown.split('\n')) {
    const heading = /^#{1,3} (.+)$/.exec(line)?.[1]
    if (heading !== undefined) name = bare(heading).replace(/:$/, '')
    if (name === undefined) continue
    const before = sections.get(name)
    sections.set(name, heading === undefined ? `${before ?? ''}${line}\n` : (before ?? ''))
  }
  for (const [heading, text] of sections) {
    if (text.trim() === '') sections.delete(heading)
    else sections.set(heading, text.trim())
  }
  return sections
}

function htmlOf(line: string): string {
  if (line.trim() === '') return ''
  const heading = /^#{1,6} (.+)$/.exec(line)?.[1]
  if (heading !== undefined) return `<p><strong>${escaped(bare(heading))}</strong></p>`
  const item = /^- (.+)$/.exec(line)?.[1]
  return item === undefined ? `<p>${escaped(bare(line))}</p>` : `<p>• ${escaped(bare(item))}</p>`
}

function bare(line: string): string {
  return line.replaceAll('**', '')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
