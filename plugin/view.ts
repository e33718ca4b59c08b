/**
 * Mithril without its global redraw, router and requests: one `m` to write views, one `render` per
 * app.
 */
import type Mithril from 'mithril'
import m from 'mithril/hyperscript'
import renderer from 'mithril/render'

export type Children = Mithril.Children
export type Component<Attrs = Record<string, never>> = Mithril.Component<Attrs>
export type Vnode<Attrs = Record<string, never>> = Mithril.Vnode<Attrs>
export type VnodeDOM<Attrs = Record<string, never>> = Mithril.VnodeDOM<Attrs>

/** `redraw` runs after each event handler of the tree. */
type Render = (root: Element, children: Children, redraw?: () => void) => void

// Its published types describe an object; the module is the function itself.
export const render = renderer as unknown as Render
export { m }
