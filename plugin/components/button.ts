import { type Children, m } from '../view.ts'
import { type IconName, icon } from './icon.ts'

export interface ButtonAttrs {
  onclick?: ((event: Event) => void) | undefined
  icon?: IconName | undefined
  kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  disabled?: boolean | undefined
  /** As `disabled`, but it keeps the focus. */
  'aria-disabled'?: 'true' | null
  /** Why it is disabled, or what it does beyond its words. */
  title?: string | undefined
  busy?: boolean
  /** Where the visible words are shortened. */
  'aria-label'?: string
  /** In a narrow window, instead of the words, of which it is a part; '' leaves the icon alone. */
  short?: string
  class?: string
}

export function button(label: string, attrs: ButtonAttrs): Children {
  const { icon: name, kind = 'plain', busy = false, class: extra = '', short, ...rest } = attrs
  return m(
    `button.button.${kind}[type=button]`,
    {
      ...(short === undefined ? {} : { 'aria-label': label }),
      ...rest,
      class: extra,
      'aria-busy': busy ? 'true' : null,
    },
    busy ? m('span.spinner', { 'aria-hidden': 'true' }) : name && icon(name, 16),
    short === undefined
      ? m('span', label)
      : [m('span.long-words', label), short && m('span.short-words', short)],
  )
}

/** A button that is only an icon; `label` is its name for everybody. */
export function iconButton(
  name: IconName,
  label: string,
  attrs: Record<string, unknown> & { onclick?: (event: Event) => void },
): Children {
  return m(
    'button.icon-button[type=button]',
    { title: label, ...attrs, 'aria-label': label },
    icon(name),
  )
}
