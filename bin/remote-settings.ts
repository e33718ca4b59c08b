/**
 * Servers of the network, as the settings describe them: authority and key are read from their
 * files.
 */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RemoteTranscriberOptions } from '../ai-local/remote/remote-transcriber.ts'
import type { RemoteTextGeneratorOptions } from '../ai-local/remote-llm/remote-text-generator.ts'
import type { Config } from '../config/settings.ts'
import { AppError } from '../core/errors.ts'

/** @throws {AppError} `engine_unavailable`; details name the setting whose file is of no use */
export function remoteText(config: Config): RemoteTextGeneratorOptions {
  return {
    baseUrl: needed(config, 'generatorRemoteUrl'),
    model: needed(config, 'generatorRemoteModel'),
    apiKey: config.generatorRemoteKey ?? readKey(config, 'generatorRemoteKeyFile'),
    caPem: readCa(config),
    contextTokens: config.textContextTokens,
    connectTimeoutMs: config.remoteConnectS * 1000,
    firstTokenMs: config.generatorRemoteFirstTokenS * 1000,
    timeoutMs: config.generatorRemoteTimeoutS * 1000,
  }
}

/** @throws as `remoteText` */
export function remoteSpeech(config: Config): RemoteTranscriberOptions {
  const apiKey = config.speechRemoteKey ?? readKey(config, 'speechRemoteKeyFile')
  return {
    baseUrl: needed(config, 'speechRemoteUrl'),
    model: config.speechRemoteModel,
    ...(apiKey ? { apiKey } : {}),
    caPem: readCa(config),
    connectTimeoutMs: config.remoteConnectS * 1000,
    timeoutMs: config.speechRemoteTimeoutS * 1000,
  }
}

function readCa({ remoteCaFile }: Config): string | null {
  if (remoteCaFile === null) return null
  const pem = readText(remoteCaFile, 'remoteCaFile')
  try {
    new X509Certificate(pem)
  } catch {
    throw unusable('remoteCaFile', 'no_certificate')
  }
  return pem
}

/** One line without spaces, as the setting itself allows it. */
function readKey(
  config: Config,
  setting: 'speechRemoteKeyFile' | 'generatorRemoteKeyFile',
): string | null {
  const path = config[setting]
  if (path === null) return null
  const key = readText(path, setting).trim()
  if (!/^[\x21-\x7e]{1,4096}$/.test(key)) throw unusable(setting, 'no_key')
  return key
}

function readText(path: string, setting: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw unusable(setting, 'unreadable')
  }
}

function unusable(setting: string, issue: string): AppError {
  return new AppError(
    'unavailable',
    'engine_unavailable',
    `A configuração do servidor da rede não pôde ser usada (${setting}). Avise o administrador.`,
    { details: [{ setting, issue }] },
  )
}

function needed(
  config: Config,
  setting: 'generatorRemoteUrl' | 'generatorRemoteModel' | 'speechRemoteUrl',
) {
  const value = config[setting]
  if (value === null) throw unusable(setting, 'missing')
  return value
}
