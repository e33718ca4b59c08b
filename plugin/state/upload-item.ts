/**
 * One line of the tab Anexos: a file on its way, one that did not get through, or one that the box
 * holds.
 */
import type { FileInfo } from '../../core/contract/files.ts'
import type { UploadFault } from '../services/upload-fault.ts'

export interface UploadItem {
  /** Stays while it is on the screen. */
  readonly key: string
  /** As the doctor or the host named it. */
  readonly name: string
  readonly sizeBytes: number
  readonly source: 'user' | 'host'
  readonly state: 'queued' | 'checking' | 'uploading' | 'processing' | 'ready' | 'failed'
  /** Share of its bytes that is sent: 0 to 1. */
  readonly progress: number
  /** The network is away, and it tries again. */
  readonly waiting: boolean
  /** Set once the box has an id for it. */
  readonly info: FileInfo | undefined
  readonly fault: UploadFault | undefined
}

/** As the queue works on it. */
export interface WorkItem extends Writable<UploadItem> {
  /** What was handed over; undefined for files of an earlier time or another window. */
  file: File | undefined
  sha256: string | undefined
  /** While it is on its way: ends it. */
  run: AbortController | undefined
  /** Settles with the run. */
  done: Promise<void>
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] }

export function handedOver(key: string, file: File, source: 'user' | 'host'): WorkItem {
  return {
    ...blank(key),
    name: file.name,
    sizeBytes: file.size,
    source,
    file,
    state: 'queued',
  }
}

export function heldByBox(info: FileInfo, fault: UploadFault | undefined): WorkItem {
  return {
    ...blank(info.id),
    name: info.name,
    sizeBytes: info.size_bytes,
    source: info.source,
    info,
    fault,
    state: stateOf(info),
  }
}

export function stateOf({ state }: FileInfo): 'uploading' | 'processing' | 'ready' | 'failed' {
  return state === 'waiting' ? 'uploading' : state
}

/** On its way, or waiting for its turn. */
export function isUnderWay({ state, run }: WorkItem): boolean {
  return state === 'queued' || run !== undefined
}

function blank(key: string) {
  return {
    key,
    progress: 0,
    waiting: false,
    info: undefined,
    fault: undefined,
    file: undefined,
    sha256: undefined,
    run: undefined,
    done: Promise.resolve(),
  }
}
