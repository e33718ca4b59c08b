/**
 * Brings it to the middle of whatever scrolls in the panel. Not `scrollIntoView`: that goes on to
 * the host's page, which must not move under the doctor's hands.
 */
export function bringIntoView(element: Element) {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight || !scrolls(box)) continue
    const outer = box.getBoundingClientRect()
    const inner = element.getBoundingClientRect()
    box.scrollTop += inner.top + inner.height / 2 - (outer.top + outer.height / 2)
  }
}

function scrolls(box: Element): boolean {
  const { overflowY } = getComputedStyle(box)
  return overflowY === 'auto' || overflowY === 'scroll'
}
