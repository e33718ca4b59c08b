/** What is only shown: users, models of both kinds. */
import m from 'mithril'
import type {
  AdminModelsBody,
  AdminTemplatesBody,
  AdminUsersBody,
} from '../../../core/contract/admin-page.ts'
import type { App } from '../app.ts'
import { bytes, moment } from '../format.ts'
import { modelState } from '../model-state.ts'
import { section, table } from '../parts.ts'
import { words } from '../words.ts'

export function usersView(app: App): m.Component {
  const say = words.users
  return section<AdminUsersBody>({
    app,
    title: words.views.users,
    path: () => 'users',
    show: ({ users }) => [
      m('p.soft', say.about),
      table(words.views.users, users, [
        { head: say.name, cell: ({ name }) => name, isName: true },
        { head: say.organization, cell: ({ organization }) => organization },
        { head: say.status, cell: ({ status }) => say.states[status] },
        { head: say.created, cell: ({ created_at }) => moment(created_at) },
      ]),
    ],
  })
}

export function modelsView(app: App): m.Component {
  const say = words.models
  return section<AdminModelsBody>({
    app,
    title: words.views.models,
    path: () => 'models',
    show: ({ models }) => [
      m('p.soft', say.about),
      table(words.views.models, models, [
        { head: say.name, cell: ({ name }) => name, isName: true },
        { head: say.kind, cell: ({ kind }) => say.kinds[kind] },
        { head: say.state, cell: modelState },
        { head: say.size, cell: ({ size_bytes }) => bytes(size_bytes) },
        { head: say.memory, cell: ({ memory_bytes }) => bytes(memory_bytes) },
        { head: say.licence, cell: ({ licence }) => licence ?? '—' },
      ]),
    ],
  })
}

export function templatesView(app: App): m.Component {
  const say = words.templates
  return section<AdminTemplatesBody>({
    app,
    title: words.views.templates,
    path: () => 'templates',
    show: ({ templates }) => [
      m('p.soft', say.about),
      table(words.views.templates, templates, [
        { head: say.name, cell: ({ name }) => name, isName: true },
        { head: say.slug, cell: ({ slug }) => m('code', slug) },
        { head: say.from, cell: ({ organization }) => organization ?? say.builtIn },
        { head: say.version, cell: ({ version }) => String(version) },
        { head: say.fields, cell: ({ fields }) => String(fields) },
        {
          head: say.review,
          cell: (one) => (one.pending_clinical_review ? say.pending : say.notPending),
        },
      ]),
    ],
  })
}
