/**
 * The double's routes of documents: edits, versions, deletion. As the service answers them, without
 * its rules.
 */
import type {
  ClinicalDocument,
  DocumentVersionBody,
  DocumentVersionKind,
  Evidence,
} from '../../core/contract/api.ts'
import { keptParts } from '../../core/contract/kept-parts.ts'

interface Answer {
  status: number
  body: unknown
}

const NOT_FOUND: Answer = { status: 404, body: { error: 'not_found', message: 'Não encontrado.' } }

/** @returns undefined for what is no request about a document */
export function documentRoutes(documents: ClinicalDocument[]) {
  const kept = new Map<string, DocumentVersionBody[]>()
  const removed = new Map<string, ClinicalDocument>()

  function keep(document: ClinicalDocument, kind: DocumentVersionKind) {
    const all = kept.get(document.id) ?? []
    const now = new Date().toISOString()
    for (const version of all) version.current = false
    const { content, layout = null } = document
    const number = all.length + 1
    all.push({
      number,
      kind,
      by: 'd-1',
      created_at: now,
      updated_at: now,
      current: true,
      content,
      layout,
    })
    kept.set(document.id, all)
  }

  return function answer(
    method: string,
    path: string,
    // biome-ignore lint/suspicious/noExplicitAny: bodies of several shapes, read where they are used
    body: any,
  ): Answer | undefined {
    const [, resource, id = '', what, number, act] = path.split('/')
    if (resource !== 'documents' || id === '') return undefined
    const index = documents.findIndex((document) => document.id === id)
    const known = documents[index]
    if (method === 'POST' && what === 'restore') {
      const back = removed.get(id)
      if (back) documents.push(back)
      return back ? { status: 200, body: back } : NOT_FOUND
    }
    if (!known) return NOT_FOUND
    if (method === 'DELETE') {
      removed.set(id, known)
      documents.splice(index, 1)
      const until = new Date(Date.now() + 600_000).toISOString()
      return { status: 200, body: { id, restorable_until: until } }
    }
    if (method === 'GET' && what === undefined) return { status: 200, body: known }
    // Its history begins where somebody asks for it or writes, not where it is read.
    if (!kept.has(id)) keep(known, 'generated')
    const versions = kept.get(id) ?? []
    const version = versions.find((one) => one.number === Number(number))
    if (method === 'GET' && number === undefined)
      return { status: 200, body: { versions: [...versions].reverse() } }
    if (method === 'GET') return version ? { status: 200, body: version } : NOT_FOUND
    if (body.version !== known.version)
      return { status: 409, body: { error: 'version_conflict', message: 'Alterado.' } }
    const [next, kind] = changed(known, what, act, version, body)
    documents[index] = next
    keep(next, kind)
    return { status: 200, body: next }
  }
}

function changed(
  known: ClinicalDocument,
  what: string | undefined,
  act: string | undefined,
  version: DocumentVersionBody | undefined,
  // biome-ignore lint/suspicious/noExplicitAny: as above
  body: any,
): [ClinicalDocument, DocumentVersionKind] {
  const next = { ...known, version: known.version + 1 }
  if (what === 'review') return [{ ...next, status: 'reviewed' }, 'reviewed']
  if (act === 'restore' && version)
    return [
      { ...next, content: version.content, layout: version.layout, status: 'draft' },
      'restored',
    ]
  const layout = body.layout === undefined ? known.layout : body.layout
  return [{ ...edited(next, body.content), layout, status: 'draft' }, 'edited']
}

/**
 * As the service does: evidence follows values that stayed, also items that moved; that of others
 * goes.
 */
function edited(known: ClinicalDocument, content: ClinicalDocument['content']): ClinicalDocument {
  const paths = Object.entries(content).flatMap(([name, value]) => pathsOf(name, value))
  const originOf = (path: string[]) => {
    const text = leaf(content, path)
    const places = pathsOf(path[0] ?? '', known.content[path[0] ?? ''] ?? null)
    const isItem = Array.isArray(content[path[0] ?? ''])
    const same = places.filter((place) => leaf(known.content, place) === text)
    return same.find(([, step]) => step === path[1]) ?? (isItem ? same[0] : undefined)
  }
  const evidenceOf = (path: string[] | undefined) =>
    known.evidence.find((one) => JSON.stringify(one.path) === JSON.stringify(path))
  const evidence = paths.flatMap((path): Evidence[] => {
    const found = evidenceOf(originOf(path))
    if (found) return [{ ...found, path }]
    const before = String(leaf(known.content, path))
    const after = String(leaf(content, path))
    const parts = keptParts(before, after, evidenceOf(path)?.parts ?? [])
    return parts.length > 0 ? [{ path, verdict: 'not_found', spans: [], parts }] : []
  })
  const edited_paths = paths.filter((path) => originOf(path) === undefined)
  return { ...known, content, evidence, edited_paths, edited_by_user: true }
}

function leaf(content: ClinicalDocument['content'], [name = '', step]: string[]): unknown {
  const value = content[name] ?? null
  if (value === null || step === undefined) return value
  return (value as Record<string, unknown>)[step] ?? null
}

function pathsOf(name: string, value: ClinicalDocument['content'][string]): string[][] {
  if (value === null || typeof value === 'string') return [[name]]
  return Object.keys(value).map((step) => [name, step])
}
