/**
 * All visits that the recording page holds, and the ports of the panels to them. A port belongs to
 * the visit of its first word for good, so that no order reaches another patient's recorder. One
 * microphone records one visit at a time, however many windows are open.
 */
import { type HeldVisit, holdVisit } from './held-visit.ts'
import type { Asked, Order, Recorded, Told, Visit } from './recording-words.ts'

interface Deps {
  workletUrl: string
  /** What is recorded now, or null; told on every change of a second. */
  onRecorded(recorded: Recorded | null): void
  /** Opens the recorder of one visit. */
  hold?: typeof holdVisit
}

interface Held {
  opened: Promise<HeldVisit>
  ports: Set<chrome.runtime.Port>
  /** Undefined until it is opened. */
  held: HeldVisit | undefined
}

const TELL_EVERY_MS = 100
const LET_GO_EVERY_MS = 30_000

export function recordingHost({ workletUrl, onRecorded, hold = holdVisit }: Deps) {
  const visits = new Map<string, Held>()
  let told = ''
  setInterval(letGo, LET_GO_EVERY_MS)

  function open({ visit, facts }: Extract<Order, { do: 'attach' }>): Held {
    const key = keyOf(visit)
    const known = visits.get(key)
    if (known) return known
    const ports = new Set<chrome.runtime.Port>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = (word: Told) => {
      for (const port of ports) port.postMessage(word)
    }
    const opened = hold({
      visit,
      facts,
      workletUrl,
      isTaken: () =>
        [...visits].some(([other, { held }]) => other !== key && held?.isRecording === true),
      tell,
      changed() {
        if (timer !== undefined) return
        timer = setTimeout(() => {
          timer = undefined
          if (entry.held) tell(entry.held.state())
          tellRecorded()
        }, TELL_EVERY_MS)
      },
    })
    const entry: Held = { opened, ports, held: undefined }
    visits.set(key, entry)
    opened.then(
      (held) => {
        entry.held = held
      },
      () => visits.delete(key),
    )
    return entry
  }

  function recorded(): Recorded | null {
    const found = [...visits.values()].find(({ held }) => held?.isRecording)?.held
    if (!found) return null
    const { visit, elapsedMs } = found
    return { visitId: visit.id, patientName: visit.patientName, elapsedMs }
  }

  function tellRecorded() {
    const now = recorded()
    const seconds = now && Math.floor(now.elapsedMs / 1000)
    const text = JSON.stringify([now?.visitId, seconds])
    if (text === told) return
    told = text
    onRecorded(now)
    for (const { ports } of visits.values())
      for (const port of ports) port.postMessage({ tell: 'recorded', recorded: now } satisfies Told)
  }

  /** What nobody looks at and nothing waits for. */
  function letGo() {
    for (const [key, { held, ports }] of visits) {
      if (!held?.isAtRest || ports.size > 0) continue
      visits.delete(key)
      held.close()
    }
  }

  async function obey(port: chrome.runtime.Port, order: Order, mine: Held | undefined) {
    if (order.do === 'attach') {
      const entry = mine ?? open(order)
      entry.ports.add(port)
      const held = await entry.opened
      await held.obey(order)
      port.postMessage(held.state())
      port.postMessage({ tell: 'recorded', recorded: recorded() } satisfies Told)
      return
    }
    if (!mine) throw new Error('not attached')
    const held = await mine.opened
    await held.obey(order)
    port.postMessage(held.state())
  }

  return {
    accept(port: chrome.runtime.Port) {
      let mine: Held | undefined
      port.onMessage.addListener((word) => {
        const { id, order } = word as Asked
        const done = obey(port, order, mine)
        if (order.do === 'attach') mine ??= visits.get(keyOf(order.visit))
        done.then(
          () => port.postMessage({ tell: 'answer', id } satisfies Told),
          (error) =>
            port.postMessage({ tell: 'answer', id, refusal: String(error) } satisfies Told),
        )
      })
      port.onDisconnect.addListener(() => mine?.ports.delete(port))
    },
  }
}

function keyOf({ base, id }: Visit): string {
  return `${base} ${id}`
}
