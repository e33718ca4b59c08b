/** The real HTTP application and channel on one port, with recording composed in. */
import type { ExecutionContext } from 'ava'
import { attachChannel } from '../../api/channel/attach-channel.ts'
import type { ChannelLimits } from '../../api/channel/channel-deps.ts'
import { socketRefusal } from '../../api/refuse-socket.ts'
import { soundClipRoutes } from '../../api/v1/recordings/clip-routes.ts'
import { recordingRoutes } from '../../api/v1/recordings/routes.ts'
import type { Segment } from '../../core/contract/api.ts'
import type { Log } from '../../core/log.ts'
import type { DecodeAudio, RecordingListener } from '../../core/recording/ports.ts'
import type { RecorderLimits } from '../../core/recording/recorder-deps.ts'
import { soundClips } from '../../core/recording/sound-clip.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'
import type { AudioFiles } from '../../models/audio/files.ts'
import { uploadSpools } from '../../models/audio/upload-spool.ts'
import { erasedRecordings } from '../../models/retention/erasure-tombstones.ts'
import { type ConnectOptions, connectChannel } from './recording-client.ts'
import { openRecordingWorld, type RecordingWorld, withoutSpeech } from './recording-world.ts'
import { startServer } from './server.ts'

export interface RecordingApiOptions {
  log?: Log
  now?: () => Date
  channel?: Partial<ChannelLimits>
  recorder?: Partial<RecorderLimits>
  listener?: Partial<RecordingListener>
  files?: AudioFiles
  decodeAudio?: DecodeAudio
  maxUploadBytes?: number
  segments?: Segment[]
  transcript?: { segments: TranscriptSegment[]; finished: boolean }
}

export async function startRecordingApi(t: ExecutionContext, options: RecordingApiOptions = {}) {
  let recording: RecordingWorld | undefined
  const server = await startServer(t, {
    ...(options.now && { now: options.now }),
    ...(options.log && { log: options.log }),
    apiRouters: async (world) => {
      const { listener, files, recorder: limits } = options
      recording = await openRecordingWorld({
        ...world,
        ...(listener && { listener }),
        ...(files && { files }),
        ...(limits && { limits }),
      })
      const router = recordingRoutes({
        openConsultation: world.consultations.openConsultation,
        recorder: recording.recorder,
        decodeAudio: options.decodeAudio ?? (() => Promise.reject(new Error('no decoder'))),
        openSpool: uploadSpools(`${recording.audioDir}/incoming`),
        newId: world.newId,
        transcript: async () => ({
          withoutSpeech: 0,
          ...(options.transcript ?? { segments: [], finished: false }),
        }),
        erasedConsultationOf: erasedRecordings(world.database.sequelize),
        ...(options.maxUploadBytes && { uploads: { maxBytes: options.maxUploadBytes } }),
      })
      const clips = soundClips({ recorder: recording.recorder })
      const { openConsultation } = world.consultations
      return [
        { router, body: 'stream', limits: 'audio' },
        { router: soundClipRoutes({ openConsultation, clips }) },
      ]
    },
  })
  const { recorder, store, feed, audioDir } = recording!
  const { access, consultations, now, log } = server
  const channel = attachChannel(server.server, {
    refuse: socketRefusal({ isHttps: false }),
    authenticate: access.authenticate,
    isOriginAllowed: access.isOriginAllowed,
    openConsultation: consultations.openConsultation,
    recorder,
    feed,
    ...withoutSpeech,
    segments: async () => options.segments ?? [],
    now,
    log,
    ...(options.channel && { limits: options.channel }),
  })
  // Runs before the database closes: the last to be set up is the first to go.
  t.teardown(async () => {
    await channel.close()
    await store.close()
  })

  const organization = await server.buildOrganization()
  const { key, secret } = await server.buildApiKey({ organizationId: organization.id })
  const wsUrl = server.url.replace('http', 'ws')

  /** A doctor's session with an open consultation. */
  async function buildVisit() {
    const token = await server.buildSession({ secret })
    const ehr = await server.buildConsultation(token)
    return { token, ehrId: ehr.id }
  }

  return {
    ...server,
    recorder,
    feed,
    channel,
    audioDir,
    organization,
    key,
    /** Another token of the same organization. */
    buildToken: (validForS?: number) =>
      server.buildSession({ secret, ...(validForS && { validForS }) }),
    buildVisit,
    connect: (connect?: ConnectOptions) => connectChannel(wsUrl, connect),
    /** A channel after its welcome. */
    async join({ token, ehrId }: { token: string; ehrId: string }) {
      const client = await connectChannel(wsUrl)
      client.send({ type: 'hello', ehr_id: ehrId, token })
      return { client, welcome: await client.next('welcome') }
    },
  }
}
