/**
 * What a page says by how its letters stand, in words: the editor has no such letters, and without
 * them a medicine that was crossed out would be one again, and 98 with the mark of a note 981.
 */
const STRUCK = 's, strike, del, [style*="line-through"]'
/** As the marks of unsure numbers in files. */
const STRUCK_MARK = ' (riscado)'
const RAISED = 'sup, [style*="super"]'
const HIGH: Readonly<Record<string, string>> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '+': '⁺',
  '-': '⁻',
}

export function writeSigns(page: ParentNode) {
  for (const raised of page.querySelectorAll(RAISED)) {
    const text = raised.textContent ?? ''
    if (/^\s*[0-9]+[+-]?\s*$/.test(text) && isRaised(raised))
      raised.textContent = text.replace(/[0-9+-]/g, (one) => HIGH[one]!)
  }
  for (const struck of page.querySelectorAll(STRUCK)) {
    const isInside = struck.parentElement?.closest(STRUCK)
    if (!isInside && (struck.textContent ?? '').trim() !== '') struck.append(STRUCK_MARK)
  }
}

function isRaised(element: Element): boolean {
  const style = element.getAttribute('style') ?? ''
  return element.localName === 'sup' || /vertical-align:\s*super/i.test(style)
}
