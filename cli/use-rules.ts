import { AppError } from '../core/errors.ts'
import { RULES } from '../core/model-file/import-model.ts'
import type { CliDeps, Flags, SettingChange } from './deps.ts'

/**
 * `svcctl model use rules`: documents are written by rules again. The files of models stay.
 * @throws {AppError} `setting_from_environment`
 */
export async function useRules({ settings, terminal }: CliDeps, flags: Flags): Promise<void> {
  const { described, values } = settings.load(flags)
  const found = (key: string) => described.find((one) => one.key === key)
  const generator = found('generator')
  const isNamed = generator?.value === 'llama' || generator?.value === 'remote'
  const changes: SettingChange[] = [['textModel', undefined]]
  if (isNamed) changes.push(['generator', undefined])
  for (const [key] of changes) refuseHidden(found(key))
  await settings.write(flags, changes)
  const result = {
    name: RULES,
    before: values.textModel,
    generator: isNamed ? 'auto' : generator?.value,
  }
  terminal.result(result, () =>
    isNamed
      ? 'Documents are written by rules, without a language model, from the next start of the service on.'
      : 'Documents are written by rules, without a language model. A running service takes it up by itself.',
  )
  if (values.textModel !== null)
    terminal.say(`Back to the model: svcctl model use ${values.textModel}`)
}

/** A setting that the environment gives would hide what is written into the file. */
export function refuseHidden(setting: { source: string; env: string } | undefined): void {
  if (setting?.source !== 'env') return
  throw new AppError(
    'rejected',
    'setting_from_environment',
    `${setting.env} in the environment decides which model is used, here and in the server: change it there.`,
  )
}
