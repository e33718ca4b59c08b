import m from 'mithril'
import type { AdminChecksBody, AdminFinding } from '../../../core/contract/admin-page.ts'
import type { App } from '../app.ts'
import { checkWords } from '../check-words.ts'
import { moment } from '../format.ts'
import { act, section } from '../parts.ts'
import { words } from '../words.ts'

const say = words.checks

export function checksView(app: App): m.Component {
  let isRunning = false
  return section<AdminChecksBody>({
    app,
    title: words.views.checks,
    path: () => 'checks',
    show(body, reload) {
      const examine = async () => {
        isRunning = true
        await act(
          app,
          async () => {
            await app.service.send('POST', 'checks', {})
            return say.done
          },
          reload,
        ).finally(() => {
          isRunning = false
          app.redraw()
        })
      }
      return [
        m(
          '.buttons',
          m(
            'button.main',
            { type: 'button', 'aria-disabled': isRunning, onclick: () => !isRunning && examine() },
            isRunning || body.running ? say.running : say.run,
          ),
        ),
        body.report ? report(body.report) : m('p.soft', say.never),
      ]
    },
  })
}

function report({ examined_at, findings, not_probed }: NonNullable<AdminChecksBody['report']>) {
  const of = (...wanted: AdminFinding['severity'][]) =>
    findings.filter(({ severity }) => wanted.includes(severity))
  const fine = of('ok', 'info')
  return [
    m(
      'p',
      say.counts(of('error').length, of('warning').length),
      ' ',
      say.examined(moment(examined_at)),
    ),
    m('p.soft', say.language),
    m('ul.findings', of('error', 'warning').map(finding)),
    m('details', m('summary', say.fine(fine.length)), m('ul.findings', fine.map(finding))),
    not_probed > 0 && m('p.soft', say.notProbed(not_probed)),
  ]
}

function finding({ id, severity, title, what, why, fix }: AdminFinding): m.Children {
  const isToDo = severity === 'error' || severity === 'warning'
  const known = checkWords[id]
  return m(
    'li',
    { key: id, class: severity },
    m(
      'strong',
      m('span.badge', say.severities[severity]),
      ' ',
      known?.title ?? m('span', { lang: 'en' }, title),
    ),
    isToDo && known && m('p', known.advice),
    m('p', { lang: 'en', class: isToDo && known ? 'soft' : '' }, what),
    isToDo && why && m('p.soft', { lang: 'en' }, why),
    isToDo && fix && m('p', m('code.long', fix)),
  )
}
