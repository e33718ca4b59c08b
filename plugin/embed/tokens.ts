/**
 * The frame's credential (spec §5.5): out of the address, or posted by the host. Both go to the
 * appliance first, which says whether they may be used here; the frame itself then works like any
 * host's page, with a provider that renews.
 */
import type { ErrorBody } from '../../core/contract/api.ts'
import type { EmbedSession, EmbedSessionBody } from '../../core/contract/embed.ts'
import type { HostIds } from '../host/mount-options.ts'
import { PluginError } from '../host/plugin-error.ts'
import { jsonOf } from '../services/json.ts'

interface Deps {
  /** What `/embed/session` lies below. */
  base: string
  ids: HostIds
  bearerToken: string | undefined
  authToken: string | undefined
  hostOrigin(): string | null
  /** Asks the host for another one. */
  askHost(): void
  fetch: typeof globalThis.fetch
}

export interface FrameTokens {
  /** Nothing in the address: the host has to post one before anything can open. */
  readonly waitsForHost: boolean
  /** What the host posted. */
  offer(bearerToken: string): void
  /** For `init`. @throws {PluginError} with the server's code */
  getToken(): Promise<string>
}

export function frameTokens({
  ids,
  authToken,
  hostOrigin,
  askHost,
  base,
  fetch,
  ...given
}: Deps): FrameTokens {
  let fromQuery = given.bearerToken
  let posted: string | undefined
  let arrived: ((token: string) => void) | undefined

  async function exchange(
    source: EmbedSessionBody['source'],
    credential: { bearer: string } | { auth: string },
  ): Promise<string> {
    const body: EmbedSessionBody = {
      source,
      ...('bearer' in credential ? { bearer_token: credential.bearer } : {}),
      consultation_id: ids.consultationId,
      doctor_id: ids.doctorId,
      patient_id: ids.patientId,
      host_origin: hostOrigin(),
    }
    const response = await fetch(`${base}/embed/session`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...('auth' in credential ? { 'x-svc-token': credential.auth } : {}),
      },
      body: jsonOf(body),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    if (response.ok) return ((await response.json()) as EmbedSession).token
    const { error, message } = (await response.json().catch(() => ({}))) as Partial<ErrorBody>
    throw new PluginError(error ?? 'AUTH_FAILED', message ?? 'A sessão não foi aceita.')
  }

  /** Every token is good for one call: who asks again has seen it refused. */
  async function nextOfHost(): Promise<string> {
    const ready = posted
    posted = undefined
    if (ready !== undefined) return ready
    return new Promise((resolve) => {
      arrived = resolve
      askHost()
    })
  }

  return {
    waitsForHost: given.bearerToken === undefined && authToken === undefined,
    offer(bearerToken) {
      const waiting = arrived
      arrived = undefined
      if (waiting) waiting(bearerToken)
      else posted = bearerToken
    },
    async getToken() {
      if (fromQuery !== undefined) {
        const bearer = fromQuery
        fromQuery = undefined
        return exchange('query', { bearer })
      }
      if (authToken !== undefined) return exchange('query', { auth: authToken })
      return exchange('message', { bearer: await nextOfHost() })
    },
  }
}
