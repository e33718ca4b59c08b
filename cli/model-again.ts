import { findModel } from '../core/model-file/catalogue.ts'

/** A backup names models and does not hold them: how one is had again on another machine. */
export function modelAgain(file: string): string {
  const known = findModel(file)
  if (!known) return 'in no catalogue: keep the file, and bring it with svcctl model import FILE'
  if (known.demo) return 'comes with the program'
  return `svcctl model pull ${known.name}, or svcctl model import FILE`
}
