// Own process: it stands in for the clock's intervals, which would go on for ever
import test from 'ava'
import fc from 'fast-check'
import type { HeldVisit } from '../../../plugin/extension/held-visit.ts'
import { recordingHost } from '../../../plugin/extension/recording-host.ts'
import type {
  Asked,
  Order,
  Recorded,
  Told,
  Visit,
} from '../../../plugin/extension/recording-words.ts'

const SCHEDULES = 200

const visitOf = (index: number): Visit => ({
  base: 'https://box',
  id: `visit-${index}`,
  ids: { doctorId: 'd', patientId: `p-${index}`, consultationId: `c-${index}` },
  patientName: `Paciente ${index}`,
})

/** A recorder that takes its time to open, and for every order. */
function fakeRecorders() {
  const recording = new Set<string>()
  const wrong: string[] = []
  const hold = async (given: {
    visit: Visit
    isTaken(): boolean
    changed(): void
  }): Promise<HeldVisit> => {
    const { visit, isTaken, changed } = given
    await pause()
    const told = { visit: visit.id }
    return {
      visit,
      get isRecording() {
        return recording.has(visit.id)
      },
      get isAtRest() {
        return !recording.has(visit.id)
      },
      elapsedMs: 1000,
      state: () => ({ tell: 'state', state: told }) as unknown as Told,
      async obey(order: Order) {
        if (order.do === 'start' && !isTaken()) recording.add(visit.id)
        await pause()
        if (order.do === 'pause' || order.do === 'finish') recording.delete(visit.id)
        if (recording.size > 1) wrong.push([...recording].join())
        changed()
      },
      close() {},
    }
  }
  return { hold: hold as unknown as Parameters<typeof recordingHost>[0]['hold'], recording, wrong }
}

/** One panel's port, and what it was told. */
function panelPort(accept: (port: chrome.runtime.Port) => void, index: number) {
  const told: Told[] = []
  const listeners: ((word: unknown) => void)[] = []
  const ends: (() => void)[] = []
  accept({
    name: 'recording',
    onMessage: { addListener: (one: (word: unknown) => void) => listeners.push(one) },
    onDisconnect: { addListener: (one: () => void) => ends.push(one) },
    postMessage: (word: unknown) => told.push(word as Told),
    disconnect() {},
  })
  let id = 0
  const say = (order: Order) => {
    const asked: Asked = { id: ++id, order }
    for (const listen of listeners) listen(asked)
  }
  say({ do: 'attach', visit: visitOf(index), facts: {} as never })
  function end() {
    for (const one of ends) one()
  }
  return { told, say, end }
}

const step = fc.record({
  window: fc.constantFrom(0, 1),
  act: fc.constantFrom('start', 'start', 'pause', 'finish', 'reopen', 'wait'),
})

test('two windows, two patients, 200 schedules: never both are recorded, nor mixed', async (t) => {
  const intervals = globalThis.setInterval
  globalThis.setInterval = (() => 0) as unknown as typeof setInterval
  t.teardown(() => {
    globalThis.setInterval = intervals
  })
  let started = 0
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 4, maxLength: 12 }),
    async (steps) => {
      const { hold, recording, wrong } = fakeRecorders()
      const shown: (Recorded | null)[] = []
      const host = recordingHost({
        workletUrl: '',
        onRecorded: (one) => shown.push(one),
        hold: hold!,
      })
      const panels = [panelPort(host.accept, 0), panelPort(host.accept, 1)]
      const gone: { told: Told[]; index: number }[] = []
      for (const { window, act } of steps) {
        const panel = panels[window]!
        if (act === 'wait') await pause()
        else if (act === 'reopen') {
          gone.push({ told: panel.told, index: window })
          panel.end()
          panels[window] = panelPort(host.accept, window)
        } else if (act === 'start') panel.say({ do: 'start', facts: {} as never })
        else panel.say({ do: act as 'pause' | 'finish' })
      }
      await new Promise((resolve) => setTimeout(resolve, 15))
      t.deepEqual(wrong, [])
      if (recording.size > 0) started++
      const all = [...gone, ...panels.map(({ told }, index) => ({ told, index }))]
      for (const { told, index } of all)
        for (const word of told)
          if (word.tell === 'state')
            t.is((word.state as unknown as { visit: string }).visit, `visit-${index}`)
    },
  )
  await fc.assert(property, { numRuns: SCHEDULES })
  t.true(started > SCHEDULES / 10, `${started} of ${SCHEDULES} recorded anything`)
})

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1))
}
