import { isCnes, isCns, isCpf } from '../../../core/identifiers.ts'
import type {
  SimulatedOrganization,
  SimulatedPatient,
  SimulatedPeople,
  SimulatedPractitioner,
} from './people.ts'

export interface People {
  /** By CPF, official CNS or an older one. */
  findPatient(number: string): SimulatedPatient | undefined
  findPractitioner(number: string): SimulatedPractitioner | undefined
  findOrganization(cnes: string): SimulatedOrganization | undefined
  /** CBO codes that this person has in this establishment. */
  occupationsOf(cns: string, cnes: string): readonly string[]
  /** Whether the person works in one of the establishments of the requester's credential. */
  isLinked(cns: string): boolean
}

/**
 * @param anyone whoever has a right number exists: for trying the simulator with a hospital's own
 * test numbers
 */
export function findPeople(known: SimulatedPeople, anyone: boolean): People {
  const findPractitioner = (number: string) => {
    const found = known.practitioners.find(({ cpf, cns }) => cpf === number || cns === number)
    return found ?? (anyone ? inventedPractitioner(number) : undefined)
  }
  const findOrganization = (cnes: string) => {
    const found = known.organizations.find((one) => one.cnes === cnes)
    if (found || !anyone || !isCnes(cnes)) return found
    return { cnes, name: 'ESTABELECIMENTO DE TESTE' }
  }
  return {
    findPractitioner,
    findOrganization,
    occupationsOf(cns, cnes) {
      const found = findPractitioner(cns)
      return found?.roles[cnes] ?? found?.anywhere ?? []
    },
    isLinked(cns) {
      const found = /^\d{15}$/.test(cns) ? findPractitioner(cns) : undefined
      if (!found) return false
      const isOwn = (cnes: string) => findOrganization(cnes)?.isForeign !== true
      return anyone || Object.keys(found.roles).some(isOwn)
    },
    findPatient(number) {
      const found = known.patients.find(
        ({ cpf, cns, secondaryCns }) =>
          cpf === number || cns === number || secondaryCns.includes(number),
      )
      return found ?? (anyone ? inventedPatient(number) : undefined)
    },
  }
}

function inventedPractitioner(cns: string): SimulatedPractitioner | undefined {
  if (!isCns(cns)) return undefined
  return { cpf: '', cns, name: 'PROFISSIONAL DE TESTE', roles: {}, anywhere: ['225125'] }
}

function inventedPatient(number: string): SimulatedPatient | undefined {
  const who = {
    secondaryCns: [],
    name: 'PACIENTE DE TESTE',
    birthDate: '1980-01-01',
    gender: 'female' as const,
    active: true,
  }
  if (isCns(number)) return { ...who, cpf: null, cns: number }
  // A CPF alone gets a number of its own, always the same.
  return isCpf(number) ? { ...who, cpf: number, cns: cnsFor(number) } : undefined
}

/** Provisional numbers begin with 7 to 9; only the sum has to be right (RNDS.md §10.2). */
function cnsFor(cpf: string): string {
  for (let tail = 0; ; tail++) {
    const cns = `8${cpf}${String(tail).padStart(3, '0')}`
    if (isCns(cns)) return cns
  }
}
