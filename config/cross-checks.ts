import type { ConfigProblem } from './config-error.ts'
import type { Config } from './settings.ts'

/** Settings that are each allowed and contradict each other. */
export function crossChecks(config: Config): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  if (config.sessionTokenDefaultS > config.sessionTokenMaxS)
    problems.push({
      key: 'sessionTokenDefaultS',
      where: 'sessionTokenDefaultS',
      problem: `(${config.sessionTokenDefaultS}) is longer than sessionTokenMaxS (${config.sessionTokenMaxS})`,
    })
  if (config.nodeDir && config.databaseUrl.startsWith('sqlite:'))
    problems.push({
      key: 'nodeDir',
      where: 'nodeDir',
      problem: 'needs PostgreSQL (databaseUrl): several servers never share one SQLite file',
    })
  if (config.nodeDir && config.nodeDir === config.dataDir)
    problems.push({
      key: 'nodeDir',
      where: 'nodeDir',
      problem: 'is the data folder; choose another one, of this machine alone',
    })
  if (config.speechEngine === 'remote' && !config.speechRemoteUrl)
    problems.push(missing('speechRemoteUrl', 'speechEngine is "remote"'))
  if (config.generator === 'remote' && !config.generatorRemoteUrl)
    problems.push(missing('generatorRemoteUrl', 'generator is "remote"'))
  if (config.generator === 'remote' && !config.generatorRemoteModel)
    problems.push(missing('generatorRemoteModel', 'generator is "remote"'))
  for (const which of ['speech', 'generator'] as const)
    if (config[`${which}RemoteKey`] && config[`${which}RemoteKeyFile`])
      problems.push({
        key: `${which}RemoteKeyFile`,
        where: `${which}RemoteKeyFile`,
        problem: `and ${which}RemoteKey are both set; one key is enough`,
      })
  if (OURS.test(new URL(config.publicUrl).pathname))
    problems.push({
      key: 'publicUrl',
      where: 'publicUrl',
      problem: `(${config.publicUrl}) begins its path as the service’s own addresses do; choose another, such as /assistente/`,
    })
  if (config.tlsCertificateFile && !config.tlsKeyFile)
    problems.push(missing('tlsKeyFile', 'tlsCertificateFile is set'))
  if (config.tlsKeyFile && !config.tlsCertificateFile)
    problems.push(missing('tlsCertificateFile', 'tlsKeyFile is set'))
  if (config.identityIssuer && !config.identityClientId)
    problems.push(missing('identityClientId', 'identityIssuer is set'))
  if (config.identityIssuer && !isProtected(config.identityIssuer))
    problems.push({
      key: 'identityIssuer',
      where: 'identityIssuer',
      problem: `(${config.identityIssuer}) must begin with https://, or be of this machine`,
    })
  if (config.generator === 'llama' && !config.textModel)
    problems.push(missing('textModel', 'generator is "llama"'))
  if (config.backupEveryH > 0 && !config.backupPassphraseFile)
    problems.push(missing('backupPassphraseFile', 'backupEveryH is set'))
  return problems
}

/** With such a path nobody could tell whether a proxy has taken it off. */
const OURS = /^\/(?:api|v1|integration|demo|embed|plugin)(?:\/|$)/

function isProtected(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function missing(key: keyof Config, because: string): ConfigProblem {
  return { key, where: key, problem: `is needed because ${because}` }
}
