import m from 'mithril'
import type { AdminSessionBody } from '../../core/contract/admin-page.ts'
import { type App, type Asked, Refused } from './app.ts'
import { words } from './words.ts'

/** In the order of the navigation; the addresses are Portuguese, as people see them. */
export const PLACES = [
  ['/situacao', words.views.status],
  ['/diagnostico', words.views.checks],
  ['/rnds', words.views.records],
  ['/chaves', words.views.keys],
  ['/usuarios', words.views.users],
  ['/avisos', words.views.webhooks],
  ['/modelos-de-ia', words.views.models],
  ['/modelos-de-documento', words.views.templates],
  ['/auditoria', words.views.audit],
] as const

/** @param view what is at the place that was asked for */
export function layout(app: App, view: m.Component): m.Children {
  const { session, notice } = app
  return [
    m(
      'header',
      m('.brand', words.title),
      session && [
        m('span.soft', words.signedInAs(session.by)),
        m('button', { type: 'button', onclick: () => void leave(app) }, words.signOut),
      ],
    ),
    m(
      '.body',
      session && m('nav', { 'aria-label': words.sections }, m('ul', PLACES.map(place))),
      m(
        'main',
        m(
          '.notice',
          { role: 'status', class: notice?.isFault ? 'fault' : notice ? 'done' : '' },
          notice?.text,
        ),
        session === undefined ? m('p', words.opening) : session ? m(view) : m(SignIn, { app }),
      ),
    ),
    app.asked && [m(Dialog, { key: app.asked.number, asked: app.asked })],
  ]
}

function place([path, name]: (typeof PLACES)[number]): m.Children {
  const isHere = m.route.get()?.split('?')[0] === path
  return m('li', m(m.route.Link, { href: path, ...(isHere && { 'aria-current': 'page' }) }, name))
}

async function leave(app: App): Promise<void> {
  await app.attempt(() => app.service.send('DELETE', 'session'))
  app.session = null
  app.notice = null
  app.redraw()
}

/** One question at a time; Escape is no. The browser gives the focus back to what opened it. */
const Dialog: m.ClosureComponent<{ asked: Asked }> = ({ attrs: { asked } }) => {
  let option = false
  let given: { option: boolean } | null = null
  const close = (event: Event) => (event.target as HTMLElement).closest('dialog')?.close()
  return {
    oncreate: ({ dom }) => (dom as HTMLDialogElement).showModal(),
    view() {
      return m(
        'dialog',
        { 'aria-labelledby': 'question', onclose: () => asked.answer(given) },
        m('h2', { id: 'question' }, asked.title),
        m('p', asked.text),
        asked.option &&
          m(
            'label.option',
            m('input', {
              type: 'checkbox',
              checked: option,
              onchange: (event: Event) => {
                option = (event.target as HTMLInputElement).checked
              },
            }),
            asked.option,
          ),
        m(
          '.buttons',
          m('button', { type: 'button', autofocus: true, onclick: close }, words.cancel),
          m(
            'button.main',
            {
              type: 'button',
              class: asked.danger ? 'danger' : '',
              onclick: (event: Event) => {
                given = { option }
                close(event)
              },
            },
            asked.action,
          ),
        ),
      )
    },
  }
}

const SignIn: m.ClosureComponent<{ app: App }> = ({ attrs: { app } }) => {
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
