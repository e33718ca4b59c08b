import test from 'ava'
import { recordingView } from '../../../plugin/extension/recording-view.ts'
import type { Asked, Told } from '../../../plugin/extension/recording-words.ts'

/** Ports to a page that refuses, goes away or answers, one word of the list for each port. */
function pageThat(words: ('refuses' | 'dies' | 'answers' | 'is not there')[]) {
  const orders: string[] = []
  const ports: { isOpen: boolean }[] = []
  async function connect(): Promise<chrome.runtime.Port> {
    const word = words[ports.length] ?? 'answers'
    const state = { isOpen: word !== 'is not there' }
    ports.push(state)
    if (word === 'is not there') throw new Error('no page')
    const hears: ((word: unknown) => void)[] = []
    const ends: (() => void)[] = []
    return {
      name: '',
      onMessage: { addListener: (one: (word: unknown) => void) => void hears.push(one) },
      onDisconnect: { addListener: (one: () => void) => void ends.push(one) },
      postMessage(asked: unknown) {
        const { id, order } = asked as Asked
        orders.push(order.do)
        queueMicrotask(() => {
          if (word === 'dies') {
            state.isOpen = false
            for (const end of ends) end()
            return
          }
          const refusal = word === 'refuses' ? { refusal: 'no storage' } : {}
          const told: Told = { tell: 'answer', id, ...refusal }
          for (const hear of hears) hear(told)
        })
      },
      disconnect() {
        state.isOpen = false
      },
    }
  }
  return { connect, orders, ports }
}

function open({ connect }: ReturnType<typeof pageThat>) {
  const view = recordingView({
    visit: {
      base: 'https://box',
      id: 'v-1',
      ids: { doctorId: 'd', patientId: 'p', consultationId: 'c' },
      patientName: 'Maria',
    },
    connect,
    startWithMicrophone: (start) => start(),
    onRecorded() {},
    onStaleTab() {},
  })
  const deps = { consultation: { ehr: { type: 'IN_PERSON' } }, info() {}, news: {}, changed() {} }
  return view(deps as unknown as Parameters<typeof view>[0])
}

test('a page that could not open the recorder is asked again, by a port of its own', async (t) => {
  const page = pageThat(['refuses', 'is not there', 'answers'])
  const recording = open(page)
  t.teardown(recording.close)
  await t.throwsAsync(recording.restore(), { message: 'no storage' })
  t.false(page.ports[0]!.isOpen)
  await t.throwsAsync(recording.restore(), { message: 'no page' })
  await recording.restore()
  await recording.recorder.pause()
  t.deepEqual(page.orders, ['attach', 'attach', 'pause'])
})

test('a page that goes away is looked for until it is back, one port at a time', async (t) => {
  const page = pageThat(['dies', 'dies', 'is not there', 'dies', 'answers'])
  const recording = open(page)
  await t.throwsAsync(recording.restore(), { message: 'the recorder is gone' })
  const end = Date.now() + 20_000
  while (page.ports.length < 5 && Date.now() < end) await pause(50)
  // Twice as many each time would be here by now.
  await pause(1200)
  t.is(page.ports.length, 5)
  t.true(page.ports[4]!.isOpen)
  recording.close()
  await pause(0)
  t.false(page.ports[4]!.isOpen)
})

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
