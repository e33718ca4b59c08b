/** Our own screens look like the plugin's: its styles, in a shadow root of their own. */

import { icon } from '../components/icon.ts'
import { styles } from '../styles/styles.ts'
import { type Children, m } from '../view.ts'
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

interface Message {
  title: string
  /** Something is in the way. */
  isTrouble?: boolean
  text?: string
  steps?: readonly string[]
}

/** A page of its own that says one thing: its colours, also behind it, and words in its middle. */
export function messagePage(message: Message, action?: Children): Children {
  const { title, isTrouble = false, text, steps = [] } = message
  return m('main.message-screen.page', [
    isTrouble ? m('.message-icon', icon('micOff', 26)) : m('.empty-icon', icon('mic', 26)),
    m('h1', title),
    m('[role=status]', [
      text !== undefined && m('p', text),
      steps.length > 0 &&
        m(
          'ol.steps',
          steps.map((step) => m('li', step)),
        ),
    ]),
    action,
  ])
}
