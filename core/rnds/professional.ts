/**
 * What an administrator says of a professional who is a user here (`svcctl user set`): the network
 * tells no council, and while it does not answer, no occupation.
 */
import type { User } from '../access/access.ts'
import { type ErrorDetail, validationError } from '../errors.ts'
import { digitsOf, isCns } from '../identifiers.ts'
import { UFS } from './edit-establishment.ts'

export interface Professional {
  /** By it their records are known. */
  cns: string
  /** CBO, 6 digits; null: the network decides. */
  cbo: string | null
  /** `CRM`. */
  council: string | null
  councilNumber: string | null
  /** Two capitals. */
  councilState: string | null
}

/** One a user at most; whoever has the database alone can read none. */
export interface ProfessionalStore {
  find(userId: string): Promise<Professional | null>
  save(userId: string, professional: Professional): Promise<void>
  remove(userId: string): Promise<void>
  /** Of the organization's active users, the one with this number. */
  findByCns(organizationId: string, cns: string): Promise<Professional | null>
}

/** A field as it was typed; empty clears it. */
export type ProfessionalChanges = { [Field in keyof Professional]?: string | undefined }

export interface ManageProfessionals {
  findByCns(organizationId: string, cns: string): Promise<Professional | null>
  /**
   * @returns null when nothing is left of them
   * @throws {AppError} `validation_error`, one detail per wrong field; nothing is kept then
   */
  change(user: User, changes: ProfessionalChanges): Promise<Professional | null>
}

export function manageProfessionals({ store }: { store: ProfessionalStore }): ManageProfessionals {
  return {
    findByCns: store.findByCns,
    async change(user, changes) {
      const changed = applyChanges((await store.find(user.id)) ?? NOBODY, changes)
      if (changed.cns === '') await store.remove(user.id)
      else await store.save(user.id, changed)
      return changed.cns === '' ? null : changed
    },
  }
}

const NOBODY: Professional = {
  cns: '',
  cbo: null,
  council: null,
  councilNumber: null,
  councilState: null,
}

function applyChanges(before: Professional, changes: ProfessionalChanges): Professional {
  const wrong: ErrorDetail[] = []
  const read = (
    field: keyof Professional,
    reader: (typed: string) => string,
    isRight: (value: string) => boolean,
  ): string | null => {
    const typed = changes[field]?.trim()
    if (typed === undefined) return before[field]
    if (typed === '') return null
    const value = reader(typed)
    if (!isRight(value)) wrong.push({ field, issue: 'invalid' })
    return value
  }
  const capitals = (typed: string) => typed.toUpperCase()
  const changed = {
    cns: read('cns', digitsOf, isCns) ?? '',
    cbo: read('cbo', digitsOf, (code) => /^\d{6}$/.test(code)),
    council: read('council', capitals, (name) => /^[A-Z]{2,10}$/.test(name)),
    councilNumber: read('councilNumber', capitals, (number) => /^[\dA-Z./-]{1,20}$/.test(number)),
    councilState: read('councilState', capitals, (state) =>
      UFS.some((uf) => uf === state.toLowerCase()),
    ),
  }
  const { cns, ...others } = changed
  // Without the number nobody could tell whose it is.
  if (cns === '' && Object.values(others).some((value) => value !== null))
    wrong.push({ field: 'cns', issue: 'required' })
  if (wrong.length > 0) throw validationError(wrong, 'Nothing was changed.')
  return changed
}
