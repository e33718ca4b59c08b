/** Our own screens look like the plugin's: its styles, in a shadow root of their own. */
import { styles } from '../styles/styles.ts'
import screens from './screens.css'

export function screenRoot(place: HTMLElement): HTMLElement {
  const host = document.createElement('div')
  followScheme((isDark) => host.toggleAttribute('data-dark', isDark))
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles + screens)
  shadow.adoptedStyleSheets = [sheet]
  const root = document.createElement('div')
  root.className = 'root extension'
  root.lang = 'pt-BR'
  shadow.append(root)
  place.append(host)
  return root
}

/**
 * Calls with what the browser's scheme is, now and whenever it changes.
 * @returns what ends that
 */
export function followScheme(apply: (isDark: boolean) => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => apply(dark.matches)
  dark.addEventListener('change', follow)
  follow()
  return () => dark.removeEventListener('change', follow)
}
