/** A page of its own that says one thing: its colours, also behind it, and words in its middle. */
import { icon } from '../components/icon.ts'
import { type Children, m } from '../view.ts'

interface Message {
  title: string
  /** Something is in the way. */
  isTrouble?: boolean
  text?: string
  steps?: readonly string[]
}

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
