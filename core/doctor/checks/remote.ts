/** Servers of the network that hear or write instead of the box. */
import type { Check, DoctorFinding, DoctorHost, RemoteServerFacts } from '../check.ts'

/** As textContextTokens is shipped. */
const ENOUGH_TOKENS = 8192

export const speechServer: Check = {
  id: 'speech.server',
  title: 'speech server',
  run: (host) => judge(host, 'speech'),
}

export const textServer: Check = {
  id: 'documents.server',
  title: 'text server',
  run: (host) => judge(host, 'text'),
}

async function judge(host: DoctorHost, which: 'speech' | 'text'): Promise<DoctorFinding> {
  const { settings } = host
  const isUsed = (which === 'speech' ? settings.speechEngine : settings.generator) === 'remote'
  if (!isUsed) return { severity: 'ok', what: 'not used' }
  const prefix = which === 'speech' ? 'speechRemote' : 'generatorRemote'
  const set = (which === 'speech' ? settings.speechRemoteUrl : settings.generatorRemoteUrl) ?? ''
  const facts = await host.remoteServer(which)
  const url = facts.url ?? set
  if (facts.issue !== null) return broken(facts, facts.issue, { prefix, url })
  if (facts.elsewhere !== null)
    return {
      severity: 'error',
      what: `${facts.model} is not computed at ${url}: it hands everything on to ${facts.elsewhere}.`,
      why: 'What is said in a visit would leave this network; nothing is sent, and nothing written.',
      fix: `svcctl config set ${prefix}Model NAME   # one whose file is on that machine`,
    }
  if (facts.hasModel === false)
    return {
      severity: 'error',
      what: `${url} answers, but has no model called ${facts.model}.`,
      why: 'It would refuse every request.',
      fix: `svcctl config set ${prefix}Model NAME   # one of those that it has`,
    }
  if (facts.isPlain && !isLocal(url))
    return {
      severity: 'warning',
      what: `${url} is reached without encryption.`,
      why: 'Speech and clinical text could be read on the way.',
      fix: `svcctl config set ${prefix}Url ${set.replaceAll('http:', 'https:')}   # and remoteCaFile for an authority of your own`,
    }
  const answers = `${set.replaceAll(',', ', ')} answers; model ${facts.model}`
  const { contextTokens: held } = facts
  if (held !== null && held < ENOUGH_TOKENS)
    return {
      severity: 'warning',
      what: `${answers}, which holds only ${held} tokens.`,
      why: 'A visit is read in parts then, which takes longer and misses what belongs together.',
      fix: `Start that server with a longer context, ${ENOUGH_TOKENS} tokens or more.`,
    }
  const holds = held === null ? '' : `, ${held} tokens`
  return { severity: 'ok', what: `${answers}${holds}` }
}

function broken(
  { setting, hasFallback, answering }: RemoteServerFacts,
  issue: string,
  { prefix, url }: { prefix: string; url: string },
): DoctorFinding {
  const severity = hasFallback || answering > 0 ? 'warning' : 'error'
  const others = answering === 1 ? 'Another server does' : `${answering} other servers do`
  const instead = answering > 0 ? others : 'The box’s own engine does'
  const why =
    severity === 'warning'
      ? `${instead} its work meanwhile.`
      : 'Nothing is heard or written until it answers; sound and requests are kept.'
  if (setting !== null)
    return {
      severity,
      why,
      what: `The file that ${setting} names cannot be used (${issue}).`,
      fix: `svcctl config set ${setting} FILE`,
    }
  return {
    severity,
    why,
    what: `${url}: ${WORDS[issue] ?? issue}`,
    fix: fixOf(issue, prefix, url),
  }
}

const WORDS: Readonly<Record<string, string>> = {
  name_not_found: 'its name is not known in this network',
  connection_refused: 'nothing listens there',
  unreachable: 'there is no way to it',
  connect_timeout: 'it does not take connections',
  timeout: 'it does not answer',
  connection_lost: 'it hung up',
  redirected: 'it wants to send us elsewhere, which is refused',
  tls_untrusted: 'its certificate is of an authority that is not believed',
  tls_expired: 'its certificate has expired',
  tls_not_yet_valid: 'its certificate is not valid yet; is the clock right?',
  tls_wrong_name: 'its certificate is for another name',
  tls_failed: 'no encrypted connection came about',
  status_401: 'it does not know the API key',
  status_403: 'it does not allow this API key',
}

function fixOf(issue: string, prefix: string, url: string): string {
  if (issue === 'tls_untrusted')
    return 'svcctl config set remoteCaFile ca.pem   # the authority that signed its certificate'
  if (issue === 'status_401' || issue === 'status_403')
    return `svcctl config set ${prefix}KeyFile FILE   # one line: the key`
  if (issue === 'redirected' || issue === 'tls_wrong_name' || issue === 'name_not_found')
    return `svcctl config set ${prefix}Url ADDRESS`
  return `curl -v ${url}   # from this machine; then mend the server`
}

function isLocal(url: string): boolean {
  return /^(?:localhost|127\.|\[::1\])/.test(new URL(url).hostname)
}
