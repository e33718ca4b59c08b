/**
 * Everything that keeps a record from being made, gathered so that it is told at once (spec §7).
 */
import { type AppError, type ErrorDetail, validationError } from '../../errors.ts'

/** Fields that are switched on, and how. */
const SWITCHES: Readonly<Record<string, string>> = { rpmEnabled: 'rpm on', relEnabled: 'rel on' }

export type Faults = ReturnType<typeof faults>

export function faults() {
  const details: ErrorDetail[] = []
  return {
    add(field: string, issue: string, more: ErrorDetail = {}): void {
      details.push({ field, issue, ...more })
    },

    /** Something an administrator sets: the detail names the command. */
    addSetting(field: string, issue: string, more: ErrorDetail = {}): void {
      const flag =
        SWITCHES[field] ?? field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      const setting = `svcctl rnds profile set --${flag}`
      details.push({ field: `establishment.${field}`, issue, setting, ...more })
    },

    /** undefined while there is nothing to say. */
    error(): AppError | undefined {
      return details.length > 0
        ? validationError(details, 'O registro não pode ser enviado à RNDS: veja os detalhes.')
        : undefined
    },
  }
}
