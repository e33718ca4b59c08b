import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { DEFAULT_LIMITS } from '../../api/channel/channel-deps.ts'
import { channelSession } from '../../api/channel/channel-session.ts'
import { inbox } from '../../api/channel/inbox.ts'
import { ownership } from '../../api/channel/ownership.ts'
import { turns } from '../../api/channel/turns.ts'
import { silentLog } from '../../core/log.ts'

type Deps = Parameters<typeof channelSession>[0]

test('a connection that ends during its hello watches nothing, even when its state cannot be read', async (t) => {
  let watching = 0
  let openConsultation = () => {}
  const session = channelSession({
    authenticate: async () => ({ organizationId: 'o' }),
    openConsultation: () =>
      new Promise((resolve) => {
        openConsultation = () => resolve({ id: 'c' })
      }),
    feed: {
      subscribe() {
        watching += 1
        return () => {
          watching = 0
        }
      },
    },
    recorder: { list: () => Promise.reject(new Error('database gone')) },
    segments: async () => [],
    transcriptionStatus: async () => ({}),
    now: () => new Date(),
    log: silentLog,
    limits: DEFAULT_LIMITS,
    owners: ownership(),
    turn: turns(DEFAULT_LIMITS.turns),
    introduce() {},
    peer: { send() {}, close() {}, pauseReading() {}, resumeReading() {} },
  } as unknown as Deps)

  session.push({ kind: 'text', text: JSON.stringify({ type: 'hello', ehr_id: 'c', token: 'x' }) })
  await sleep(5)
  session.end()
  openConsultation()
  await session.idle()
  t.is(watching, 0)
})

test('a flood of empty messages is slowed down like any other', async (t) => {
  let paused = false
  const box = inbox({
    onText: async () => {},
    onFrame: async () => {},
    pauseReading: () => {
      paused = true
    },
    resumeReading: () => {
      paused = false
    },
    maxPendingBytes: 1000,
  })
  for (let count = 0; count < 100; count++) box.push({ kind: 'frame', bytes: new Uint8Array(0) })
  t.true(paused)
  await box.idle()
  t.false(paused)
})
