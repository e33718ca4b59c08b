import { boxModel, EARLIER_BOX_FILE, findModel } from '../core/model-file/catalogue.ts'

/** A backup names models and does not hold them: how one is had again on another machine. */
export function modelAgain(file: string): string {
  if (file === boxModel.file || file === EARLIER_BOX_FILE) return 'comes with the program'
  const known = findModel(file)
  if (!known) return 'in no catalogue: keep the file, and bring it with svcctl model import FILE'
  return `svcctl model pull ${known.name}, or svcctl model import FILE`
}
