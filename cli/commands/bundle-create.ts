import { resolve } from 'node:path'
import type { Command } from 'commander'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization } from '../find-ref.ts'
import { bytes } from '../format.ts'
import { settingFlags } from '../setting-flags.ts'

interface Options {
  out?: string
  models?: string[]
  data?: true
  org?: string
  signKey?: string
  speech: boolean
  thisMachine?: true
}

/** `svcctl bundle create`: on a machine that has everything, for machines that have nothing. */
export function bundleCreateCommand(deps: CliDeps): Command {
  const { terminal, settings, openBundle } = deps
  return defineCommand(
    'create',
    'pack this program, its packages and models into one signed file',
    ['bundle create', 'bundle create --models whisper-small-q5_1 --data --out /media/usb/svc.tar'],
  )
    .option('--out <file>', 'where to, a folder or a file; otherwise svc-VERSION-SYSTEM.tar here')
    .option(
      '--models <name...>',
      'models of the data folder to take along, beside the one that comes with the program',
    )
    .option(
      '--data',
      'take along the tables of codes that were imported here, and the document models that were installed',
    )
    .option('--org <organization>', 'whose document models; needed where there are several')
    .option('--sign-key <file>', 'Ed25519 in PEM form; otherwise made once in the keys folder')
    .option(
      '--this-machine',
      'for this machine alone: speech is compiled for its processor, in a fifth of the time',
    )
    .option('--no-speech', 'leave the speech runtime out')
    .action(async (options: Options, command: Command) => {
      const bundle = await openBundle(settingFlags(command, settings))
      const line = terminal.progress('packing')
      const made = await bundle
        .create({
          out: await bundle.placeOf(options.out ?? '.'),
          keyPath: options.signKey ? resolve(options.signKey) : bundle.keyPath,
          models: options.models ?? [],
          data: options.data ? { organizationId: await whose(deps, command, options) } : null,
          speech: options.speech,
          isForThisMachine: options.thisMachine ?? false,
          onProgress: (fraction, what) => line.update(fraction, what),
        })
        .finally(() => line.end())
      const { path, sizeBytes, sha256, manifest, fingerprint, keyPath, keyIsNew } = made
      const { id, platform, glibc, cpu, models, data } = manifest
      terminal.result(
        { path, id, sizeBytes, sha256, fingerprint, keyPath, platform, glibc, cpu, models, data },
        () =>
          [
            `${path}: ${bytes(sizeBytes)}, ${id}`,
            ...(data
              ? [
                  `Tables       ${data.tables.join(', ') || 'none imported'}`,
                  `Doc. models  ${data.templates.join(', ') || 'none installed'}`,
                ]
              : []),
            `SHA-256      ${sha256} of the file`,
            `Fingerprint  ${fingerprint} of the key that signed it, for --key`,
          ].join('\n'),
      )
      terminal.say(
        'Tell administrators the fingerprint by another way than the bundle: it is what they trust.',
      )
      if (keyIsNew)
        terminal.say(`The key was made now: ${keyPath}. Whoever has it can sign; keep a copy safe.`)
    })
}

/** A box may be there for building bundles alone, and have no organization. */
async function whose(deps: CliDeps, command: Command, { org }: Options): Promise<string | null> {
  const all = await withAdmin(deps, command, ({ access }) => access.listOrganizations())
  return all.length === 0 ? null : chooseOrganization(all, org).id
}
