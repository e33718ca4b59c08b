import m from 'mithril'
import type { AdminSessionBody } from '../../core/contract/admin-page.ts'
import type { App } from './app.ts'
import { Refused } from './service.ts'
import { words } from './words.ts'

export const SignIn: m.ClosureComponent<{ app: App }> = ({ attrs: { app } }) => {
  let code = ''
  let fault: string | null = null
  let isBusy = false

  async function enter(event: Event) {
    event.preventDefault()
    isBusy = true
    try {
      const { session } = await app.service.send<AdminSessionBody>('POST', 'session', { code })
      app.session = session
      app.notice = null
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      fault = error.message
    } finally {
      isBusy = false
      app.redraw()
    }
  }

  return {
    view: () =>
      m(
        'form.enter',
        { onsubmit: (event: Event) => void enter(event) },
        m('h1', words.enter.heading),
        m('p', words.enter.how),
        m('p', m('code', words.enter.command)),
        m('label', { for: 'code' }, words.enter.code),
        m('input#code', {
          type: 'text',
          autocomplete: 'one-time-code',
          autocapitalize: 'characters',
          spellcheck: false,
          required: true,
          maxlength: 30,
          value: code,
          'aria-describedby': fault === null ? undefined : 'fault',
          'aria-invalid': fault === null ? undefined : 'true',
          oncreate: ({ dom }) => (dom as HTMLElement).focus(),
          oninput: (event: Event) => {
            code = (event.target as HTMLInputElement).value
          },
        }),
        fault !== null && m('p.fault', { id: 'fault', role: 'alert' }, fault),
        m('button.main', { type: 'submit', disabled: isBusy }, words.enter.button),
      ),
  }
}
