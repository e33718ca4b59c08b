/** Types for host pages. Copy this file into your project, or reference it; it imports nothing. */

export type ConsultationType = 'TELEMEDICINE' | 'IN_PERSON'

export interface InitConfig {
  /** Initial session token. Without `getToken` the session ends with it. */
  token?: string | undefined
  /** Gives a valid, non-empty token; each call has 10 seconds. */
  getToken?: (() => Promise<string>) | undefined
  /**
   * Listeners of yours, added here; every other listener then hears no event that carries
   * transcripts, documents or files. It holds until the page is left: a later `init` may name these
   * functions again, and no others.
   */
  messageListeners?: readonly SvcPluginListener[] | undefined
}

/** Undefined is as good as absent. */
export interface MountOptions {
  /** Where to draw; a floating window when absent. */
  renderElement?: HTMLElement | undefined
  darkMode?: boolean | undefined
  consultationType?: ConsultationType | undefined
  allowChangeConsultationType?: boolean | undefined
  allowCopyDocument?: boolean | undefined
  enableFillEhr?: boolean | undefined
  /** False: no sharing from the panel; remote sound comes from `setScreenMediaStream` only. */
  allowScreenSharing?: boolean | undefined
  enableTelemetry?: boolean | undefined
  /** What `svc.plugin.ehr.structured_output` is to look like. */
  structuredOutputSchema?: object | undefined
  editorOptions?: { disableDragAndDrop?: boolean | undefined } | undefined
  enableFileUpload?: boolean | undefined
  /** False: no events. A list: these only. */
  messageSubscriptions?: boolean | readonly SvcPluginMessage['eventName'][] | undefined
  includeUploadStartedContent?: boolean | undefined
  /** Identifier or slug of the model to preselect. */
  defaultTemplate?: string | undefined
  /** Synonym of `defaultTemplate`. */
  clinicalType?: string | undefined
  /** False hides making models of one's own. */
  allowCreateModels?: boolean | undefined
  /**
   * When the page takes the panel away without `unmount` and does not put it back within three
   * seconds. `pause` (default): the recording is paused as of then and the microphone let go of;
   * `mount` for another patient ends what is off the page. `keep`: the recording goes on, and the
   * panel shows itself as a floating window; it still ends when another patient is mounted. What
   * the page only hides while it records is shown as a floating window, too, as long as the page's
   * address is that of `mount`, and goes back when its place is seen again; at another address it
   * is as taken away.
   */
  whenRemoved?: 'pause' | 'keep' | undefined
  /** True: printing the page prints the panel in `renderElement` too. */
  printable?: boolean | undefined
}

export interface MountParams {
  /** The host's own; whole numbers are read as their digits. */
  doctorId: string | number
  patientId: string | number
  consultationId: string | number
  options?: MountOptions | undefined
}

export interface MountOutcome {
  mounted: boolean
  /**
   * An instance is open and to be seen: it shows the patient it showed. For another patient its
   * recording pauses, unless `whenRemoved` is `keep`. One of the same visit that the page took away
   * is shown again, where this call says.
   */
  reason?: 'ALREADY_MOUNTED'
}

export interface ContextOutcome {
  applied: boolean
  reason?: 'ALREADY_PRESENT' | 'TOO_LONG' | 'EMPTY'
}

export interface SvcPluginError extends Error {
  readonly code: string
}

// The events of core/contract/events.ts, written by `npm run reference`.
export type SvcPluginMessage =
  | { eventName: 'svc.plugin.error.auth'; eventData: { message: string } }
  | { eventName: 'svc.plugin.opened'; eventData: undefined }
  | { eventName: 'svc.plugin.closed'; eventData: undefined }
  | { eventName: 'svc.plugin.ready'; eventData: undefined }
  | {
      eventName: 'svc.plugin.ehr.created'
      eventData: { id: string; type: 'TELEMEDICINE' | 'IN_PERSON' }
    }
  | { eventName: 'svc.plugin.recorder.started'; eventData: undefined }
  | { eventName: 'svc.plugin.recorder.paused'; eventData: undefined }
  | {
      eventName: 'svc.plugin.ehr.transcriptions'
      eventData: { transcriptions: { start_time: string; text: string }[]; complete?: true }
    }
  | { eventName: 'svc.plugin.ehr.document.created'; eventData: { id: string; created_at: string } }
  | { eventName: 'svc.plugin.ehr.document.copied'; eventData: undefined }
  | {
      eventName: 'svc.plugin.ehr.fill'
      eventData: { document: string; template: { id: string; name: string; slug: string } }
    }
  | {
      eventName: 'svc.plugin.ehr.structured_output'
      eventData: { output: Record<string, unknown>; from_cache: boolean }
    }
  | {
      eventName: 'svc.plugin.ehr.visit.changed'
      eventData: {
        fields: (
          | 'practitioner_cbo'
          | 'modality'
          | 'priority'
          | 'origin'
          | 'outcome'
          | 'financing'
          | 'procedure'
        )[]
      }
    }
  | { eventName: 'svc.plugin.ehr.document.minimized'; eventData: undefined }
  | { eventName: 'svc.plugin.maximized'; eventData: undefined }
  | {
      eventName: 'svc.plugin.file.upload.started'
      eventData: {
        fileId: string | null
        fileName: string
        source: 'user' | 'host'
        /** Null unless `includeUploadStartedContent`. */
        content: File | null
      }
    }
  | {
      eventName: 'svc.plugin.file.upload.success'
      eventData: { fileId: string; fileName: string; source: 'user' | 'host' }
    }
  | {
      eventName: 'svc.plugin.file.upload.error'
      eventData: {
        fileId: string | null
        fileName: string
        source: 'user' | 'host'
        error: { code?: string; message: string }
      }
    }

export type SvcPluginListener = (message: SvcPluginMessage) => void

export interface SvcPluginInstance {
  init(config: InitConfig): Promise<void>
  mount(params: MountParams): Promise<MountOutcome>
  unmount(): Promise<void>
  addMessageListener(listener: SvcPluginListener): void
  removeMessageListener(listener: SvcPluginListener): void
  appendContext(markdown: string): Promise<ContextOutcome>
  addBackgroundHistory(text: string, replaceIfExists?: boolean): Promise<ContextOutcome>
  /** @deprecated use `addBackgroundHistory` */
  setBackgroundHistory(text: string, replaceIfExists?: boolean): Promise<ContextOutcome>
  /** @deprecated use `addBackgroundHistory` */
  addEhrContext(text: string): Promise<ContextOutcome>
  /**
   * Remote sound of a teleconsultation; null takes it away. Its tracks stay the host's. May come
   * before `mount`.
   */
  setScreenMediaStream(stream: MediaStream | null): Promise<void>
  /**
   * Up to three files at once; how each ends is told by the upload events. Works with
   * `enableFileUpload` off too.
   */
  uploadFiles(files: File[] | FileList): Promise<void>
}

declare global {
  var SvcPlugin:
    | (SvcPluginInstance & { readonly instance: SvcPluginInstance; readonly version: string })
    | undefined
}
