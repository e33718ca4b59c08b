/**
 * The recording half of one visit, in the page that records: the plugin's own recorder with a
 * session and a channel of its own. What the panel has of the visit is in its own page.
 */
import type { Ehr } from '../../core/contract/api.ts'
import { newSession } from '../host/session.ts'
import { ptBR } from '../locales/pt-BR.ts'
import { type ChannelClient, channelClient } from '../services/channel-client.ts'
import { localNetwork } from '../services/local-network.ts'
import { preferences } from '../services/preferences.ts'
import type { SharingFault } from '../services/shared-tab.ts'
import { openRecording } from '../state/open-recording.ts'
import { visitToken } from './account.ts'
import {
  type Order,
  snapshotOf,
  type Told,
  type Visit,
  type VisitFacts,
} from './recording-words.ts'

export interface HeldVisit {
  readonly visit: Visit
  /** The microphone is on, or being asked for. */
  readonly isRecording: boolean
  /** Nothing goes on, and nothing waits to be sent. */
  readonly isAtRest: boolean
  readonly elapsedMs: number
  state(): Told
  /** @throws when the recorder cannot do it */
  obey(order: Order): Promise<void>
  close(): void
}

interface Deps {
  visit: Visit
  facts: VisitFacts
  workletUrl: string
  /** Another visit is being recorded: two patients never share a microphone. */
  isTaken(): boolean
  tell(told: Told): void
  changed(): void
}

const REVIVE_AFTER_MS = 10_000

export async function holdVisit(deps: Deps): Promise<HeldVisit> {
  const { visit, workletUrl, isTaken, tell, changed } = deps
  const { base, ids } = visit
  let facts = deps.facts
  let channel: ChannelClient | undefined
  let closed = false
  const { origin } = location
  const network = localNetwork({
    origin: new URL(base).origin,
    pageOrigin: origin,
    permissions: navigator.permissions,
  })
  const session = newSession({ base, network, warn: () => {}, onAuthenticationEnded: reviveLater })
  session.credentials.replace({ getToken: () => visitToken(visit.id) })

  /** The appliance may only be away: what was recorded is sent whenever it is back. */
  function reviveLater() {
    setTimeout(() => {
      if (closed) return
      session.credentials.revive().then(
        () => channel?.reconnect(),
        () => {},
      )
    }, REVIVE_AFTER_MS)
  }

  function learn(next: VisitFacts) {
    if (next.ehr.version >= facts.ehr.version) facts = next
  }

  const tab = tabSound()
  const recording = openRecording({
    t: ptBR,
    deps: { base, ids, session, publish: () => {}, workletUrl },
    news: {
      show: (text, tone = 'done') => tell({ tell: 'notice', text, tone }),
      announce: (text) => tell({ tell: 'announce', text }),
    },
    preferences: preferences(),
    consultation: {
      get ehr() {
        return facts.ehr
      },
      async refresh() {
        const path = `/ehrs/${facts.ehr.id}`
        const { body } = await session.api.request<Ehr>({ method: 'GET', path })
        learn({ ...facts, ehr: body })
        return facts.ehr
      },
    },
    place: {
      pass: (sound, on) => on(sound),
      get forbidsRecording() {
        return isTaken()
      },
      dismiss() {},
    },
    info: () => facts.info,
    channel: () => channel,
    shareTab: tab.open,
    changed() {
      if (recording.remoteSound.source === undefined) tab.silence()
      changed()
    },
  })
  const { recorder } = recording
  let remote = 0
  recorder.capture.onLevel('remote', (level) => {
    remote = level
  })
  recorder.capture.onLevel('microphone', (microphone) =>
    tell({ tell: 'level', microphone, remote }),
  )
  await recording.restore()
  recording.ownership.claim()
  channel = channelClient({
    base,
    ehrId: facts.ehr.id,
    credentials: session.credentials,
    network,
    onMessage(message) {
      recording.onMessage(message)
      changed()
    },
    onStatus: recording.onConnection,
    onUnreached() {},
  })

  function close() {
    closed = true
    channel?.close()
    recording.close()
    tab.silence()
    session.credentials.release()
  }

  async function obey(order: Order): Promise<void> {
    switch (order.do) {
      case 'attach':
        return learn(order.facts)
      case 'start':
        learn(order.facts)
        return recorder.start()
      case 'pause':
      case 'silence':
      case 'finish':
      case 'forgetErased':
        return recorder[order.do]()
      case 'reset':
        return recorder.reset({ erase: order.erase })
      case 'chooseDevice':
        return recorder.capture.chooseDevice(order.id)
      case 'shareTab':
        tab.choose(order.streamId)
        return recording.remoteSound.share()
      case 'stopSharing':
        return recording.remoteSound.stopSharing()
      case 'dismissRemoteNotice':
        return recording.remoteSound.dismissNotice()
      case 'goesOn':
        recorder.capture.goesOn = order.on
        return
      case 'refreshDevices':
        return recorder.capture.refreshDevices()
      case 'dismissInterruption':
        return recorder.capture.watch.dismissInterruption()
      case 'discard':
        return recorder.takes.discard()
      case 'goOnHere':
        return recorder.takes.goOnHere()
      case 'reconnect':
        if (session.credentials.ended) await session.credentials.revive()
        channel?.reconnect()
    }
  }

  const isRecording = () => recorder.phase === 'recording' || recorder.phase === 'requesting'

  return {
    visit,
    get isRecording() {
      return isRecording()
    },
    get isAtRest() {
      return !isRecording() && recorder.phase !== 'finishing' && recorder.takes.pendingMs === 0
    },
    get elapsedMs() {
      return recorder.elapsedMs()
    },
    state: () => ({ tell: 'state', state: snapshotOf(recording) }),
    obey,
    close,
  }
}

/**
 * The sound of the tab of a call, in the page that records. The browser takes it from the tab, so
 * it is played here: the doctor goes on hearing the patient.
 */
function tabSound() {
  let streamId: string | undefined
  let playing: AudioContext | undefined

  function silence() {
    void playing?.close()
    playing = undefined
  }

  return {
    /** What is opened next, once. */
    choose(id: string) {
      streamId = id
    },
    async open(): Promise<MediaStream | SharingFault> {
      const id = streamId
      streamId = undefined
      if (id === undefined) return 'failed'
      try {
        const stream = await navigator.mediaDevices.getUserMedia(constraintsOf(id))
        silence()
        playing = new AudioContext()
        playing.createMediaStreamSource(stream).connect(playing.destination)
        return stream
      } catch {
        return 'failed'
      }
    },
    silence,
  }
}

/** Chromium's own words for it, which no standard has. */
function constraintsOf(chromeMediaSourceId: string): MediaStreamConstraints {
  const audio = { mandatory: { chromeMediaSource: 'tab', chromeMediaSourceId } }
  return { audio: audio as MediaTrackConstraints }
}
