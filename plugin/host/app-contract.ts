/** The seam between the small loader, which hosts see, and the app, which is fetched behind it. */
import type { ClinicalDocument } from '../../core/contract/api.ts'
import type { Catalogue } from '../locales/pt-BR.ts'
import type { ContextOutcome } from '../plugin.d.ts'
import type { LocalNetwork } from '../services/local-network.ts'
import type { Publish } from './message-bus.ts'
import type { HostIds, MountSettings } from './mount-options.ts'
import type { Remote } from './remote.ts'
import type { Session } from './session.ts'

export interface AppDeps {
  /** Where the appliance answers: the address of plugin.js without its name. */
  base: string
  /**
   * URL of the recorder's worklet, a file of the same origin (a host's CSP that lets plugin.js in
   * lets it in too).
   */
  workletUrl: string
  ids: HostIds
  settings: MountSettings
  /** In another language than Brazilian Portuguese, where the page asks for one. */
  words?: Catalogue
  session: Session
  network: LocalNetwork
  publish: Publish
  /** For the host's developer. */
  warn(text: string): void
  /** The doctor closed the window; the loader unmounts. */
  onCloseRequested(): void
  /** Data is loaded. Called once, maybe after the doctor tried again. */
  onReady(): void
  /** Opening failed and the screen says so; the doctor may try again. */
  onFailed(error: unknown): void
  /**
   * Only the legacy frame drives the app from outside: told once it is there, and after every
   * change.
   */
  remote?: { attach(remote: Remote): void; changed(): void }
  /**
   * Only the extension fills pages by itself: the document as it is saved, after the event. Until
   * `tell` says so, nothing of it is in the record; undefined: nothing any more.
   */
  onFill?(document: ClinicalDocument, tell: (arrived: Arrived | undefined) => void): void
}

/** The whole of a document, or so many of its fields of those that have a place in the record. */
export type Arrived = 'whole' | { fields: number; of: number }

export interface App {
  appendContext(markdown: string): Promise<ContextOutcome>
  addBackgroundHistory(text: string, replaceIfExists: boolean): Promise<ContextOutcome>
  /** Remote sound of a teleconsultation, or null (spec §4.3). */
  setScreenMediaStream(stream: MediaStream | null): void
  /** Takes the files over; how each of them ends is told by events (spec §3.3). */
  uploadFiles(files: readonly File[]): void
  /**
   * The host asked for another consultation while this one is open (SPEC-GAPS C29): it is said, and
   * what is recorded pauses, unless the host chose otherwise.
   */
  warnOtherConsultation(): void
  /** False when the page took the panel away, or hides it. */
  readonly isInPlace: boolean
  /** The page took the panel away. */
  readonly isAway: boolean
  /** Shows the open panel there, or as a floating window. */
  put(element: HTMLElement | undefined): void
  authenticationEnded(): void
  /** New credentials arrived from the host. */
  authenticationRestored(): void
  /** Saves what is unsaved (5 s at most), then takes everything off the page. */
  close(): Promise<void>
}
