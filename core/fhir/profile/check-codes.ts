/** Codes against the value sets that elements are bound to. */
import type { BaseElement } from './base-types.ts'
import { asList, asObject, asText, type JsonObject } from './json.ts'
import type { BoundCodes } from './prepare-rules.ts'
import type { Run } from './run.ts'

type Systems = ReadonlyMap<string, ReadonlySet<string> | 'all'>

/** More than this many codes are not listed in a message. */
const MOST_NAMED = 16

/** R4's own list, where no profile replaces it. */
export function checkBaseCodes(
  run: Run,
  value: unknown,
  type: string,
  base: BaseElement,
  path: string,
) {
  if (base.codes) checkCodes(run, value, type, { systems: base.codes }, path)
}

/** HL7's validator refuses it; what the network does with it, nobody has published. */
const IN_WORDS_ALONE =
  'há só texto, e a regra pede um código da lista: a RNDS pode recusar. Onde houver código, use-o'

/** A required binding of a profile. Quantities and anything that has no code pass. */
export function checkCodes(
  run: Run,
  value: unknown,
  type: string,
  bound: { systems: Systems } & Partial<BoundCodes>,
  path: string,
) {
  if (type === 'code' || type === 'string' || type === 'uri') checkBareCode(run, value, bound, path)
  else if (type === 'Coding') checkCodings(run, [[value, path]], bound)
  else if (type === 'CodeableConcept') {
    const codings = asList(asObject(value)?.coding)
    if (codings.length === 0 && bound.name !== undefined && !bound.isAdvisory)
      run.report('binding', path, IN_WORDS_ALONE, 'warning')
    checkCodings(
      run,
      codings.map((coding, index) => [coding, `${path}.coding[${index}]`]),
      bound,
    )
  } else if (type === 'Extension') {
    for (const [key, inner] of Object.entries(asObject(value) ?? {}))
      if (key.startsWith('value')) checkCodes(run, inner, key.slice(5), bound, `${path}.value`)
  } else if (type === 'Code') checkBareCode(run, value, bound, path)
}

function checkBareCode(
  run: Run,
  value: unknown,
  bound: { systems: Systems } & Partial<BoundCodes>,
  path: string,
) {
  if (typeof value !== 'string') return
  for (const codes of bound.systems.values()) if (codes === 'all' || codes.has(value)) return
  run.report('binding', path, notListed(bound), bound.isAdvisory ? 'warning' : 'error')
}

/** One of the codings has to be listed; where none is, the first is told. */
function checkCodings(
  run: Run,
  codings: readonly (readonly [unknown, string])[],
  bound: { systems: Systems } & Partial<BoundCodes>,
) {
  let told: (() => void) | undefined
  for (const [coding, path] of codings) {
    const problem = judge(run, asObject(coding) ?? {}, bound, path)
    if (!problem) return
    told ??= problem
  }
  told?.()
}

/** @returns what to report, or undefined when the coding is listed */
function judge(
  run: Run,
  coding: JsonObject,
  bound: { systems: Systems } & Partial<BoundCodes>,
  path: string,
): (() => void) | undefined {
  const code = asText(coding.code)
  const system = run.spellings.canonical(asText(coding.system) ?? '')
  const severity = bound.isAdvisory ? 'warning' : 'error'
  const codes = bound.systems.get(system)
  if (codes === undefined) {
    const expected = [...bound.systems.keys()].slice(0, 4).map(run.spellings.written).join(', ')
    return () =>
      run.report(
        'binding',
        `${path}.system`,
        `a tabela de códigos não é a esperada; use ${expected}`,
      )
  }
  // A coding without a code is the cardinality's business.
  if (code === undefined) return undefined
  const known = codes === 'all' ? run.knows(system, code) : codes.has(code)
  if (known === undefined) {
    if (run.isNews(system)) {
      const table = system.slice(system.lastIndexOf('/') + 1)
      const problem = `o código não pôde ser conferido, porque a tabela ${table} não está disponível aqui; importe-a com "svcctl terminology import"`
      run.report('unchecked', `${path}.code`, problem, 'warning')
    }
    return undefined
  }
  if (known && !bound.excluded?.get(system)?.has(code)) return undefined
  return () => run.report('binding', `${path}.code`, notListed(bound), severity)
}

function notListed({ systems, name }: { systems: Systems; name?: string }): string {
  const all = [...systems.values()].flatMap((codes) => (codes === 'all' ? [] : [...codes]))
  const isClosed = all.length > 0 && ![...systems.values()].includes('all')
  const list = name ? ` ${name}` : ''
  return isClosed && all.length <= MOST_NAMED
    ? `o código não está na lista${list}; use um destes: ${all.join(', ')}`
    : `o código não existe na tabela${list}; escolha um código vigente`
}
