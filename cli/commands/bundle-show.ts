import type { Command } from 'commander'
import { boxModel } from '../../core/model-file/catalogue.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bytes } from '../format.ts'
import { settingFlags } from '../setting-flags.ts'

/** `svcctl bundle show`: what is in it, without reading all of it. */
export function bundleShowCommand(deps: CliDeps): Command {
  const { terminal, settings, openBundle } = deps
  return defineCommand('show', 'what a bundle holds and what it needs', [
    'bundle show svc-0.2.0-linux-x64.tar',
    'bundle show svc-0.2.0-linux-x64.tar --sbom > sbom.cdx.json',
  ])
    .argument('<file>', 'the bundle')
    .option('--sbom', 'its bill of materials instead, as CycloneDX')
    .action(async (file: string, { sbom }: { sbom?: true }, command: Command) => {
      const bundle = await openBundle(settingFlags(command, settings))
      if (sbom) {
        await bundle.show(file)
        return terminal.raw(await bundle.sbom(file))
      }
      const { manifest, signer, trusted } = await bundle.show(file)
      const { files, links, ...about } = manifest
      const { platform, glibc, cpu, models, data, parts, migrations } = about
      const packedBytes = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
      terminal.result({ ...about, fileCount: files.length, signer, trusted }, () =>
        [
          `Version     ${about.id}, Node.js ${about.node}`,
          `For         ${platform.os} ${platform.arch}${glibc ? `, glibc ${glibc} or newer` : ''}`,
          `Processor   ${cpu.length > 0 ? cpu.join(' ') : 'any of this kind'}`,
          `Size        ${bytes(packedBytes)}; unpacked ${bytes(about.unpackedBytes)} in ${files.length} files`,
          `Database    ${migrations.at(-1) ?? 'none'}`,
          `Models      ${[boxModel.name, ...models.map(({ name }) => name)].join(', ')}`,
          ...(data
            ? [
                `Tables      ${data.tables.join(', ') || 'none'}`,
                `Documents   models: ${data.templates.join(', ') || 'none'}`,
              ]
            : []),
          `Signed by   ${signer}`,
        ].join('\n'),
      )
    })
}
