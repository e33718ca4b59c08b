import m from 'mithril'
import type { AdminAuditBody, AdminEntry } from '../../../core/contract/admin-page.ts'
import type { App } from '../app.ts'
import { moment } from '../format.ts'
import { section, table } from '../parts.ts'
import { words } from '../words.ts'

const say = words.audit

export function auditView(app: App): m.Component {
  let before: number | null = null
  return section<AdminAuditBody>({
    app,
    title: words.views.audit,
    path: () => (before === null ? 'audit' : `audit?before=${before}`),
    show({ entries, next }, reload) {
      const go = (place: number | null) => () => {
        before = place
        void reload()
      }
      return [
        m('p.soft', say.about),
        table(words.views.audit, entries, [
          { head: say.number, cell: ({ sequence }) => String(sequence), isName: true },
          { head: say.at, cell: ({ at }) => moment(at) },
          { head: say.act, cell: ({ action }) => m('code', action) },
          { head: say.outcome, cell: ({ outcome }) => say.outcomes[outcome] },
          {
            head: say.by,
            cell: ({ actor_kind, actor_id }) =>
              `${say.actors[actor_kind] ?? actor_kind} ${actor_id}`,
          },
          { head: say.on, cell: ({ subject_kind, subject_id }) => on(subject_kind, subject_id) },
          { head: say.facts, cell: facts },
        ]),
        m(
          '.buttons',
          before !== null && m('button', { type: 'button', onclick: go(null) }, say.newest),
          next !== null && m('button', { type: 'button', onclick: go(next) }, say.older),
        ),
      ]
    },
  })
}

function on(kind: string | null, id: string | null): m.Children {
  return kind === null ? '—' : m('code.long', `${kind} ${id ?? ''}`)
}

function facts({ facts }: AdminEntry): m.Children {
  const told = Object.entries(facts).filter(([, value]) => value !== null)
  return told.length === 0
    ? '—'
    : m('code.long', told.map(([name, value]) => `${name}=${value}`).join(' '))
}
