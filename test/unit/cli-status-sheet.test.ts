import test from 'ava'
import { statusSheet } from '../../cli/status-sheet.ts'
import { style } from '../../cli/style.ts'
import { textWidth } from '../../cli/text-width.ts'

const at = new Date('2026-11-24T18:00:00Z')
const plain = style(false)

/** On a busy day, with all that can be told at once. */
const seen = {
  url: 'https://svc.hospital-sao-lucas.example:8443',
  silent: false,
  dataDir: '/var/lib/svc',
  prepared: true,
  database: null,
  server: {
    status: 'ready',
    version: '1.4.0',
    uptime_s: 86_400,
    speech: { state: 'ready', model: 'whisper-large-v3-turbo-q5_0' },
    generator: { kind: 'llama', model: 'qwen3.5-4b-instruct-q4_k_m' },
    queue: { queued: 12, running: 2, waiting: 3, failed: 4 },
    recordings: { recording: 17, paused: 2 },
    outgoing_held: { since: '2026-11-24T09:15:00.000Z' },
  },
  disk: {
    freeBytes: 40_000_000_000,
    totalBytes: 100_000_000_000,
    parts: ['database', 'audio', 'files', 'models', 'keys'].map((name) => ({ name, sizeBytes: 7 })),
  },
  nodes: null,
  lastDrill: { at, failure: null, path: '/mnt/nas/a.svcbackup' },
}

for (const [width, height] of [
  [80, 24],
  [80, 12],
  [80, 6],
  [40, 24],
  [40, 12],
  [40, 3],
  [24, 8],
  [40, 1],
] as const)
  test(`status on ${width} columns and ${height} rows neither scrolls nor breaks a line`, (t) => {
    const lines = statusSheet(seen, at, plain, { width, height }).split('\n')
    t.true(lines.length <= Math.max(1, height - 1), lines.join('\n'))
    t.deepEqual(
      lines.filter((line) => textWidth(line) > width),
      [],
    )
    t.regex(lines.find((line) => line.startsWith('server')) ?? '', /ready/)
  })

test('the least important lines are dropped first: parts of the disk, the version, up to recordings', (t) => {
  const labels = (height: number) =>
    statusSheet(seen, at, plain, { width: 80, height })
      .split('\n')
      .map((line) => line.slice(0, 12).trim())
      .filter(Boolean)
  t.deepEqual(labels(24), [
    'server',
    'version',
    'up for',
    'speech',
    'documents',
    'recordings',
    'final texts',
    'outgoing',
    'disk',
    'backups',
  ])
  t.false(labels(10).includes('version'))
  t.true(labels(10).includes('up for'))
  t.deepEqual(labels(6), ['server', 'recordings', 'final texts', 'outgoing', 'disk'])
  t.deepEqual(labels(3), ['server', 'outgoing'])
})

test('everything is shown where there is room, and where the output is no terminal', (t) => {
  const told = statusSheet(seen, null, plain, { width: null, height: null })
  t.is(told.split('\n').length, 15)
  t.true(
    told.includes('final texts 2 running, 12 queued, 3 waiting for the speech engine, 4 failed'),
  )
  t.regex(told, /outgoing +held since 2026-11-2\d \d\d:\d\d: nothing leaves/)
  t.true(told.includes('speech      ready  whisper-large-v3-turbo-q5_0'))
})

test('a stopped server is reported on the smallest terminal', (t) => {
  const gone = { ...seen, server: null, prepared: false }
  t.deepEqual(statusSheet(gone, at, plain, { width: 40, height: 3 }).split('\n'), [
    'server      not running',
    'data folder nothing is prepared in',
  ])
})

/** Three behind one address, as each says of itself. */
const three = [
  { process: 'a:41', alive: true, recordings: 3, version: '1.4.0' },
  { process: 'b:7', alive: true, recordings: 0, version: '1.5.0' },
  { process: 'c:9', alive: false, recordings: 0, version: '1.4.0' },
].map((node, at) => ({
  ...node,
  address: 'https://svc.hospital.example',
  state: {
    speech: at === 1 ? 'unavailable' : 'ready',
    disk_free_bytes: 40_000_000_000,
    draining_since: at === 0 ? '2026-11-24T09:15:00.000Z' : null,
  },
}))

for (const [what, sheet] of [
  ['the one that was asked', { ...seen, server: { ...seen.server, nodes: three } }],
  ['the database, where this one does not run', { ...seen, server: null, nodes: three }],
] as const)
  test(`every node has a line with what it says of itself, known from ${what}`, (t) => {
    const lines = statusSheet(sheet, null, plain, { width: 200, height: null }).split('\n')
    const at = lines.findIndex((line) => line.startsWith('nodes'))
    const told = lines.slice(at, at + 3).map((line) => line.replaceAll('  ', ' '))
    const [a, b, c] = told as [string, string, string]
    t.regex(a, /on a:41 1\.4\.0 3 recording speech ready 37\.3 GiB free draining since/)
    t.regex(b, /on b:7 1\.5\.0 speech unavailable/)
    t.regex(c, /on c:9 silent/)
  })
