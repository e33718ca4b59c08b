import m from 'mithril'
import type {
  AdminRecord,
  AdminRecordState,
  AdminRecordsBody,
  AdminRetriedBody,
} from '../../../core/contract/admin-page.ts'
import type { App } from '../app.ts'
import { moment } from '../format.ts'
import { act, section, table } from '../parts.ts'
import { words } from '../words.ts'

const say = words.records
const STATES = Object.keys(say.states) as AdminRecordState[]
/** As in lists of `svcctl`: the beginning is enough to name one. */
const SHOWN = 13

export function recordsView(app: App): m.Component {
  let chosen: AdminRecordState | '' = 'pending'
  return section<AdminRecordsBody>({
    app,
    title: words.views.records,
    path: () => (chosen === '' ? 'records' : `records?state=${chosen}`),
    show: (body, reload) => [
      body.outgoing_held && m('p.fault', say.held),
      body.waiting.length > 0 && [
        m('h2', say.waiting),
        m(
          'ul',
          body.waiting.map(({ cause, records, since }) =>
            m('li', say.waits(records, causeWords(cause) ?? cause, moment(since))),
          ),
        ),
      ],
      m(
        '.buttons',
        m('label', { for: 'state' }, say.filter),
        m(
          'select#state',
          {
            onchange: (event: Event) => {
              chosen = (event.target as HTMLSelectElement).value as typeof chosen
              void reload()
            },
          },
          STATES.map((state) =>
            m(
              'option',
              { value: state, selected: chosen === state },
              `${say.states[state]} (${body.counts[state]})`,
            ),
          ),
          m('option', { value: '', selected: chosen === '' }, say.all),
        ),
        body.counts.pending > 0 && !body.outgoing_held && retryAll(app, body, reload),
      ),
      table(words.views.records, body.records, columns(app, body, reload)),
    ],
  })
}

function columns(app: App, body: AdminRecordsBody, reload: () => Promise<void>) {
  return [
    {
      head: say.record,
      cell: ({ id }: AdminRecord) => m('code', { title: id }, id.slice(0, SHOWN)),
      isName: true,
    },
    { head: say.type, cell: ({ document_type }: AdminRecord) => document_type },
    { head: say.state, cell: ({ state }: AdminRecord) => say.states[state] },
    { head: say.cause, cell: ({ waits_for }: AdminRecord) => causeWords(waits_for) ?? '—' },
    { head: say.submitted, cell: ({ submitted_at }: AdminRecord) => moment(submitted_at) },
    { head: say.tries, cell: ({ tries }: AdminRecord) => String(tries) },
    {
      head: say.next,
      cell: (record: AdminRecord) => [
        moment(record.next_try_at),
        ' ',
        record.state === 'pending' && !body.outgoing_held && retry(app, record, reload),
      ],
    },
    {
      head: say.visit,
      cell: ({ consultation_id }: AdminRecord) =>
        m('code', { title: consultation_id }, consultation_id.slice(0, SHOWN)),
    },
  ]
}

function causeWords(cause: string | null): string | null {
  return cause === null ? null : (say.causes[cause] ?? cause)
}

function retry(app: App, { id }: AdminRecord, reload: () => Promise<void>): m.Children {
  const ask = async () => {
    if (!(await app.ask({ title: say.retryTitle, text: say.retryText, action: say.retry }))) return
    const done = async () => {
      await app.service.send('POST', `records/${id}/retry`, {})
      return say.retried
    }
    await act(app, done, reload)
  }
  const label = `${say.retry}: ${id.slice(0, SHOWN)}`
  return m('button', { type: 'button', 'aria-label': label, onclick: () => void ask() }, say.retry)
}

function retryAll(app: App, { counts }: AdminRecordsBody, reload: () => Promise<void>) {
  const ask = async () => {
    const title = say.retryAllTitle(counts.pending)
    if (!(await app.ask({ title, text: say.retryAllText, action: say.retry }))) return
    const done = async () => {
      const body = await app.service.send<AdminRetriedBody>('POST', 'records/retry', {})
      return say.retriedAll(body.retried)
    }
    await act(app, done, reload)
  }
  return m('button', { type: 'button', onclick: () => void ask() }, say.retryAll)
}
