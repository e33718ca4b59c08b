/** A document's Markdown as a page's fields take it. */
import type { Words } from './page-words.ts'

/** Headings and items as plain lines, and as HTML. */
export function wordsOf(markdown: string): Words {
  const lines = markdown.trim().split('\n')
  const plain = lines.map((line) => bare(line.replace(/^#{1,6} /, ''))).join('\n')
  return { plain, html: lines.map(htmlOf).join('') }
}

function htmlOf(line: string): string {
  if (line.trim() === '') return ''
  const heading = /^#{1,6} (.+)$/.exec(line)?.[1]
  if (heading !== undefined) return `<p><strong>${escaped(bare(heading))}</strong></p>`
  return `<p>${escaped(bare(line))}</p>`
}

function bare(line: string): string {
  return line.replaceAll('**', '')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
