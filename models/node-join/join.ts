/**
 * `svcctl node invite` and `node join`: the two programs speak by LISTEN and NOTIFY, so nothing of
 * it is ever a row, a log or a backup of the database. The invitation is the program that waits:
 * when it ends, its code is worth nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sequelize } from 'sequelize'
import { AppError } from '../../core/errors.ts'
import { openSession } from '../database/session.ts'
import { answerTo, JoinAnswer, type JoinCode, JoinRequest, joinSide } from './join-handshake.ts'

const CHANNEL = 'svc_node_join'
const WRONG_TRIES = 5

interface Invitation {
  sequelize: Sequelize
  code: JoinCode
  /** What is handed over. */
  content: Uint8Array
  validForS: number
  signal: AbortSignal
  /** Resolves before the key goes out, and for each refusal. */
  record(isGiven: boolean, process: string): Promise<void>
}

/**
 * Waits until a server has taken the key. @returns its process
 * @throws {AppError} `join_expired`, `join_tries_spent`; the reason of `signal`
 */
export async function inviteNode(invitation: Invitation): Promise<string> {
  const { sequelize, code, content, validForS, signal, record } = invitation
  const until = performance.now() + validForS * 1000
  await using line = await listenOn(sequelize)
  for (let wrong = 0; wrong < WRONG_TRIES; ) {
    const leftMs = until - performance.now()
    const request = await line.next(JoinRequest, leftMs, signal)
    if (!request) throw expired()
    if (request.name !== code.name) continue
    const answer = answerTo(request, code, content)
    await record(answer !== null, request.process)
    await line.send(answer ?? { kind: 'answer', to: request.publicKey, given: null })
    if (answer) return request.process
    wrong++
  }
  throw new AppError(
    'forbidden',
    'join_tries_spent',
    'Five requests came with another code: somebody guesses, or reads it wrong. The invitation has ended. See: svcctl audit tail; a new one: svcctl node invite',
  )
}

interface Joining {
  sequelize: Sequelize
  code: JoinCode
  process: string
  answerMs: number
  signal: AbortSignal
}

/** @throws {AppError} `join_code_unknown`, `join_code_refused`; the reason of `signal` */
export async function joinNode(joining: Joining): Promise<Uint8Array> {
  const { sequelize, code, process, answerMs, signal } = joining
  const { request, open } = joinSide(code, process)
  await using line = await listenOn(sequelize)
  await line.send(request)
  const until = performance.now() + answerMs
  for (;;) {
    const answer = await line.next(JoinAnswer, until - performance.now(), signal)
    if (!answer)
      throw new AppError(
        'not-found',
        'join_code_unknown',
        'No invitation waits for this code: its first group is mistyped, or the invitation has ended, by its time or because it was used. A new one: svcctl node invite, at a server that has the key.',
      )
    if (answer.to === request.publicKey) return open(answer)
  }
}

interface Kind<Message> {
  safeParse(value: unknown): { success: true; data: Message } | { success: false }
}

/** Messages of the channel, in order; what is none of ours is passed over. */
async function listenOn(sequelize: Sequelize) {
  const session = await openSession(sequelize)
  const waiting: unknown[] = []
  let wake = () => {}
  const receive = ({ payload = '' }: { payload?: string }) => {
    try {
      waiting.push(JSON.parse(payload))
    } catch {
      return
    }
    wake()
  }
  session.on('notification', receive)
  await session.query(`LISTEN ${CHANNEL}`)

  return {
    async send(message: JoinRequest | JoinAnswer) {
      const bind = [CHANNEL, JSON.stringify(message)]
      await sequelize.query('SELECT pg_notify($1, $2)', { bind })
    },
    /** Null: none came in that time. */
    async next<Message>(kind: Kind<Message>, withinMs: number, signal: AbortSignal) {
      const until = performance.now() + withinMs
      for (;;) {
        signal.throwIfAborted()
        while (waiting.length > 0) {
          const parsed = kind.safeParse(waiting.shift())
          if (parsed.success) return parsed.data
        }
        const leftMs = until - performance.now()
        if (leftMs <= 0) return null
        const stop = new AbortController()
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        const over = sleep(leftMs, undefined, { signal: AbortSignal.any([signal, stop.signal]) })
        await Promise.race([woken, over.catch(() => {})])
        stop.abort()
      }
    },
    async [Symbol.asyncDispose]() {
      await session.end().catch(() => {})
    },
  }
}

function expired(): AppError {
  return new AppError(
    'unavailable',
    'join_expired',
    'Nobody took the key in time, and the code is worth nothing any more. A new one: svcctl node invite',
  )
}
