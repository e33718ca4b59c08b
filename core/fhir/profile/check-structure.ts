/** What makes a bundle a document of the network, whatever its type (RNDS.md §5). */
import { checkObject } from './check-element.ts'
import { asList, asObject, asText, type EntryFacts, type JsonObject } from './json.ts'
import type { Run } from './run.ts'

const REQUESTER = /^http:\/\/www\.saude\.gov\.br\/fhir\/r4\/NamingSystem\/BRRNDS-[A-Za-z0-9-]+$/
const TRANSIENT = /^urn:uuid:transient-(0|[1-9]\d*)$/
const UUID = /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Parts of other kinds of bundles: https://hl7.org/fhir/R4/bundle.html#invs */
const NOT_OF_DOCUMENTS = ['link', 'search', 'request', 'response']

/** Each entry's resource against R4 and its profile. */
export function checkResources(run: Run) {
  for (const { path, resource, type, profile } of run.entries) {
    const base = run.rules.types.get(type)
    if (!base?.isResource || type === 'Bundle') {
      run.report('ERR918', path, 'tipo de recurso não suportado neste documento')
      continue
    }
    const isOfType = profile?.type === type
    if (profile && !isOfType)
      run.report(
        'profile',
        `${path}.meta.profile[0]`,
        `o perfil é de ${profile.type}, não de ${type}`,
      )
    checkObject(run, resource, base, profile && isOfType ? [profile.root] : [], {
      path,
      element: type,
    })
    checkProfileUrl(run, path, resource, profile !== undefined)
  }
}

function checkProfileUrl(run: Run, path: string, resource: JsonObject, isKnown: boolean) {
  const profiles = asList(asObject(resource.meta)?.profile)
  const at = `${path}.meta.profile`
  if (profiles.length === 0) run.report('ERR887', at, 'falta informar o perfil do recurso')
  else if (profiles.length > 1) run.report('profile', at, 'cada recurso tem um só perfil')
  else if (!isKnown)
    run.report(
      'ERR862',
      `${at}[0]`,
      'perfil desconhecido, ou de uma versão que não é verificada aqui',
    )
}

export function checkStructure(run: Run, bundle: JsonObject) {
  const bundleType = run.rules.types.get('Bundle')
  if (bundleType) checkObject(run, bundle, bundleType, [], { path: 'Bundle', element: 'Bundle' })
  if (bundle.type !== 'document') run.report('ERR923', 'Bundle.type', 'deve ser "document"')
  if (bundle.timestamp === undefined)
    run.report('cardinality', 'Bundle.timestamp', 'falta informar')
  for (const name of ['link', 'total'])
    if (bundle[name] !== undefined)
      run.report('prohibited', `Bundle.${name}`, 'não pode haver em um documento; retire-o')
  checkIdentifier(run, asObject(bundle.identifier))
  checkEntries(run, asList(bundle.entry))
  checkLinks(run)
}

function checkIdentifier(run: Run, identifier: JsonObject | undefined) {
  const at = 'Bundle.identifier'
  if (!identifier) {
    run.report('ERR917', at, 'falta informar o identificador do documento no sistema de origem')
    return
  }
  if (!REQUESTER.test(asText(identifier.system) ?? ''))
    run.report('ERR916', `${at}.system`, 'não é o de um sistema de origem credenciado')
  if (identifier.value === undefined) run.report('ERR917', `${at}.value`, 'falta informar')
}

function checkEntries(run: Run, entries: readonly unknown[]) {
  if (entries.length === 0) run.report('cardinality', 'Bundle.entry', 'o documento está vazio')
  for (const [index, each] of entries.entries()) {
    const at = `Bundle.entry[${index}]`
    const entry = asObject(each)
    if (!entry) continue
    if (entry.resource === undefined) run.report('cardinality', `${at}.resource`, 'falta informar')
    for (const name of NOT_OF_DOCUMENTS)
      if (entry[name] !== undefined)
        run.report('prohibited', `${at}.${name}`, 'não pode haver em um documento; retire-o')
    const fullUrl = asText(entry.fullUrl) ?? ''
    const [, number] = TRANSIENT.exec(fullUrl) ?? []
    if (UUID.test(fullUrl)) warnOfUuids(run, at)
    else if (number === undefined)
      run.report('ERR920', `${at}.fullUrl`, `deve ser urn:uuid:transient-${index}`)
    else if (Number(number) !== index)
      run.report(
        'ERR921',
        `${at}.fullUrl`,
        `está fora de ordem; deve ser urn:uuid:transient-${index}`,
      )
  }
}

/**
 * The ministry's own samples of 2024 and 2025 carry real UUIDs, and its newer ones do not: nobody
 * outside knows whether the network still takes them. Told once, however many there are.
 */
function warnOfUuids(run: Run, at: string) {
  if (!run.isNews('UUIDs in fullUrl')) return
  const problem =
    'é um UUID, como nos exemplos até 2025; a RNDS pode exigir urn:uuid:transient- e o número da entrada, em todas elas'
  run.report('ERR920', `${at}.fullUrl`, problem, 'warning')
}

/** One root Composition, the first entry, from which everything else is reached. */
function checkLinks(run: Run) {
  const links = new Map(run.entries.map((entry) => [entry, linksOf(run, entry)]))
  const referenced = new Set(
    [...links].flatMap(([from, to]) => to.filter((entry) => entry !== from)),
  )
  const [first] = run.entries
  if (first && (first.index !== 0 || first.type !== 'Composition' || referenced.has(first)))
    run.report(
      'ERR922',
      'Bundle.entry[0].resource',
      'a primeira entrada deve ser o documento principal (Composition)',
    )
  const roots = run.entries.filter(
    (entry) => entry.type === 'Composition' && !referenced.has(entry),
  )
  const [root, ...others] = roots
  if (!root) run.report('ERR813', 'Bundle.entry', 'falta o documento principal (Composition)')
  for (const { path } of others)
    run.report(
      'ERR812',
      path,
      'só pode haver um documento principal; este não é citado por nenhum outro',
    )

  const reached = new Set<EntryFacts>(root ? [root] : [])
  for (const entry of reached) for (const next of links.get(entry) ?? []) reached.add(next)
  for (const entry of run.entries) {
    if (!reached.has(entry) && !others.includes(entry))
      run.report(
        'reference',
        entry.path,
        'nada no documento leva a este recurso; cite-o ou retire-o',
      )
    if (entry.type === 'Composition') {
      checkRelatesTo(run, entry, entry === root)
      checkSections(run, entry)
    }
  }
  if (root) checkRoot(run, root)
}

/** Each resource has one place in a document: where it has several, all are told. */
function checkSections(run: Run, { path, resource }: EntryFacts) {
  const places = new Map<string, string[]>()
  for (const [index, section] of asList(resource.section).entries())
    for (const [entryIndex, entry] of asList(asObject(section)?.entry).entries()) {
      const reference = asText(asObject(entry)?.reference) ?? ''
      const place = `${path}.section[${index}].entry[${entryIndex}].reference`
      places.set(reference, [...(places.get(reference) ?? []), place])
    }
  for (const [reference, all] of places)
    if (reference !== '' && all.length > 1)
      for (const place of all)
        run.report('reference', place, 'o recurso está em duas seções; cite-o uma só vez')
}

function checkRoot(run: Run, { path, resource }: EntryFacts) {
  if (resource.status !== 'final') run.report('ERR924', `${path}.status`, 'deve ser "final"')
}

function checkRelatesTo(run: Run, { path, resource }: EntryFacts, isRoot: boolean) {
  const at = `${path}.relatesTo`
  if (resource.relatesTo === undefined) return
  if (!isRoot) run.report('ERR811', at, 'só o documento principal pode substituir outro')
  const all = asList(resource.relatesTo)
  if (all.length > 1) run.report('ERR869', at, 'só pode ser substituído um documento')
  for (const [index, each] of all.entries())
    if (asObject(each)?.code !== 'replaces')
      run.report('ERR868', `${at}[${index}].code`, 'deve ser "replaces"')
}

/** The entries that a resource names anywhere. */
function linksOf(run: Run, { resource }: EntryFacts): EntryFacts[] {
  const found: EntryFacts[] = []
  const visit = (value: unknown) => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const target = key === 'reference' && typeof inner === 'string' && run.byFullUrl.get(inner)
        if (target) found.push(target)
        else if (typeof inner === 'object') visit(inner)
      }
    }
  }
  visit(resource)
  return found
}
