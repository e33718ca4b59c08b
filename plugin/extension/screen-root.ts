/** Our own screens look like the plugin's: its styles, in a shadow root of their own. */
import { styles } from '../styles/styles.ts'
import screens from './screens.css'

export function screenRoot(place: HTMLElement): HTMLElement {
  const host = document.createElement('div')
  if (isDark()) host.dataset.dark = ''
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

export function isDark(): boolean {
  return matchMedia('(prefers-color-scheme: dark)').matches
}
