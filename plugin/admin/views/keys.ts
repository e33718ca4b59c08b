import m from 'mithril'
import type { AdminKey, AdminKeysBody } from '../../../core/contract/admin-page.ts'
import type { App } from '../app.ts'
import { moment } from '../format.ts'
import { act, section, table } from '../parts.ts'
import { words } from '../words.ts'

const say = words.keys

export function keysView(app: App): m.Component {
  return section<AdminKeysBody>({
    app,
    title: words.views.keys,
    path: () => 'keys',
    show: ({ keys }, reload) => [
      m('p.soft', say.about),
      table(words.views.keys, keys, [
        { head: say.name, cell: ({ name }) => name, isName: true },
        { head: say.organization, cell: ({ organization }) => organization },
        { head: say.user, cell: ({ user }) => user ?? '—' },
        { head: say.kind, cell: ({ kind }) => say.kinds[kind] },
        { head: say.prefix, cell: ({ prefix }) => m('code', `${prefix}…`) },
        { head: say.created, cell: ({ created_at }) => moment(created_at) },
        {
          head: say.used,
          cell: ({ last_used_at }) => (last_used_at ? moment(last_used_at) : say.never),
        },
        {
          head: say.state,
          cell: (key) => [
            m('span', key.revoked_at ? say.revoked(moment(key.revoked_at)) : say.active),
            ' ',
            key.revoked_at === null && revoke(app, key, reload),
          ],
        },
      ]),
    ],
  })
}

function revoke(app: App, { id, name }: AdminKey, reload: () => Promise<void>): m.Children {
  const ask = async () => {
    const given = await app.ask({
      title: say.revokeTitle(name),
      text: say.revokeText,
      action: say.revoke,
      option: say.endSessions,
      danger: true,
    })
    if (!given) return
    const done = async () => {
      await app.service.send('POST', `keys/${id}/revoke`, { end_sessions: given.option })
      return say.done(name)
    }
    await act(app, done, reload)
  }
  return m(
    'button',
    { type: 'button', 'aria-label': `${say.revoke}: ${name}`, onclick: () => void ask() },
    say.revoke,
  )
}
