/**
 * The life of one mount: the consultation is opened and what the box holds of it fetched, the
 * channel is heard, a lost session is taken up again, and at the end what is unsaved is kept before
 * anything is let go of.
 */
import type { SessionInfo, TranscriptBody } from '../../core/contract/api.ts'
import type { ServerMessage } from '../../core/contract/channel.ts'
import type { AppDeps } from '../host/app-contract.ts'
import { hasCode } from '../services/api-client.ts'
import { browserError, browserFault } from '../services/browser-support.ts'
import { type ChannelClient, channelClient } from '../services/channel-client.ts'
import { checkSchema } from '../services/schema-check.ts'
import type { ConnectionTrouble } from './connection-trouble.ts'
import type { ConsultationState } from './consultation.ts'
import type { ContextField } from './context-field.ts'
import type { Documents } from './documents.ts'
import type { OpenRecording } from './open-recording.ts'
import type { OwnModels } from './own-models.ts'
import type { SessionEnd } from './session-end.ts'
import type { Transcript } from './transcript.ts'
import type { TranscriptEdit } from './transcript-edit.ts'
import type { Uploads } from './uploads.ts'

export interface MountLife {
  readonly info: SessionInfo | undefined
  readonly channel: ChannelClient | undefined
  /** @throws what keeps the consultation from being opened */
  load(signal: AbortSignal): Promise<void>
  /** Once it is loaded. */
  begin(): void
  /** On a page without HTTPS: everything but the microphone. */
  goWithoutRecording(): void
  /** @throws while there is still no session */
  reconnect(): Promise<void>
  /** Resolves when everything unsaved is kept, or could not be in time. */
  save(): Promise<void>
  /** No more questions to somebody who leaves the page. */
  leave(): void
  close(): void
}

interface Parts {
  deps: AppDeps
  consultation: ConsultationState
  context: ContextField
  words: Transcript
  correction: TranscriptEdit
  models: OwnModels
  files: Documents
  recording: OpenRecording
  attached: Uploads
  expiry: SessionEnd
  trouble: ConnectionTrouble
  publishTranscript(): void
  onSession(ended: boolean): void
  changed(): void
}

const SAVE_LIMIT_MS = 5000

export function mountLife(parts: Parts): MountLife {
  const { deps, consultation, context, words, correction, models, files } = parts
  const { recording, attached, expiry, trouble, publishTranscript, onSession, changed } = parts
  const { base, settings, session, network, publish, warn } = deps
  const schema = settings.structuredOutputSchema
  let channel: ChannelClient | undefined
  let info: SessionInfo | undefined
  let withoutRecording = false

  function watchSessionEnd() {
    if (info) expiry.watch(info.expires_at, () => session.credentials.renewable)
  }

  function onMessage(message: ServerMessage) {
    words.onServerMessage(message)
    correction.follow()
    attached.onServerMessage(message)
    recording.onMessage(message)
    changed()
  }

  function askBeforeLeaving(event: BeforeUnloadEvent) {
    const { phase, takes } = recording.recorder
    if (attached.isSending || context.isInDanger || correction.hasChanges) event.preventDefault()
    if (phase === 'recording' || takes.pendingMs > 0) event.preventDefault()
  }

  return {
    get info() {
      return info
    },
    get channel() {
      return channel
    },

    async load(signal) {
      const fault = browserFault()
      if (fault && (fault !== 'insecure' || !withoutRecording)) throw browserError(fault)
      if (session.credentials.ended && session.credentials.renewable)
        await session.credentials.revive()
      const proven = schema && checkSchema(session.api, schema, warn)
      // Heard below, also when something else fails first.
      proven?.catch(() => {})
      info = await session.info()
      words.setSpeech(info.speech)
      watchSessionEnd()
      signal.throwIfAborted()
      await proven
      const { created } = await consultation
        .open(settings.consultationType)
        .catch(async (error: unknown) => {
          // What an earlier page left of it here goes too.
          if (hasCode(error, 'consultation_erased')) await recording.recorder.forgetErased()
          throw error
        })
      session.credentials.doctorId = info.doctor_id === null ? deps.ids.doctorId : undefined
      const { id, type } = consultation.ehr
      if (created) publish('svc.plugin.ehr.created', { id, type })
      signal.throwIfAborted()
      context.restore()
      const [said] = await Promise.all([
        session.api.request<TranscriptBody>({ method: 'GET', path: `/ehrs/${id}/transcriptions` }),
        models.load(),
        files.load(),
        recording.restore(),
        // Without it the list is empty until the channel opens: nothing that keeps a doctor from
        // working.
        attached.load().catch(() => {}),
      ])
      signal.throwIfAborted()
      words.restore(said.body.transcriptions, said.body.finished)
      const wanted = settings.defaultTemplate
      if (wanted && !models.templates.some(({ id, slug }) => id === wanted || slug === wanted))
        warn('mount: defaultTemplate is no model of this organization: it is ignored')
    },

    begin() {
      recording.ownership.claim()
      channel ??= channelClient({
        base,
        ehrId: consultation.ehr.id,
        credentials: session.credentials,
        network,
        onMessage,
        onUnreached: () => void trouble.failed(),
        onStatus(status) {
          if (status === 'open') trouble.over()
          recording.onConnection(status)
          if (status === 'unauthenticated') onSession(true)
        },
      })
      addEventListener('beforeunload', askBeforeLeaving)
      addEventListener('pagehide', context.saveOnTheWayOut)
      deps.onReady()
      if (words.segments.length > 0) publishTranscript()
    },

    goWithoutRecording() {
      withoutRecording = true
    },

    async reconnect() {
      if (session.credentials.ended) await session.credentials.revive()
      onSession(false)
      info = await session.info()
      watchSessionEnd()
      channel?.reconnect()
      await context.flush()
    },

    leave: () => removeEventListener('beforeunload', askBeforeLeaving),

    async save() {
      const limit = AbortSignal.timeout(SAVE_LIMIT_MS)
      const late = new Promise((resolve) => limit.addEventListener('abort', resolve))
      const saved = Promise.allSettled([
        recording.stop(limit),
        context.flush(),
        correction.save(),
        files.open?.save(),
        attached.settled(),
      ])
      await Promise.race([saved, late])
    },

    close() {
      removeEventListener('pagehide', context.saveOnTheWayOut)
      channel?.close()
    },
  }
}
