import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bytes } from '../format.ts'
import { settingFlags } from '../setting-flags.ts'

/**
 * `svcctl bundle verify`: every byte against its digest, the digests against the signature, the
 * signature against a key.
 */
export function bundleVerifyCommand(deps: CliDeps): Command {
  const { terminal, settings, openBundle } = deps
  return defineCommand('verify', 'check every byte of a bundle and who signed it', [
    'bundle verify svc-0.2.0-linux-x64.tar --key 5f0c…',
  ])
    .argument('<file>', 'the bundle')
    .option('--key <fingerprint>', 'of the key that must have signed it')
    .action(async (file: string, { key }: { key?: string }, command: Command) => {
      const bundle = await openBundle(settingFlags(command, settings))
      const line = terminal.progress('checking')
      const { manifest, signer, trusted } = await bundle
        .verify(file, (doneBytes) => line.update(null, bytes(doneBytes)))
        .finally(() => line.end())
      const wanted = key?.replace(/[^0-9a-f]/gi, '').toLowerCase()
      if (wanted === undefined ? trusted === false : wanted !== signer)
        throw new AppError(
          'rejected',
          'bundle_key_unknown',
          `The bundle is whole and was signed by another key: ${signer}. Do not install it unless you were told of that key.`,
        )
      const { id, files, parts } = manifest
      const isKnown = wanted !== undefined || trusted === true
      terminal.result(
        { id, whole: true, signer, keyKnown: isKnown, files: files.length, parts: parts.length },
        () => `${id}: whole, ${files.length} files, each with its digest.\nSigned by    ${signer}`,
      )
      if (!isKnown)
        terminal.say('Compare the fingerprint with the one you were told by another way (--key).')
    })
}
