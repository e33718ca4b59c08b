/**
 * Servers of the network, as the settings describe them: authority and key are read from their
 * files.
 */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { probeServer } from '../ai-local/remote/probe-server.ts'
import type { RemoteTranscriberOptions } from '../ai-local/remote/remote-transcriber.ts'
import { probeTextServer } from '../ai-local/remote-llm/probe-text-server.ts'
import type { RemoteTextGeneratorOptions } from '../ai-local/remote-llm/remote-text-generator.ts'
import type { Config } from '../config/settings.ts'
import type { RemoteServerFacts } from '../core/doctor/check.ts'
import { AppError, isAppError } from '../core/errors.ts'
import { timeLimit } from '../core/time-limit.ts'

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

const LONGEST_MS = 20_000

/** A server of the network, as `svcctl doctor` sees it. */
export async function remoteProbe(
  config: Config,
  which: 'speech' | 'text',
  stop: AbortSignal,
): Promise<RemoteServerFacts> {
  const isSpeech = which === 'speech'
  const facts = {
    url: null,
    answering: 0,
    setting: null,
    hasModel: null,
    contextTokens: null,
    elsewhere: null,
    model: (isSpeech ? config.speechRemoteModel : config.generatorRemoteModel) ?? '',
    isPlain: false,
    hasFallback:
      (isSpeech ? config.speechRemoteFallback : config.generatorRemoteFallback) === 'box',
  }
  try {
    const server = isSpeech ? remoteSpeech(config) : remoteText(config)
    const signal = AbortSignal.any([stop, timeLimit(LONGEST_MS)])
    const found = await Promise.all(
      server.baseUrl.split(',').map(async (url) => {
        const asked = { ...server, baseUrl: url, apiKey: server.apiKey ?? null }
        const { model } = facts
        const probe = isSpeech
          ? await probeServer(asked, { path: 'models', model, signal })
          : await probeTextServer(asked, { model, signal })
        return { ...facts, ...probe, url, isPlain: url.startsWith('http:') }
      }),
    )
    const answering = found.filter(({ issue }) => issue === null).length
    return { ...worstOf(found), answering }
  } catch (error) {
    if (!isAppError(error)) throw error
    const { setting, issue } = error.details?.[0] ?? {}
    return { ...facts, issue: String(issue), setting: String(setting) }
  }
}

/** Of several servers the one that most needs somebody. */
function worstOf<
  Facts extends Pick<RemoteServerFacts, 'issue' | 'hasModel' | 'elsewhere' | 'isPlain'>,
>(found: readonly Facts[]): Facts {
  const worst =
    found.find(({ issue }) => issue !== null) ??
    found.find(({ elsewhere }) => elsewhere !== null) ??
    found.find(({ hasModel }) => hasModel === false) ??
    found.find(({ isPlain }) => isPlain) ??
    found[0]
  if (!worst) throw new Error('no server is configured')
  return worst
}
