/** Whether its page is there: a frame that was removed keeps its elements. */
export function isOnPage(element: HTMLElement): boolean {
  return element.isConnected && element.ownerDocument.defaultView !== null
}

/**
 * Whether the page shows it, or would where somebody scrolls. On paper nothing of it is shown, and
 * that hides nothing.
 */
export function isShown(element: HTMLElement): boolean {
  if (matchMedia('print').matches) return true
  const look = { opacityProperty: true, visibilityProperty: true }
  if (element.checkVisibility?.(look) === false) return false
  const box = element.getClientRects()[0]
  return box !== undefined && box.right + scrollX > 0 && box.bottom + scrollY > 0
}
