/** Whether its page is there: a frame that was removed keeps its elements. */
export function isOnPage(element: HTMLElement): boolean {
  return element.isConnected && element.ownerDocument.defaultView !== null
}
