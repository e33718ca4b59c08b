/**
 * The numbers by which documents name people and places, told by the identifier's system (RNDS.md
 * §5.2, §10).
 */
import { isCnes, isCnpj, isCns, isCpf } from '../../identifiers.ts'
import { PARTIES } from '../terms.ts'

/** A company, or a professional who works for himself. */
export const LEGAL_PERSON =
  'http://www.saude.gov.br/fhir/r4/StructureDefinition/BRPessoaJuridicaProfissionalLiberal-1.0'

interface PartyNumber {
  /** The network's code for a number that is none. */
  code: string
  isValid(value: string): boolean
  problem: string
}

export const PARTY_NUMBERS: ReadonlyMap<string, PartyNumber> = new Map(
  Object.entries({
    [PARTIES.patient]: {
      code: 'ERR997',
      isValid: (value) => isCns(value) || isCpf(value),
      problem: 'não é um CNS nem um CPF válido',
    },
    [PARTIES.practitioner]: { code: 'ERR841', isValid: isCns, problem: 'não é um CNS válido' },
    [PARTIES.establishment]: {
      code: 'ERR841',
      isValid: isCnes,
      problem: 'não é um CNES, que tem sete dígitos',
    },
    [PARTIES.practitionerRole]: {
      code: 'ERR841',
      isValid: (value) => {
        const [cns = '', cnes = '', ...rest] = value.split('-')
        return rest.length === 0 && isCns(cns) && isCnes(cnes)
      },
      problem: 'deve ser o CNS do profissional e o CNES, separados por hífen',
    },
    [LEGAL_PERSON]: {
      code: 'ERR841',
      isValid: (value) => isCnpj(value) || isCpf(value),
      problem: 'não é um CNPJ nem um CPF válido',
    },
  }),
)
