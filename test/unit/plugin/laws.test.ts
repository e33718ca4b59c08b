/**
 * The judge of the random walks, judged: whatever breaks a law must be seen, or the walks prove
 * nothing.
 */
import test from 'ava'
import { breaches, type LogEntry } from '../../helpers/plugin-laws.ts'

const ID = '6f1c1f0a-0a2b-4d3e-8f4a-5b6c7d8e9f00'
const event = (name: string, data?: unknown): LogEntry => ({ event: `svc.plugin.${name}`, data })
const mount = (options = {}): LogEntry => ({ call: 'mount', options })
const opened = event('opened')
const ready = event('ready')
const closed = event('closed')
const started = event('recorder.started')
const paused = event('recorder.paused')
const created = event('ehr.created', { id: ID, type: 'IN_PERSON' })
const template = { id: 'soap', name: 'SOAP', slug: 'soap' }
const fill = event('ehr.fill', { document: '## A:', template })
const file = { fileId: ID, fileName: 'a.pdf', source: 'host' }
const uploadStarted = event('file.upload.started', { ...file, content: null })
const uploadDone = event('file.upload.success', file)

test('a whole visit keeps every law', (t) => {
  const log = [
    mount({ enableFillEhr: true, structuredOutputSchema: {} }),
    opened,
    created,
    ready,
    started,
    paused,
    started,
    event('ehr.transcriptions', { transcriptions: [] }),
    event('ehr.document.created', { id: ID, created_at: new Date(0).toISOString() }),
    fill,
    event('ehr.structured_output', { output: {}, from_cache: false }),
    uploadStarted,
    uploadDone,
    event('ehr.document.minimized'),
    event('maximized'),
    paused,
    { call: 'unmount' as const },
    closed,
    event('error.auth', { message: 'x' }),
    mount(),
    opened,
    ready,
    closed,
  ]
  t.deepEqual(breaches(log), [])
})

test('mounted again before the last word, the next life begins after it', (t) => {
  const again = [mount(), opened, { call: 'unmount' as const }, mount({ enableFillEhr: true })]
  t.deepEqual(breaches([...again, closed, opened, ready, fill]), [])
})

test('a reload ends a life without a word', (t) => {
  t.deepEqual(breaches([mount(), opened, ready, started, { call: 'reload' }, mount(), opened]), [])
})

for (const [what, log] of [
  ['an event before opened', [mount(), ready]],
  ['opened without a mount', [opened]],
  ['opened twice', [mount(), opened, opened]],
  ['ready twice', [mount(), opened, ready, ready]],
  ['created after ready', [mount(), opened, ready, created]],
  ['created twice', [mount(), opened, created, created]],
  ['an event after closed', [mount(), opened, ready, closed, fill]],
  ['closed twice', [mount(), opened, closed, closed]],
  ['closed while recording', [mount(), opened, ready, started, closed]],
  ['started twice', [mount(), opened, ready, started, started]],
  ['paused before started', [mount(), opened, ready, paused]],
  ['fill where it is off', [mount(), opened, ready, fill]],
  [
    'a copy where it is off',
    [mount({ allowCopyDocument: false }), opened, ready, event('ehr.document.copied')],
  ],
  [
    'structured output before its text',
    [
      mount({ enableFillEhr: true, structuredOutputSchema: {} }),
      opened,
      ready,
      event('ehr.structured_output', { output: {}, from_cache: true }),
    ],
  ],
  ['a file that ends without having begun', [mount(), opened, ready, uploadDone]],
  ['a file that begins twice', [mount(), opened, ready, uploadStarted, uploadStarted]],
  ['a file that ends twice', [mount(), opened, ready, uploadStarted, uploadDone, uploadDone]],
  ['a file that never ends', [mount(), opened, ready, uploadStarted, closed]],
  [
    'a raw file that nobody asked for',
    [mount(), opened, ready, event('file.upload.started', { ...file, content: 'file' })],
  ],
  ['anything without subscription', [mount({ messageSubscriptions: false }), opened]],
  ['a payload with more in it', [mount(), event('opened', {})]],
  ['a payload with less in it', [mount(), opened, event('ehr.created', { id: ID })]],
  ['an unknown event', [mount(), opened, ready, event('minimized')]],
  ['an error in the page', [{ fault: 'TypeError' }]],
] as [string, LogEntry[]][])
  test(`${what} is a breach`, (t) => {
    t.true(breaches(log).length > 0)
  })
