import type { DocumentContent, DocumentValue } from '../../core/contract/api.ts'

/** The filled sections as HTML for the clipboard: what word processors and EHR editors paste well. */
export function toHtml(content: DocumentContent): string {
  return Object.entries(content)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<h2>${escapeHtml(name)}</h2>${valueToHtml(value)}`)
    .join('')
}

function valueToHtml(value: DocumentValue): string {
  if (value === null) return ''
  if (typeof value === 'string')
    return value
      .split(/\n+/)
      .map((line) => `<p>${escapeHtml(line)}</p>`)
      .join('')
  const items = Array.isArray(value)
    ? value
    : Object.entries(value)
        .filter(([, text]) => text !== null)
        .map(([key, text]) => `${key}: ${text}`)
  return `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`
}

function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (character) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character]!,
  )
}
