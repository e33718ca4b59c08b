/**
 * One connection: hello, then recording messages and frames, until it closes.
 *
 * Nothing of a recording depends on the connection. Whatever ends it, the recording stays as it is,
 * and the next connection resumes it.
 */
import { actingAs, type Principal } from '../../core/access/principal.ts'
import type { Consultation } from '../../core/consultation/consultation.ts'
import type { ConsultationNews } from '../../core/consultation/feed.ts'
import { ClientMessage, type ServerMessage } from '../../core/contract/channel.ts'
import { AppError, isAppError, validationError } from '../../core/errors.ts'
import { useFacts } from '../../core/visit-use/use-facts.ts'
import { type Caller, channelAudit } from './channel-audit.ts'
import type { ChannelDeps, ChannelLimits } from './channel-deps.ts'
import { CLOSE, presentFailure } from './close-codes.ts'
import { frameIntake } from './frame-intake.ts'
import { type Inbox, inbox } from './inbox.ts'
import type { Ownership } from './ownership.ts'
import { tokenWatch } from './token-watch.ts'
import type { Turns } from './turns.ts'

/** The socket, as a session needs it. */
export interface Peer {
  send(text: string): void
  close(code: number, reason: string): void
  pauseReading(): void
  resumeReading(): void
}

interface SessionDeps extends Omit<ChannelDeps, 'limits'> {
  limits: ChannelLimits
  owners: Ownership
  turn: Turns
  peer: Peer
  /** The connection is this token's from now on. @throws {AppError} `rate_limited` */
  introduce(tokenId: string): void
  origin: string | undefined
  host: string | undefined
  address: string | null
  /** From the subprotocol list, where the client put it there. */
  protocolToken: string | undefined
}

export interface ChannelSession extends Inbox {
  /** The connection is gone. */
  end(): void
}

export function channelSession(deps: SessionDeps): ChannelSession {
  const { recorder, peer, limits, log, owners } = deps
  const audit = channelAudit(deps)
  let consultation: Consultation | null = null
  /** Of the last token that was good. */
  let caller: Principal | null = null
  let saidDoctor: string | undefined
  let recordingId: string | null = null
  let ended = false
  let unsubscribe = () => {}
  const helloTimer = setTimeout(() => fail(helloMissing()), limits.helloWithinMs)
  const token = tokenWatch({
    ...deps,
    isRecording: () => recordingId !== null,
    onLost: fail,
    onExpired: (error) => send({ type: 'error', ...presentFailure(error).body }),
  })
  const intake = frameIntake({ recorder, send, onFailure })
  const session = { takenOver }

  function send(message: ServerMessage) {
    if (!ended) peer.send(JSON.stringify(message))
  }

  function onFailure(error: unknown): ServerMessage {
    if (!isAppError(error)) log.error('channel.failed', { err: error })
    // It may have been taken while this connection began with it, before it was told of such.
    else if (error.code === 'recording_elsewhere') takenOver()
    return { type: 'error', ...presentFailure(error).body }
  }

  /** The end of the connection, with the reason as a message and as a code. */
  function fail(error: unknown) {
    const { closeCode } = presentFailure(error)
    send(onFailure(error))
    close(closeCode, isAppError(error) ? error.code : 'internal_error')
  }

  function close(code: number, reason: string) {
    if (ended) return
    end()
    peer.close(code, reason)
  }

  function takenOver() {
    send({ type: 'error', error: 'taken_over', message: 'A gravação continuou em outra janela.' })
    close(CLOSE.takenOver, 'taken_over')
  }

  function end() {
    ended = true
    clearTimeout(helloTimer)
    unsubscribe()
    token.stop()
    intake.close()
    if (recordingId) owners.leave(recordingId, session)
  }

  async function hello(message: Extract<ClientMessage, { type: 'hello' }>) {
    saidDoctor = message.doctor_id
    const checked = await token.use(message.token ?? deps.protocolToken)
    const principal = actingAs(checked, saidDoctor)
    if (ended) return
    if (principal.tokenId !== caller?.tokenId) deps.introduce(principal.tokenId)
    caller = principal
    // Now it is our turn: who waits in line has said what there was to say.
    clearTimeout(helloTimer)
    const { origin, host } = deps
    if (origin !== undefined) {
      const { organizationId, deviceId } = principal
      if (!(await deps.isOriginAllowed({ organizationId, deviceId, origin, host })))
        throw originRefused()
    }
    await deps.turn.wait(principal.tokenId, () => follow(principal, message.ehr_id))
  }

  async function follow(principal: Principal, ehrId: string) {
    if (ended) return
    const opened = await deps.openConsultation(principal, ehrId)
    if (consultation && consultation.id !== opened.id) throw otherConsultation()
    await audit.followed({ principal, consultation: opened })
    consultation = opened
    await welcome(opened)
  }

  /**
   * News that come while the state is read are sent after it, so that none is lost and none comes
   * too early.
   */
  async function welcome({ id }: Consultation) {
    unsubscribe()
    let early: ConsultationNews[] | null = []
    unsubscribe = deps.feed.subscribe(id, (news) => (early ? early.push(news) : send(news)))
    try {
      const [recordings, segments, transcription] = await Promise.all([
        recorder.list(id),
        deps.segments(id),
        deps.transcriptionStatus(id),
      ])
      const speech = deps.speechStatus()
      send({ type: 'welcome', ehr_id: id, recordings, segments, transcription, speech })
      const missed = early
      early = null
      for (const news of missed) send(news)
      // A visit that is new and will not be taken: told before somebody speaks.
      if (recordings.length === 0)
        await recorder.admit(id).catch((error: unknown) => send(onFailure(error)))
    } finally {
      // The connection may have ended before there was anything to unsubscribe from.
      if (ended) unsubscribe()
    }
  }

  /** Asks again each time: consent and access may have changed since the hello. */
  async function current(): Promise<Caller> {
    const principal = actingAs(await token.principal(), saidDoctor)
    return {
      principal,
      consultation: await deps.openConsultation(principal, consultationOrThrow().id),
    }
  }

  function consultationOrThrow(): Consultation {
    if (!consultation) throw helloMissing()
    return consultation
  }

  function requireOwn(id: string) {
    consultationOrThrow()
    if (id !== recordingId)
      throw new AppError('conflict', 'no_recording', 'Inicie ou retome a gravação nesta conexão.')
  }

  function own(id: string) {
    if (ended) return
    if (recordingId && recordingId !== id) owners.leave(recordingId, session)
    recordingId = id
    owners.take(id, session)
  }

  async function handle(message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'hello':
        return hello(message)
      case 'ping':
        return send({ type: 'pong' })
      case 'recording.start': {
        const { recording_id, channels } = message
        const as = await current()
        // A server that hung gets to it late: its client has gone elsewhere since.
        if (ended) return
        const input = { consultation: as.consultation, recordingId: recording_id, channels }
        const state = await deps.turn.wait(as.principal.tokenId, () =>
          recorder.start({ ...input, source: 'live' }),
        )
        await audit.recording('recording.started', as, recording_id, { channels })
        own(recording_id)
        return send({ type: 'recording.ready', ...state })
      }
      case 'recording.resume': {
        const as = await current()
        if (ended) return
        const state = await deps.turn.wait(as.principal.tokenId, () =>
          recorder.resume(as.consultation, message.recording_id),
        )
        await audit.recording('recording.resumed', as, message.recording_id)
        own(message.recording_id)
        return send({ type: 'recording.ready', ...state })
      }
      case 'recording.pause': {
        requireOwn(message.recording_id)
        await recorder.pause(message.recording_id)
        return send({ type: 'recording.paused', recording_id: message.recording_id })
      }
      case 'recording.lost': {
        requireOwn(message.recording_id)
        const { channels } = message
        return recorder.lost(
          message.recording_id,
          new Map(channels.map(({ channel, lost_ms }) => [channel, lost_ms])),
        )
      }
      case 'recording.finish':
        return finish(message)
    }
  }

  async function finish(message: Extract<ClientMessage, { type: 'recording.finish' }>) {
    requireOwn(message.recording_id)
    const { recording_id, accept_gaps } = message
    const claims = message.channels.map(({ channel, last_sequence, samples, sha256, lost_ms }) => ({
      channel,
      lastSequence: last_sequence,
      samples,
      sha256,
      lostMs: lost_ms,
    }))
    const outcome = await recorder.finish({
      recordingId: recording_id,
      claims,
      acceptGaps: accept_gaps ?? false,
      isSpoken: true,
    })
    if (outcome.kind === 'finished') {
      const sound = await recorder.soundUse(recording_id)
      if (caller && consultation)
        await audit.recording(
          'recording.finished',
          { principal: caller, consultation },
          recording_id,
          useFacts(sound ? [sound] : []),
        )
      return send({ type: 'recording.statement', ...outcome.statement })
    }
    for (const position of outcome.positions)
      send({ type: 'recording.gap', recording_id, ...position })
  }

  async function onText(text: string): Promise<void> {
    if (ended) return
    const message = parse(text)
    if (!message) return fail(validationError([{ field: 'message', issue: 'invalid' }]))
    try {
      await handle(message)
    } catch (error) {
      await audit.refused(error, { principal: caller, consultation }).catch(onFailure)
      const isOver =
        message.type === 'hello' || (isAppError(error) && error.kind === 'unauthenticated')
      if (isOver) fail(error)
      else send(onFailure(error))
    }
  }

  return {
    ...inbox({
      onText,
      onFrame: async (bytes) => {
        if (ended) return
        if (consultation) await intake.take(recordingId, bytes)
        else fail(helloMissing())
      },
      pauseReading: peer.pauseReading,
      resumeReading: peer.resumeReading,
      maxPendingBytes: limits.maxPendingBytes,
    }),
    end,
  }
}

function parse(text: string): ClientMessage | null {
  try {
    return ClientMessage.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function helloMissing(): AppError {
  return new AppError('unauthenticated', 'authentication_required', 'Autenticação necessária.')
}

function originRefused(): AppError {
  return new AppError(
    'forbidden',
    'origin_not_allowed',
    'Esta página não está autorizada a usar o serviço. Inclua o endereço dela na lista da organização.',
  )
}

function otherConsultation(): AppError {
  return validationError(
    [{ field: 'ehr_id', issue: 'invalid' }],
    'Abra outra conexão para outra consulta.',
  )
}
