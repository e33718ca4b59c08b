import { quoted } from '../core/doctor/quoted.ts'
import type { CliDeps } from './deps.ts'

/** Told, and taken all the same: who hands a secret over may have reasons for how it lies. */
export async function tellOpenFile(
  { terminal, isOpenToOthers }: Pick<CliDeps, 'terminal' | 'isOpenToOthers'>,
  path: string,
): Promise<void> {
  if (await isOpenToOthers(path))
    terminal.say(
      `Note: other accounts of this machine can read ${path}. Close it: chmod 600 ${quoted(path)}`,
    )
}
