import { probeServer, type ServerProbe } from '../remote/probe-server.ts'
import { RemoteFailure, type RemoteServer, remoteConnection } from '../remote/remote-connection.ts'
import { type TextServer, textServer } from './text-server.ts'

interface TextServerProbe extends ServerProbe {
  contextTokens: number | null
  elsewhere: string | null
}

/** As `probeServer`, and what it says of its model. Nothing of a patient is sent. */
export async function probeTextServer(
  server: RemoteServer,
  { model, signal }: { model: string; signal: AbortSignal },
): Promise<TextServerProbe> {
  const probe = await probeServer(server, { path: 'v1/models', model, signal })
  const nothing = { contextTokens: null, elsewhere: null }
  if (probe.issue !== null) return { ...probe, ...nothing }
  await using connection = remoteConnection(server)
  try {
    const facts = await connection.withOne(signal, (one) => textServer(one, model, signal))
    const { contextTokens, elsewhere } = facts
    return { issue: null, hasModel: knownModel(facts, probe), contextTokens, elsewhere }
  } catch (error) {
    return { ...probe, ...nothing, issue: error instanceof RemoteFailure ? error.issue : 'timeout' }
  }
}

/** Ollama lists `qwen:latest`, and takes `qwen` for it. */
function knownModel({ kind, hasModel }: TextServer, probe: ServerProbe): boolean | null {
  return kind === 'ollama' ? hasModel : probe.hasModel
}
