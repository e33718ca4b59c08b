/**
 * A recorder that lives in another page, as the plugin's screens want one: they show what was told
 * of it last, and every question goes over the port. When that page is gone it is made again, and
 * takes up what lies in the outbox.
 */
import { microphoneTest } from '../state/microphone-test.ts'
import type { OpenRecording, RecordingDeps, ShownRecorder } from '../state/open-recording.ts'
import type { Ownership } from '../state/ownership.ts'
import type { Order, Recorded, Snapshot, Told, Visit } from './recording-words.ts'
import { tabSoundView } from './tab-sound-view.ts'
import { words } from './words.ts'

interface Deps {
  visit: Visit
  /** A port to the page that records, which is made first where it is not there. */
  connect(): Promise<chrome.runtime.Port>
  /** Asks the doctor for the microphone, once, and starts when that is answered. */
  startWithMicrophone(start: () => Promise<void>): Promise<void>
  /** What a doctor does who answered no; without, as on any page. */
  deniedSteps?: readonly string[] | undefined
  onRecorded(recorded: Recorded | null): void
  /** The sound of the tab is had only once the extension has started again. */
  onStaleTab(): void
}

const CONNECT_AGAIN_MS = 500

const NOTHING_YET: Snapshot = {
  phase: 'idle',
  fault: undefined,
  elapsedMs: 0,
  connection: 'connecting',
  storageFailed: false,
  statements: [],
  erasing: false,
  length: { isLong: false, hasStopped: false },
  capture: {
    devices: [],
    deviceId: undefined,
    released: false,
    lost: false,
    trouble: undefined,
    changes: [],
    goesOn: true,
  },
  watch: { silent: false, interruptedMs: 0, overloaded: false },
  takes: { pendingMs: 0, lostMs: 0, leftoverMs: 0, broken: false, displaced: false },
  remote: { source: undefined, muted: false, notice: undefined, asking: false },
  isElsewhere: false,
}

export function recordingView(deps: Deps) {
  const { visit, connect, startWithMicrophone, deniedSteps, onRecorded, onStaleTab } = deps
  return ({ t, consultation, info, news, changed }: RecordingDeps): OpenRecording => {
    let now = NOTHING_YET
    let port: Promise<chrome.runtime.Port> | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    let closed = false
    let count = 0
    let isAsking = false
    let recordedElsewhere: Recorded | null = null
    const waiting = new Map<number, { done(): void; failed(error: Error): void }>()
    const meters = { microphone: new Set<Meter>(), remote: new Set<Meter>() }

    const facts = () => ({ ehr: consultation.ehr, info: info() })
    const link = () => {
      if (port) return port
      const mine = linked()
      port = mine
      // Asked once more by whatever is asked next.
      mine.catch(() => {
        if (port === mine) port = undefined
      })
      return mine
    }

    function linkAgain() {
      if (again !== undefined) return
      again = setTimeout(() => {
        again = undefined
        if (!closed) link().catch(linkAgain)
      }, CONNECT_AGAIN_MS)
    }

    async function linked(): Promise<chrome.runtime.Port> {
      const opened = await connect()
      opened.onMessage.addListener((word) => hear(word as Told))
      opened.onDisconnect.addListener(() => {
        port = undefined
        for (const { failed } of waiting.values()) failed(new Error('the recorder is gone'))
        waiting.clear()
        // Its sound is in the outbox: the page that takes its place finds it there.
        linkAgain()
      })
      try {
        await send(opened, { do: 'attach', visit, facts: facts() })
      } catch (error) {
        // Its own end hears nothing of this.
        opened.disconnect()
        throw error
      }
      return opened
    }

    function send(to: chrome.runtime.Port, order: Order): Promise<void> {
      const id = ++count
      return new Promise((done, failed) => {
        waiting.set(id, { done, failed })
        to.postMessage({ id, order })
      })
    }

    const ask = async (order: Order) => send(await link(), order)
    /** What is not done is seen on the screen. */
    const tryTo = (order: Order) => void ask(order).catch(() => {})

    function hear(told: Told) {
      if (told.tell === 'answer') {
        const asked = waiting.get(told.id)
        waiting.delete(told.id)
        if (told.refusal === undefined) asked?.done()
        else asked?.failed(new Error(told.refusal))
      } else if (told.tell === 'level') {
        for (const meter of meters.microphone) meter(told.microphone)
        for (const meter of meters.remote) meter(told.remote)
        return
      } else if (told.tell === 'notice') news.show(told.text, told.tone)
      else if (told.tell === 'announce') news.announce(told.text)
      else if (told.tell === 'recorded') {
        recordedElsewhere = told.recorded?.visitId === visit.id ? null : told.recorded
        onRecorded(told.recorded)
      } else now = told.state
      changed()
    }

    async function start() {
      if (recordedElsewhere)
        return news.show(words.recordingElsewhere(recordedElsewhere.patientName), 'warning')
      isAsking = true
      changed()
      await startWithMicrophone(async () => {
        isAsking = false
        await ask({ do: 'start', facts: facts() }).catch(() =>
          news.show(t.microphone.worklet.title, 'error'),
        )
      })
      changed()
    }

    const recorder: ShownRecorder = {
      get phase() {
        return isAsking ? 'requesting' : now.phase
      },
      get fault() {
        return now.fault
      },
      ...(deniedSteps && { deniedSteps }),
      elapsedMs: () => now.elapsedMs,
      get connection() {
        return now.connection
      },
      get storageFailed() {
        return now.storageFailed
      },
      get statements() {
        return now.statements
      },
      get erasing() {
        return now.erasing
      },
      get length() {
        return now.length
      },
      capture: {
        get devices() {
          return now.capture.devices
        },
        get deviceId() {
          return now.capture.deviceId
        },
        get released() {
          return now.capture.released
        },
        get lost() {
          return now.capture.lost
        },
        get trouble() {
          return now.capture.trouble
        },
        get changes() {
          return now.capture.changes
        },
        get goesOn() {
          return now.capture.goesOn
        },
        set goesOn(on) {
          tryTo({ do: 'goesOn', on })
        },
        watch: {
          get silent() {
            return now.watch.silent
          },
          get interruptedMs() {
            return now.watch.interruptedMs
          },
          get overloaded() {
            return now.watch.overloaded
          },
          dismissInterruption: () => tryTo({ do: 'dismissInterruption' }),
        },
        chooseDevice: (id) => ask({ do: 'chooseDevice', id }),
        refreshDevices: () => ask({ do: 'refreshDevices' }),
        onLevel(side, meter) {
          meters[side].add(meter)
          return () => meters[side].delete(meter)
        },
      },
      get takes() {
        return { ...now.takes, discard: () => ask({ do: 'discard' }), goOnHere }
      },
      start,
      pause: () => ask({ do: 'pause' }),
      silence: () => ask({ do: 'silence' }),
      finish: () => ask({ do: 'finish' }),
      reset: (options) => ask({ do: 'reset', erase: options?.erase ?? false }),
      forgetErased: () => ask({ do: 'forgetErased' }),
    }
    const goOnHere = () => tryTo({ do: 'goOnHere' })

    return {
      recorder,
      ownership: ownershipOf(() => now.isElsewhere),
      remoteSound: tabSoundView({ now: () => now.remote, ask, news, onStaleTab, changed }),
      microphoneTest: microphoneTest({
        deviceId: () => now.capture.deviceId,
        cancelEcho: () => consultation.ehr.type === 'TELEMEDICINE',
        onAllowed: () => tryTo({ do: 'refreshDevices' }),
        changed,
      }),
      async restore() {
        await link()
      },
      // The recorder has a channel of its own.
      onMessage() {},
      onConnection(status) {
        if (status === 'open' && now.connection !== 'open') tryTo({ do: 'reconnect' })
      },
      isRecording: false,
      pauseUnseen: () => false,
      // Who leaves the screen does not stop the recording.
      async stop() {},
      close() {
        closed = true
        void port?.then((opened) => opened.disconnect()).catch(() => {})
      },
    }
  }
}

type Meter = (level: number) => void

/** It is the recording page's; a panel neither has it nor lacks it. */
function ownershipOf(isElsewhere: () => boolean): Ownership {
  return {
    get isOurs() {
      return !isElsewhere()
    },
    get isElsewhere() {
      return isElsewhere()
    },
    isTakingOver: false,
    known: async () => !isElsewhere(),
    claim() {},
    takeOver() {},
    release() {},
  }
}
