/**
 * The page at `/admin`: shows what the service says, asks before it does something, and decides
 * nothing (api/admin is the other side).
 */
import m from 'mithril'
import type { AdminSessionBody } from '../../core/contract/admin-page.ts'
import { createApp } from './app.ts'
import { layout, PLACES } from './layout.ts'
import { auditView } from './views/audit.ts'
import { checksView } from './views/checks.ts'
import { keysView } from './views/keys.ts'
import { modelsView, templatesView, usersView } from './views/lists.ts'
import { recordsView } from './views/records.ts'
import { statusView } from './views/status.ts'
import { webhooksView } from './views/webhooks.ts'

const VIEWS: Record<(typeof PLACES)[number][0], typeof statusView> = {
  '/situacao': statusView,
  '/diagnostico': checksView,
  '/rnds': recordsView,
  '/chaves': keysView,
  '/usuarios': usersView,
  '/avisos': webhooksView,
  '/modelos-de-ia': modelsView,
  '/modelos-de-documento': templatesView,
  '/auditoria': auditView,
}

const root = document.querySelector('#admin')
if (root) start(root)

function start(root: Element) {
  const app = createApp(new URL('./', import.meta.url), () => m.redraw())
  m.route.prefix = '#'
  const routes = PLACES.map(([path]) => {
    let view: m.Component
    const resolver: m.RouteResolver = {
      onmatch() {
        view = VIEWS[path](app)
        app.notice = null
      },
      render: () => layout(app, view),
    }
    return [path, resolver] as const
  })
  m.route(root, '/situacao', Object.fromEntries(routes))
  void app
    .attempt(() => app.service.get<AdminSessionBody>('session'))
    .then((body) => {
      app.session = body?.session ?? null
      app.redraw()
    })
}
