/**
 * References: between entries by `urn:uuid:transient-N`, to people and places by identifier, whose
 * `system` is the profile of what is meant (RNDS.md §5.2).
 */

import { isCnes, isCnpj, isCns, isCpf } from '../../identifiers.ts'
import { PARTIES } from '../terms.ts'
import type { BaseElementType } from './base-types.ts'
import { asObject, asText, type JsonObject } from './json.ts'
import type { RuleNode } from './prepare-rules.ts'
import type { ElementPlace, Run } from './run.ts'

/** Elements that name a document or an encounter that the network holds already. */
const OUTSIDE: Record<string, RegExp> = {
  'Composition.relatesTo.target': /^Composition\/[A-Za-z0-9\-.]{1,64}$/,
  'Encounter.partOf': /^Encounter\/[A-Za-z0-9\-.]{1,64}$/,
}

export function checkReference(
  run: Run,
  value: JsonObject,
  type: BaseElementType,
  nodes: readonly RuleNode[],
  at: ElementPlace,
) {
  const wanted = nodes.flatMap((node) => node.types?.get('Reference')?.targets ?? [])
  const reference = asText(value.reference)
  if (reference !== undefined) checkLink(run, reference, type, wanted, at)
  else if (value.extension === undefined) checkParty(run, asObject(value.identifier), wanted, at)
}

function checkLink(
  run: Run,
  reference: string,
  type: BaseElementType,
  wanted: readonly string[],
  at: ElementPlace,
) {
  const path = `${at.path}.reference`
  const outside = OUTSIDE[at.element]
  const target = run.byFullUrl.get(reference)
  if (!target) {
    if (outside?.test(reference)) return
    const isEntry = /^urn:uuid:/.test(reference)
    run.report(
      at.element === 'Composition.relatesTo.target' ? 'ERR867' : isEntry ? 'ERR919' : 'ERR920',
      path,
      noLink(run, reference),
    )
    return
  }
  if (type.targets && !type.targets.includes(target.type)) {
    run.report(
      'reference',
      path,
      `aponta para ${target.type || 'um recurso sem tipo'}, que não é aceito aqui`,
    )
    return
  }
  // A target whose own profile is missing or unknown is told where it stands.
  if (
    wanted.length > 0 &&
    target.profile &&
    !wanted.some((url) => target.profile?.conformsTo.has(url))
  )
    run.report('reference', path, 'aponta para um recurso de outro perfil')
}

function noLink(run: Run, reference: string): string {
  if (/^urn:uuid:/.test(reference)) return 'aponta para uma entrada que não existe no documento'
  return run.rules.profiles.has(reference) || reference.includes('/StructureDefinition/')
    ? 'traz o endereço de um perfil no lugar de uma referência; cite a entrada (urn:uuid:transient- e o número)'
    : 'não é uma referência válida neste documento'
}

function checkParty(
  run: Run,
  identifier: JsonObject | undefined,
  wanted: readonly string[],
  at: ElementPlace,
) {
  if (!identifier) {
    if (wanted.length > 0)
      run.report('reference', at.path, 'falta dizer a quem se refere (identifier)')
    return
  }
  const system = asText(identifier.system)
  const number = PARTY_NUMBERS.get(system ?? '')
  // The profile names the legal person only, all documents of the ministry send the CNES (RNDS.md
  // §7.1).
  const isListed =
    wanted.length === 0 ||
    wanted.includes(system ?? '') ||
    (system === PARTIES.establishment && wanted.includes(LEGAL_PERSON))
  if (!number || !isListed) {
    const allowed = wanted.length > 0 ? wanted : [...PARTY_NUMBERS.keys()]
    const names = allowed.map((url) => url.slice(url.lastIndexOf('/') + 1)).join(', ')
    run.report(
      at.element === 'Composition.author' ? 'ERR976' : 'ERR981',
      `${at.path}.identifier.system`,
      `deve dizer o tipo do identificador: ${names}`,
    )
    return
  }
  const value = asText(identifier.value)
  if (value !== undefined && !number.isValid(value) && run.isNews(value))
    run.report(number.code, `${at.path}.identifier.value`, number.problem)
}

/**
 * The numbers by which documents name people and places, told by the identifier's system (RNDS.md
 * §5.2, §10).
 *
 * A company, or a professional who works for himself.
 */
const LEGAL_PERSON =
  'http://www.saude.gov.br/fhir/r4/StructureDefinition/BRPessoaJuridicaProfissionalLiberal-1.0'

interface PartyNumber {
  /** The network's code for a number that is none. */
  code: string
  isValid(value: string): boolean
  problem: string
}

const PARTY_NUMBERS: ReadonlyMap<string, PartyNumber> = new Map(
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
