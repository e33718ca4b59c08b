/**
 * Whether something that is drawn may take the keyboard's focus. It is drawn with the next frame,
 * or when an answer has come, and not with the act that it belongs to: who went on meanwhile, in
 * the panel or to a field of the host's page, is not called away.
 *
 * @param own what may lose the focus to it all the same: what was pressed, or what that stands in
 */
export function isFocusFree(dom: Element, own?: Element | null): boolean {
  // In a frame: the page around it has the focus.
  if (parent !== window && !document.hasFocus()) return false
  const inside = (dom.getRootNode() as ShadowRoot).activeElement
  // The window itself holds what nothing in it does.
  if (inside) return inside.matches('.window') || own?.contains(inside) === true
  const { activeElement, body } = document
  return !activeElement || activeElement === body
}
