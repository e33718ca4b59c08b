/**
 * How a master key is got at: from its file, under a passphrase, or from a command. Nothing of it
 * ever stands in an argument list.
 */
import { execFile } from 'node:child_process'
import { randomBytes, scrypt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { AppError } from '../../core/errors.ts'
import { sealer } from '../vault/seal.ts'
import { fingerprintOf, KEY_BYTES, type KeyFile, type Protection } from './key-files.ts'

export type KeySource = KeyFile['content']['source']

/** What the settings say, and who can be asked. */
export interface KeyAccess {
  /** A shell command that prints the key: 64 hex digits, base64, or 32 bytes. */
  command: string | null
  /** A file with the passphrase: a systemd credential, `/dev/fd/3`, a file of root's. */
  passphraseFile: string | null
  /** Asks a person; null when nobody is there. */
  askPassphrase: (() => Promise<string>) | null
  /** Power of two of the passphrase's scrypt. 17 needs 128 MiB and about half a second. */
  scryptLog2N?: number
}

export const FILE_ONLY: KeyAccess = { command: null, passphraseFile: null, askPassphrase: null }

const PASSPHRASE_CONTEXT = 'master-key:passphrase'
const COMMAND_LIMIT_MS = 30_000
const SHORTEST_PASSPHRASE = 12

/**
 * @throws {AppError} `vault_damaged`, `passphrase_needed`, `passphrase_wrong`,
 * `master_key_command_failed`
 */
export async function keyOf({ content, fingerprint }: KeyFile, access: KeyAccess): Promise<Buffer> {
  const key = await read(content, access)
  if (fingerprintOf(key) === fingerprint) return key
  throw new AppError(
    'unavailable',
    'vault_damaged',
    'The command of masterKeyCommand prints another master key than the one this appliance was given.',
  )
}

/** A new key, or the command's, and what its file is to say. */
export async function newKey(
  source: KeySource,
  access: KeyAccess,
): Promise<{ key: Buffer; content: KeyFile['content'] }> {
  switch (source) {
    case 'file': {
      const key = randomBytes(KEY_BYTES)
      return { key, content: { source, key } }
    }
    case 'passphrase': {
      const key = randomBytes(KEY_BYTES)
      return { key, content: await protectedBy(await newPassphrase(access), key, access) }
    }
    case 'command':
      return { key: await runCommand(access.command), content: { source } }
  }
}

async function read(content: KeyFile['content'], access: KeyAccess): Promise<Buffer> {
  switch (content.source) {
    case 'file':
      return content.key
    case 'command':
      return runCommand(access.command)
    case 'passphrase':
      return unlocked(content, await passphraseOf(access))
  }
}

async function protectedBy(
  passphrase: string,
  key: Buffer,
  { scryptLog2N = 17 }: KeyAccess,
): Promise<Protection> {
  const salt = randomBytes(16)
  const kdf = { name: 'scrypt' as const, N: 2 ** scryptLog2N, r: 8, p: 1 }
  const wrapping = await derive(passphrase, salt, kdf)
  const sealed = sealer(wrapping).seal(key, PASSPHRASE_CONTEXT)
  return {
    source: 'passphrase',
    kdf: { ...kdf, salt: salt.toString('base64') },
    sealed: Buffer.from(sealed).toString('base64'),
  }
}

async function unlocked(
  { kdf, sealed }: Extract<Protection, { source: 'passphrase' }>,
  passphrase: string,
): Promise<Buffer> {
  const wrapping = await derive(passphrase, Buffer.from(kdf.salt, 'base64'), kdf)
  try {
    return Buffer.from(sealer(wrapping).open(Buffer.from(sealed, 'base64'), PASSPHRASE_CONTEXT))
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'passphrase_wrong',
      'The passphrase does not open the master key.',
      { cause },
    )
  }
}

export function derive(
  passphrase: string,
  salt: Buffer,
  { N, r, p }: { N: number; r: number; p: number },
): Promise<Buffer> {
  const run = promisify<string, Buffer, number, object, Buffer>(scrypt)
  // As people type it on any keyboard.
  return run(passphrase.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r })
}

async function passphraseOf({ passphraseFile, askPassphrase }: KeyAccess): Promise<string> {
  if (passphraseFile) return passphraseIn(passphraseFile)
  if (askPassphrase) return askPassphrase()
  throw new AppError(
    'unavailable',
    'passphrase_needed',
    'The master key is protected by a passphrase, and nobody is there to type it: set masterKeyPassphraseFile to a file that holds it (a systemd credential, /dev/fd/3).',
  )
}

async function newPassphrase(access: KeyAccess): Promise<string> {
  const passphrase = await passphraseOf(access)
  if (passphrase.length >= SHORTEST_PASSPHRASE) return passphrase
  throw new AppError(
    'invalid',
    'passphrase_weak',
    `A passphrase needs at least ${SHORTEST_PASSPHRASE} characters.`,
  )
}

async function passphraseIn(path: string): Promise<string> {
  try {
    // Editors end a file with a line feed that is no part of what was meant.
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '')
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'passphrase_needed',
      `masterKeyPassphraseFile ${path} cannot be read.`,
      { cause },
    )
  }
}

async function runCommand(command: string | null): Promise<Buffer> {
  if (command === null)
    throw commandFailed('The master key comes from a command: set masterKeyCommand.')
  const output = await new Promise<Buffer>((resolve, reject) => {
    execFile(
      '/bin/sh',
      ['-c', command],
      { encoding: 'buffer', timeout: COMMAND_LIMIT_MS, maxBuffer: 4096 },
      // What it wrote may be a key, or a secret of the hospital's: neither is repeated.
      (error, stdout) =>
        error
          ? reject(commandFailed(`masterKeyCommand ended with ${error.code ?? error.signal}.`))
          : resolve(stdout),
    )
  })
  const key = keyIn(output)
  if (key) return key
  throw commandFailed(
    'masterKeyCommand printed no key: 64 hex digits, 32 bytes in base64, or 32 bytes.',
  )
}

function keyIn(output: Buffer): Buffer | null {
  if (output.length === KEY_BYTES) return output
  const text = output.toString('latin1').trim()
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return Buffer.from(text, 'base64')
  return null
}

function commandFailed(message: string): AppError {
  return new AppError('unavailable', 'master_key_command_failed', message)
}
