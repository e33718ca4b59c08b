/** Elements without markup strings, which a host's page may forbid. */
import { type IconName, iconPath } from '../components/icon.ts'

type Attributes = Record<string, string>

const SVG = 'http://www.w3.org/2000/svg'

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  children: string[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** As `icon` of the views draws it. */
export function iconOf(name: IconName, size = 18): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const attributes: Attributes = {
    class: 'icon',
    viewBox: '0 0 20 20',
    width: String(size),
    height: String(size),
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.6',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value)
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', iconPath(name))
  svg.append(path)
  return svg
}
