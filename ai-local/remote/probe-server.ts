import { z } from 'zod'
import { readLimited } from '../read-limited.ts'
import { RemoteFailure, type RemoteServer, remoteConnection } from './remote-connection.ts'

const Models = z.object({ data: z.array(z.object({ id: z.string() })) })
const LARGEST_LIST_BYTES = 1024 * 1024

export interface ServerProbe {
  /** A word of `RemoteIssue`, or `status_…`; null when it answered. */
  issue: string | null
  /** null: it keeps no list, as small speech servers do. */
  hasModel: boolean | null
}

/**
 * Asks a server for its models: address, encryption and key are proven by that, and nothing of a
 * patient is sent.
 * @param path of the list, below the base address
 */
export async function probeServer(
  server: RemoteServer,
  { path, model, signal }: { path: string; model: string; signal: AbortSignal },
): Promise<ServerProbe> {
  await using connection = remoteConnection(server)
  try {
    const { statusCode, body } = await connection.ask({ path, signal }, async (response) => ({
      statusCode: response.statusCode ?? 0,
      body: response.statusCode === 200 ? await readLimited(response, LARGEST_LIST_BYTES) : null,
    }))
    if (statusCode === 404) return { issue: null, hasModel: null }
    if (statusCode !== 200) return { issue: `status_${statusCode}`, hasModel: null }
    const list = Models.safeParse(parse(body ?? ''))
    const hasModel = list.success ? list.data.data.some(({ id }) => id === model) : null
    return { issue: null, hasModel }
  } catch (error) {
    return { issue: error instanceof RemoteFailure ? error.issue : 'timeout', hasModel: null }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
