import type { Command } from 'commander'
import { modelNames } from '../../core/model-file/catalogue.ts'
import { type PullPlan, pullModel } from '../../core/model-file/pull-model.ts'
import { offering } from '../completion/offers.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bytes } from '../format.ts'
import { transferProgress } from '../progress.ts'
import { settingFlags } from '../setting-flags.ts'

interface Options {
  dryRun?: boolean
  acceptLicence?: boolean
  mirror?: string
}

/**
 * `svcctl model pull <name>`: plan, show, ask, download (DESIGN §7). Nothing downloads by itself.
 */
export function modelPullCommand(deps: CliDeps): Command {
  const { terminal, settings, box, now, signal } = deps
  return defineCommand('pull', 'download a model, or go on with a download', [
    'model pull whisper-small-q5_1',
    'model pull medgemma-4b --accept-licence --model-mirror https://mirror.hospital.example',
  ])
    .addArgument(offering('<name>', 'as "svcctl model list" shows it', modelNames()))
    .option('-n, --dry-run', 'show what would be done')
    .option('--mirror <address>', 'where to download from, instead of the setting modelMirror')
    .option('--accept-licence', 'agree to the terms that the plan names')
    .action(async (name: string, options: Options, command: Command) => {
      const flags = settingFlags(command, settings)
      const { modelMirror } = settings.load(
        options.mirror === undefined ? flags : { ...flags, modelMirror: options.mirror },
      ).values
      const store = await deps.openModels(flags)
      const models = pullModel({ store, box, mirror: modelMirror, now })
      const plan = await models.plan(name)
      if (options.dryRun || plan.installed)
        return terminal.result(plan, () =>
          plan.installed ? `${plan.name} is installed and proven already.` : describe(plan),
        )

      terminal.say(describe(plan))
      const licenceAccepted = await accepted(deps, plan, options)
      const line = terminal.progress(plan.name)
      const report = transferProgress(line, () => now().getTime())
      const stored = await models
        .pull(plan, { signal, licenceAccepted, onProgress: report })
        .finally(() => line.end())
      terminal.result(
        { ...plan, installed: true, sizeBytes: stored.sizeBytes, path: stored.path },
        () => `${plan.name} is installed, ${bytes(stored.sizeBytes)}, SHA-256 proven.`,
      )
      terminal.say(`Next, choose it: svcctl model use ${plan.name}`)
    })
}

/** Asks where a person is at the terminal; a script says `--accept-licence`. */
async function accepted({ terminal }: CliDeps, { licence }: PullPlan, options: Options) {
  if (!licence.acceptanceNeeded || options.acceptLicence) return true
  if (!terminal.canAsk) return false
  await terminal.confirm(`Do you agree to the ${licence.name} (${licence.url})?`)
  return true
}

function describe({
  name,
  url,
  licence,
  sizeBytes,
  receivedBytes,
  freeBytes,
  fit,
}: PullPlan): string {
  const lines = [
    `model    ${name}`,
    `from     ${url}`,
    `licence  ${licence.name}${licence.url ? `  ${licence.url}` : ''}${licence.acceptanceNeeded ? '  (must be accepted)' : ''}`,
    `size     ${sizeBytes === null ? 'not known' : `about ${bytes(sizeBytes)}`}; ${bytes(freeBytes)} free`,
  ]
  if (receivedBytes > 0)
    lines.push(
      `goes on  a download broke off: ${bytes(receivedBytes)} are here already, the rest is fetched`,
    )
  if (fit === 'too-large') lines.push('warning  this machine has too little memory for it')
  if (fit === 'slow') lines.push('warning  this machine has few cores for it: it will be slow')
  return lines.join('\n')
}
