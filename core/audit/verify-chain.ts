/**
 * Whether the trail is what was written. The chain is computed anew from its first entry; the
 * seals, this machine's memory of the chain's end and the documents' own audit are held against it.
 * Everything that does not fit is a finding; the first bad number is where trust ends.
 */
import { type AuditEntry, CHAIN_START, macText } from './entry.ts'
import { type DaySeal, readSeal, sealFileText, sealText } from './seal.ts'

export type FindingKind =
  | 'entry_altered'
  | 'entry_missing'
  | 'tail_missing'
  | 'head_altered'
  | 'head_missing'
  | 'seal_altered'
  | 'seal_missing'
  | 'seal_unknown'
  | 'seal_differs'
  | 'break_on_record'
  | 'guard_missing'
  | 'document_audit_altered'
  | 'document_audit_missing'
  | 'document_audit_unlinked'

export interface ChainFinding {
  kind: FindingKind
  /** The first entry that cannot be trusted because of it; null where it is not about one. */
  sequence: number | null
  /** Day of a seal. */
  day: string | null
}

export interface ChainReport {
  entries: number
  lastSequence: number
  /** UTC days that are sealed, from first to last. */
  sealedDays: number
  /** Machines that went on with the chain without a memory of it: restores, as a rule. */
  resumed: number
  findings: ChainFinding[]
  /** Further ones that are not listed. */
  more: number
  firstBadSequence: number | null
}

interface ChainToVerify {
  /** In pages, by sequence. */
  pages(): AsyncIterable<readonly AuditEntry[]>
  /** As they lie on the disk now. */
  sealFiles(): Promise<readonly SealFile[]>
  head: { kind: 'none' } | { kind: 'broken' } | { kind: 'head'; sequence: number; mac: string }
  /** Whether the database refuses changes. */
  isGuarded: boolean
  /**
   * SHA-256 of lines of the documents' audit, by their number, as each kind of database words them;
   * those that are not there are left out.
   */
  documentLines(numbers: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>
  /** How many lines have a number above it. */
  countDocumentLines(above: number): Promise<number>
  /** One digest of all lines up to a number, likewise. */
  documentLinesUpTo(number: number): Promise<readonly string[]>
}

export interface SealFile {
  day: string
  text: string
}

export interface ChainProofs {
  mac(text: string): string
  sha256(text: string): string
  isSigned(text: string, signature: string, publicKey: string): boolean
  publicKey: string
}

const LISTED = 20

export async function verifyChain(
  chain: ChainToVerify,
  proofs: ChainProofs,
  onProgress: (entries: number) => void = () => {},
): Promise<ChainReport> {
  const { findings, find } = findingList()
  const files = readSealFiles(await chain.sealFiles(), proofs, find)
  const expected = expectations(files, chain, find)
  const inChain: { seal: DaySeal; sequence: number }[] = []
  const linked = new Set<number>()
  let documentLines = 0
  let before = CHAIN_START
  let last = 0
  let entries = 0
  let resumed = 0

  if (!chain.isGuarded) find('guard_missing', null)
  for await (const page of chain.pages()) {
    const links = new Map<number, { digest: string; sequence: number }>()
    for (const entry of page) {
      if (entry.sequence !== last + 1) find('entry_missing', last + 1)
      if (proofs.mac(macText(entry, before)) !== entry.mac) find('entry_altered', entry.sequence)
      for (const { mac, kind, day } of expected.get(entry.sequence) ?? [])
        if (mac !== entry.mac) find(kind, entry.sequence, day)
      if (entry.action === 'audit.sealed') {
        const seal = readFacts(entry, readSeal)
        if (seal) inChain.push({ seal, sequence: entry.sequence })
      } else if (entry.action === 'audit.broken')
        find('break_on_record', Math.min(entry.sequence, brokenAt(entry) ?? entry.sequence))
      else if (entry.action === 'audit.resumed') resumed += 1
      else if (entry.action === 'audit.began') {
        const { through, digest } = readFacts(entry, beginOfFacts) ?? { through: 0, digest: '' }
        // Before the pages that follow are read: what is written meanwhile is in them.
        documentLines = await chain.countDocumentLines(through)
        if (!(await chain.documentLinesUpTo(through)).includes(digest))
          find('document_audit_altered', entry.sequence)
      } else if (entry.action === 'document.recorded') {
        const link = readFacts(entry, linkOfFacts)
        if (link) links.set(link.line, { digest: link.digest, sequence: entry.sequence })
      }
      before = entry.mac
      last = entry.sequence
      entries += 1
    }
    await checkLinks(links)
    onProgress(entries)
  }

  for (const [sequence, wanted] of expected)
    if (sequence > last) for (const { day } of wanted) find('tail_missing', last + 1, day)
  // A day may have been sealed while we read.
  if (inChain.some(({ seal }) => !files.has(seal.day)))
    for (const [day, seal] of readSealFiles(await chain.sealFiles(), proofs, () => {}))
      files.set(day, seal)
  compareSeals(files, inChain, proofs, find)
  if (chain.head.kind === 'broken') find('head_altered', null)
  if (chain.head.kind === 'none' && entries > 0) find('head_missing', null)
  if (documentLines > linked.size) find('document_audit_unlinked', null)

  const bad = findings.flatMap(({ sequence }) => (sequence === null ? [] : [sequence]))
  return {
    entries,
    lastSequence: last,
    sealedDays: inChain.length,
    resumed,
    findings: findings.slice(0, LISTED),
    more: Math.max(0, findings.length - LISTED),
    firstBadSequence: bad.length > 0 ? Math.min(...bad) : null,
  }

  async function checkLinks(links: ReadonlyMap<number, { digest: string; sequence: number }>) {
    if (links.size === 0) return
    const lines = await chain.documentLines([...links.keys()])
    for (const [line, { digest, sequence }] of links) {
      linked.add(line)
      const found = lines.get(line)
      if (found === undefined) find('document_audit_missing', sequence)
      else if (!found.includes(digest)) find('document_audit_altered', sequence)
    }
  }
}

type Find = (kind: FindingKind, sequence: number | null, day?: string | null) => void

function findingList() {
  const findings: ChainFinding[] = []
  const find: Find = (kind, sequence, day = null) => void findings.push({ kind, sequence, day })
  return { findings, find }
}

/** Facts that do not read are altered ones, and the MAC says so. */
function readFacts<Read>({ facts }: AuditEntry, read: (facts: string) => Read): Read | null {
  try {
    return read(facts)
  } catch {
    return null
  }
}

function brokenAt(entry: AuditEntry): number | null {
  const read = (facts: string) => (JSON.parse(facts) as { found?: number }).found
  const found = readFacts(entry, read)
  return typeof found === 'number' ? found + 1 : null
}

function beginOfFacts(facts: string) {
  const { lines, digest } = JSON.parse(facts) as Record<string, unknown>
  if (typeof lines !== 'number' || typeof digest !== 'string') return null
  return { through: lines, digest }
}

function linkOfFacts(facts: string) {
  const { line, digest } = JSON.parse(facts) as Record<string, unknown>
  if (typeof line !== 'number' || typeof digest !== 'string') return null
  return { line, digest }
}

function readSealFiles(
  files: readonly SealFile[],
  { isSigned, publicKey }: ChainProofs,
  find: Find,
): Map<string, DaySeal> {
  const seals = new Map<string, DaySeal>()
  for (const { day, text } of files) {
    const seal = parseSeal(text)
    const isOurs =
      seal?.day === day &&
      seal.publicKey === publicKey &&
      isSigned(sealText(seal), seal.signature, publicKey)
    if (seal && isOurs) seals.set(day, seal)
    else find('seal_altered', null, day)
  }
  return seals
}

/** One seal has one spelling: a byte that changes nothing was changed all the same. */
function parseSeal(text: string): DaySeal | null {
  try {
    const seal = readSeal(text)
    return seal && sealFileText(seal) === text ? seal : null
  } catch {
    return null
  }
}

interface Expected {
  mac: string
  kind: FindingKind
  day: string | null
}

/** What seals and head say about single entries. */
function expectations(
  seals: ReadonlyMap<string, DaySeal>,
  { head }: ChainToVerify,
  find: Find,
): Map<number, Expected[]> {
  const expected = new Map<number, Expected[]>()
  const expect = (sequence: number, one: Expected) =>
    expected.set(sequence, [...(expected.get(sequence) ?? []), one])
  for (const { day, lastSequence, lastMac } of seals.values())
    if (lastSequence > 0) expect(lastSequence, { mac: lastMac, kind: 'entry_altered', day })
    else find('seal_altered', null, day)
  if (head.kind === 'head')
    expect(head.sequence, { mac: head.mac, kind: 'entry_altered', day: null })
  return expected
}

function compareSeals(
  files: ReadonlyMap<string, DaySeal>,
  inChain: readonly { seal: DaySeal; sequence: number }[],
  { sha256 }: ChainProofs,
  find: Find,
) {
  const known = new Set<string>()
  let before: string | null = null
  for (const { seal, sequence } of inChain) {
    known.add(seal.day)
    const text = sealFileText(seal)
    if (seal.previous !== before) find('seal_differs', sequence, seal.day)
    before = sha256(text)
    const file = files.get(seal.day)
    if (!file) find('seal_missing', null, seal.day)
    else if (sealFileText(file) !== text) find('seal_differs', sequence, seal.day)
  }
  for (const day of files.keys()) if (!known.has(day)) find('seal_unknown', null, day)
}

export interface TailReport {
  /** How many links were computed anew. */
  checked: number
  lastSequence: number
  /** The first that does not fit; null when all do. */
  firstBadSequence: number | null
  head: 'fits' | 'missing' | 'altered' | 'ahead'
  isGuarded: boolean
}

/**
 * The newest part of the chain, for a look that must be fast; `svcctl audit verify` looks at all of
 * it.
 * @param entries the newest, oldest first, without gaps in what was asked for
 */
export function verifyTail(
  entries: readonly AuditEntry[],
  { head, isGuarded }: Pick<ChainToVerify, 'head' | 'isGuarded'>,
  macAtHead: string | null,
  { mac }: Pick<ChainProofs, 'mac'>,
): TailReport {
  let before: AuditEntry | undefined
  let firstBadSequence: number | null = null
  for (const entry of entries) {
    if (before) {
      const isNext = entry.sequence === before.sequence + 1
      const isWhole = mac(macText(entry, before.mac)) === entry.mac
      if (!isNext || !isWhole) firstBadSequence ??= before.sequence + 1
    }
    before = entry
  }
  return {
    checked: Math.max(0, entries.length - 1),
    lastSequence: before?.sequence ?? 0,
    firstBadSequence,
    head: headStands(head, macAtHead),
    isGuarded,
  }
}

function headStands(head: ChainToVerify['head'], macAtHead: string | null): TailReport['head'] {
  if (head.kind === 'none') return 'missing'
  if (head.kind === 'broken') return 'altered'
  if (macAtHead === null) return 'ahead'
  return macAtHead === head.mac ? 'fits' : 'altered'
}
