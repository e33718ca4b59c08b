/** One mount: everything it holds. Made once per mount (new-model.ts), thrown away with it. */
import type { SessionInfo } from '../../core/contract/api.ts'
import type { AppDeps } from '../host/app-contract.ts'
import type { Catalogue } from '../locales/pt-BR.ts'
import type { AudioImport } from './audio-import.ts'
import type { ConnectionTrouble } from './connection-trouble.ts'
import type { ConsultationState } from './consultation.ts'
import type { ContextField } from './context-field.ts'
import type { Documents } from './documents.ts'
import type { EhrFill } from './ehr-fill.ts'
import type { EvidenceSound } from './evidence-sound.ts'
import type { LetterKeys } from './letter-keys.ts'
import type { MicrophoneTest } from './microphone-test.ts'
import type { Navigation } from './navigation.ts'
import type { Notices } from './notices.ts'
import type { ShownRecorder } from './open-recording.ts'
import type { Opening } from './opening.ts'
import type { OwnModels } from './own-models.ts'
import type { Ownership } from './ownership.ts'
import type { PanelPlace } from './panel-place.ts'
import type { TranscriptReading } from './reading.ts'
import type { RemoteSound } from './remote-sound.ts'
import type { SessionEnd } from './session-end.ts'
import type { TemplateChoice } from './template-choice.ts'
import type { Transcript } from './transcript.ts'
import type { TranscriptEdit } from './transcript-edit.ts'
import type { Uploads } from './uploads.ts'
import type { WindowFrame } from './window-frame.ts'

export interface Model {
  readonly t: Catalogue
  readonly deps: AppDeps
  readonly frame: WindowFrame
  readonly place: PanelPlace
  readonly nav: Navigation
  readonly opening: Opening
  readonly consultation: ConsultationState
  readonly ownership: Ownership
  readonly recorder: ShownRecorder
  readonly trouble: ConnectionTrouble
  readonly transcript: Transcript
  readonly transcriptEdit: TranscriptEdit
  readonly reading: TranscriptReading
  readonly audioImport: AudioImport
  readonly templateChoice: TemplateChoice
  readonly letterKeys: LetterKeys
  readonly sessionEnd: SessionEnd
  readonly context: ContextField
  readonly documents: Documents
  readonly ehrFill: EhrFill
  readonly evidenceSound: EvidenceSound
  readonly ownModels: OwnModels
  readonly remoteSound: RemoteSound
  readonly microphoneTest: MicrophoneTest
  readonly uploads: Uploads
  readonly notices: Notices
  readonly info: SessionInfo | undefined
  sessionEnded: boolean
  otherConsultation: boolean
  /**
   * How often the legacy frame's host asked to record while the patient's answer is missing; 0: it
   * waits for none.
   */
  consentAsks: number
  /** Unmount has begun and waits for what is being saved. */
  closing: boolean
  /** Draws again soon. */
  changed(): void
  reconnect(): Promise<void>
  /** On a page without HTTPS: everything but the microphone. */
  openWithoutRecording(): Promise<void>
  /** Keeps what is unsaved, then lets go of microphone, connection, timers and storage. */
  shutDown(): Promise<void>
}
