import m from 'mithril'
import type { App } from './app.ts'
import { Dialog } from './dialog.ts'
import { SignIn } from './sign-in.ts'
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
