/** Types for host pages. Copy this file into your project, or reference it; it imports nothing. */

export type ConsultationType = 'TELEMEDICINE' | 'IN_PERSON'

export interface InitConfig {
  /** Initial session token. Without `getToken` the session ends with it. */
  token?: string
  /** Gives a valid, non-empty token; each call has 10 seconds. */
  getToken?: () => Promise<string>
}

export interface MountOptions {
  renderElement?: HTMLElement
  darkMode?: boolean
  consultationType?: ConsultationType
  allowChangeConsultationType?: boolean
  allowCopyDocument?: boolean
  enableFillEhr?: boolean
  messageSubscriptions?: boolean
  /** Identifier or slug of the model to preselect. */
  defaultTemplate?: string
  /** Synonym of `defaultTemplate`. */
  clinicalType?: string
}

export interface MountParams {
  doctorId: string
  patientId: string
  consultationId: string
  options?: MountOptions
}

export interface MountOutcome {
  mounted: boolean
  reason?: 'ALREADY_MOUNTED'
}

export interface ContextOutcome {
  applied: boolean
  reason?: 'ALREADY_PRESENT' | 'TOO_LONG' | 'EMPTY'
}

export interface SvcPluginError extends Error {
  readonly code: string
}

export type SvcPluginMessage =
  | { eventName: 'svc.plugin.error.auth'; eventData: { message: string } }
  | {
      eventName:
        | 'svc.plugin.opened'
        | 'svc.plugin.closed'
        | 'svc.plugin.ready'
        | 'svc.plugin.recorder.started'
        | 'svc.plugin.recorder.paused'
        | 'svc.plugin.ehr.document.copied'
        | 'svc.plugin.ehr.document.minimized'
        | 'svc.plugin.maximized'
      eventData: undefined
    }
  | { eventName: 'svc.plugin.ehr.created'; eventData: { id: string; type: ConsultationType } }
  | {
      eventName: 'svc.plugin.ehr.transcriptions'
      eventData: { transcriptions: { start_time: string; text: string }[]; complete?: boolean }
    }
  | {
      eventName: 'svc.plugin.ehr.document.created'
      eventData: { id: string; created_at: string }
    }
  | {
      eventName: 'svc.plugin.ehr.fill'
      eventData: { document: string; template: { id: string; name: string; slug: string } }
    }
  /** Not sent by this version; named here so that a listener written for them compiles. */
  | {
      eventName: 'svc.plugin.ehr.structured_output'
      eventData: { output: Record<string, unknown>; from_cache: boolean }
    }
  | {
      eventName: 'svc.plugin.file.upload.started'
      eventData: {
        fileId: string | null
        fileName: string
        source: 'user' | 'host'
        content: unknown
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

export interface SvcPluginInstance {
  init(config: InitConfig): Promise<void>
  mount(params: MountParams): Promise<MountOutcome>
  unmount(): Promise<void>
  addMessageListener(listener: (message: SvcPluginMessage) => void): void
  removeMessageListener(listener: (message: SvcPluginMessage) => void): void
  appendContext(markdown: string): Promise<ContextOutcome>
  addBackgroundHistory(text: string, replaceIfExists?: boolean): Promise<ContextOutcome>
  /** @deprecated use `addBackgroundHistory` */
  setBackgroundHistory(text: string, replaceIfExists?: boolean): Promise<ContextOutcome>
  /** @deprecated use `addBackgroundHistory` */
  addEhrContext(text: string): Promise<ContextOutcome>
  /** Rejects with `NOT_AVAILABLE` in this version, unless given null. */
  setScreenMediaStream(stream: MediaStream | null): Promise<void>
  /** Rejects with `NOT_AVAILABLE` in this version. */
  uploadFiles(files: File[]): Promise<void>
}

declare global {
  var SvcPlugin: (SvcPluginInstance & { readonly instance: SvcPluginInstance }) | undefined
}
