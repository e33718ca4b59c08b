import m from 'mithril'
import type { AdminWebhook, AdminWebhooksBody } from '../../../core/contract/admin-page.ts'
import type { App } from '../app.ts'
import { act, section, table } from '../parts.ts'
import { words } from '../words.ts'

const say = words.webhooks

export function webhooksView(app: App): m.Component {
  return section<AdminWebhooksBody>({
    app,
    title: words.views.webhooks,
    path: () => 'webhooks',
    show: ({ webhooks }, reload) => [
      m('p.soft', say.about),
      table(words.views.webhooks, webhooks, [
        { head: say.name, cell: ({ name }) => name, isName: true },
        { head: say.organization, cell: ({ organization }) => organization },
        { head: say.url, cell: ({ url }) => m('code.long', url) },
        { head: say.events, cell: ({ events }) => m('code', breakable(events.join(', '))) },
        { head: say.content, cell: ({ content }) => (content === 'none' ? say.onlyIds : content) },
        {
          head: say.last,
          cell: ({ last }) => say.lastNow(last.delivered, last.pending, last.failed),
        },
        {
          head: say.state,
          cell: (one) => [
            m('span', stateWords(one)),
            ' ',
            one.state === 'disabled' && enable(app, one, reload),
          ],
        },
      ]),
    ],
  })
}

function stateWords({ state, disabled_because }: AdminWebhook): string {
  return state === 'enabled' ? say.enabled : say.disabled[disabled_because ?? 'administrator']
}

function enable(app: App, { id, name }: AdminWebhook, reload: () => Promise<void>): m.Children {
  const ask = async () => {
    const title = say.enableTitle(name)
    if (!(await app.ask({ title, text: say.enableText, action: say.enable }))) return
    const done = async () => {
      await app.service.send('POST', `webhooks/${id}/enable`, {})
      return say.enabledNow(name)
    }
    await act(app, done, reload)
  }
  const label = `${say.enable}: ${name}`
  return m('button', { type: 'button', 'aria-label': label, onclick: () => void ask() }, say.enable)
}

/** A code name whose lines end behind its own signs, where a cell is narrower than a name is. */
function breakable(text: string): m.Children[] {
  return text.split(/(?<=[_.=])/).flatMap((part, index) => (index > 0 ? [m('wbr'), part] : [part]))
}
