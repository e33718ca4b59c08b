/**
 * Everything that keeps a record from being made, gathered so that it is told at once (spec §7).
 */
import { type AppError, type ErrorDetail, validationError } from '../../errors.ts'

/** Fields that are switched on, and how. */
const SWITCHES: Readonly<Record<string, string>> = { rpmEnabled: 'rpm on', relEnabled: 'rel on' }

export type Faults = ReturnType<typeof faults>

export function faults() {
  const details: ErrorDetail[] = []
  let question: AppError | undefined
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

    /** Something only the caller can choose: told alone, or beside everything else. */
    ask(asked: AppError): void {
      question = asked
    },

    /** undefined while there is nothing to say. */
    error(): AppError | undefined {
      if (details.length === 0) return question
      const all = [...details, ...(question?.details ?? [])]
      return validationError(all, 'O registro não pode ser enviado à RNDS: veja os detalhes.')
    },
  }
}
