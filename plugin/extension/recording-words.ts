/**
 * What a panel and the page that records say to each other, over a port that belongs to one visit.
 * The recorder lives in a page of its own, so that it goes on when a panel closes; a panel shows
 * what it is told of it, and asks.
 */
import type { Ehr, SessionInfo } from '../../core/contract/api.ts'
import type { HostIds } from '../host/mount-options.ts'
import type { Toast } from '../state/notices.ts'
import type { OpenRecording } from '../state/open-recording.ts'

export const RECORDING_PORT = 'recording'

/** Whose visit it is. */
export interface Visit {
  /** The appliance's address. */
  base: string
  /** The appliance's name of it, as `/extension/visits/:id` has it. */
  id: string
  ids: HostIds
  patientName: string
}

/** What the panel knows of the visit, for the recorder to go by. */
export interface VisitFacts {
  ehr: Ehr
  info: SessionInfo | undefined
}

export type Order =
  /** The first word on a port. */
  | { do: 'attach'; visit: Visit; facts: VisitFacts }
  | { do: 'start'; facts: VisitFacts }
  | { do: 'pause' | 'silence' | 'finish' | 'forgetErased' }
  | { do: 'reset'; erase: boolean }
  | { do: 'chooseDevice'; id: string }
  | { do: 'goesOn'; on: boolean }
  /** The sound of a tab, by the browser's name of the stream. */
  | { do: 'shareTab'; streamId: string }
  | { do: 'stopSharing' | 'dismissRemoteNotice' }
  | { do: 'refreshDevices' | 'dismissInterruption' | 'discard' | 'goOnHere' | 'reconnect' }

/** To the recorder. */
export interface Asked {
  id: number
  order: Order
}

/** From the recorder. */
export type Told =
  | { tell: 'answer'; id: number; refusal?: string }
  | { tell: 'state'; state: Snapshot }
  | { tell: 'level'; microphone: number; remote: number }
  | { tell: 'notice'; text: string; tone: Toast['tone'] }
  | { tell: 'announce'; text: string }
  /** Whichever visit it is: every panel shows it. */
  | { tell: 'recorded'; recorded: Recorded | null }

export interface Recorded {
  visitId: string
  patientName: string
  elapsedMs: number
}

export type Snapshot = ReturnType<typeof snapshotOf>

export function snapshotOf({ recorder, ownership, remoteSound }: OpenRecording) {
  const { capture, takes, length } = recorder
  const { watch } = capture
  return {
    phase: recorder.phase,
    fault: recorder.fault,
    elapsedMs: recorder.elapsedMs(),
    connection: recorder.connection,
    storageFailed: recorder.storageFailed,
    statements: recorder.statements,
    erasing: recorder.erasing,
    length: { isLong: length.isLong, hasStopped: length.hasStopped },
    capture: {
      devices: capture.devices,
      deviceId: capture.deviceId,
      released: capture.released,
      lost: capture.lost,
      trouble: capture.trouble,
      changes: capture.changes,
      goesOn: capture.goesOn,
    },
    watch: {
      silent: watch.silent,
      interruptedMs: watch.interruptedMs,
      overloaded: watch.overloaded,
    },
    takes: {
      pendingMs: takes.pendingMs,
      lostMs: takes.lostMs,
      leftoverMs: takes.leftoverMs,
      broken: takes.broken,
      displaced: takes.displaced,
    },
    remote: {
      source: remoteSound.source,
      muted: remoteSound.muted,
      notice: remoteSound.notice,
      asking: remoteSound.asking,
    },
    isElsewhere: ownership.isElsewhere,
  }
}
