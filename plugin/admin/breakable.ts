import m from 'mithril'

/** A code name whose lines end behind its own signs, where a cell is narrower than a name is. */
export function breakable(text: string): m.Children[] {
  return text.split(/(?<=[_.=])/).flatMap((part, index) => (index > 0 ? [m('wbr'), part] : [part]))
}
