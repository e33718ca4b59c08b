/**
 * What `svcctl status` shows, in the room there is: texts go on below themselves where the terminal
 * is narrow, and where it is low the rows that say least go first. A screen that is drawn again and
 * again must not scroll.
 */
import type { LastBackup } from '../core/backup/ports.ts'
import type { DiskUse } from './deps.ts'
import { bytes, duration, moment } from './format.ts'
import { drainWords, type NodeState, nodesOf, readServerState } from './server-state.ts'
import type { Style } from './style.ts'
import { printable } from './table.ts'
import type { Room } from './terminal.ts'
import { textWidth, wrapped } from './text-width.ts'

export interface Seen {
  url: string
  /** Somebody is there, and does not answer in time. */
  silent: boolean
  dataDir: string
  prepared: boolean
  /** Code of why this version cannot work in the database; null: it can, or was not asked. */
  database: string | null
  /** As it answered, for programs. */
  server: unknown
  /** Null: there is no data folder. */
  disk: DiskUse | null
  /** Servers of one database, where this one does not answer; null: it does, or is alone. */
  nodes: unknown
  /** The last trial of a restore; null: there was none. */
  lastDrill: LastBackup | null
}

/** The most telling first. */
const IMPORTANCE = [
  'server',
  'nodes',
  'data folder',
  'database',
  'visits',
  'outgoing',
  'recordings',
  'final texts',
  'disk',
  'speech',
  'documents',
  'seen',
  'up for',
  'version',
  'backups',
  'part',
] as const

interface Row {
  what: (typeof IMPORTANCE)[number]
  /** What stays together on a line, where that has room for it. */
  parts: readonly Part[]
  between?: string
}

type Part = string | { text: string; paint(text: string): string }

const LABEL = 12
/** In columns: below this a text is broken by the terminal. */
const NARROWEST = 12

/** @param at when that was; null: it is shown once; @param hint writes commands (program.ts) */
export function statusSheet(
  seen: Seen,
  at: Date | null,
  style: Style,
  room: Room,
  hint: (text: string) => string = (text) => text,
): string {
  const width = Math.max(NARROWEST, (room.width ?? Number.POSITIVE_INFINITY) - LABEL)
  const written = (part: Part): Part =>
    typeof part === 'string' ? hint(part) : { ...part, text: hint(part.text) }
  const told: Row[] = at ? [{ what: 'seen', parts: [moment(at), 'q ends it'] }] : []
  const rows = [...told, ...rowsOf(seen, style)].map(({ what, parts, between = '  ' }) => ({
    rank: IMPORTANCE.indexOf(what),
    lines: filled(parts.map(written), between, width).map((line, place) => {
      const label = place > 0 || what === 'part' || what === 'seen' ? '' : what
      return `${style.dim(label.padEnd(LABEL))}${line}`
    }),
  }))
  // The cursor stands below the last line.
  const height = room.height === null ? Number.POSITIVE_INFINITY : Math.max(1, room.height - 1)
  let tooMany = rows.reduce((sum, { lines }) => sum + lines.length, 0) - height
  const leastFirst = rows.map((row, place) => ({ ...row, place }))
  leastFirst.sort((one, other) => other.rank - one.rank || other.place - one.place)
  for (const { lines } of leastFirst)
    if (tooMany > 0) tooMany -= lines.splice(Math.max(0, lines.length - tooMany)).length
  return rows.flatMap(({ lines }) => lines).join('\n')
}

const DATABASE_FAULTS: Readonly<Record<string, string>> = {
  database_older: 'of an earlier version of this program (svcctl upgrade)',
  database_newer: 'of a newer version of this program: start that one',
  database_unreachable: 'does not answer (svcctl doctor)',
  data_folder_not_prepared: 'empty (svcctl init)',
}

function rowsOf({ url, silent, dataDir, prepared, disk, ...seen }: Seen, style: Style): Row[] {
  const server = readServerState(seen.server)
  const rows: Row[] = [
    server
      ? { what: 'server', parts: [server.status, `at ${url}`], between: ' ' }
      : {
          what: 'server',
          parts: [{ text: silent ? 'does not answer' : 'not running', paint: style.red }],
        },
  ]
  if (server?.version) rows.push({ what: 'version', parts: [server.version] })
  if (typeof server?.uptimeS === 'number')
    rows.push({ what: 'up for', parts: [duration(server.uptimeS)] })
  if (server?.speech) {
    const { state, model } = server.speech
    const parts: Part[] = [state]
    if (model) parts.push(model)
    // Its message is the doctors', in Portuguese.
    if (state === 'unavailable') parts.push('see: svcctl doctor')
    rows.push({ what: 'speech', parts })
  }
  if (server?.generator) {
    const { kind, model, unproven } = server.generator
    const parts: Part[] = model ? [kind, model] : [kind]
    if (unproven)
      parts.push({ text: 'not proven to write documents (svcctl doctor)', paint: style.yellow })
    rows.push({ what: 'documents', parts })
  }
  if (server?.recordings) {
    const { recording, paused } = server.recordings
    rows.push({
      what: 'recordings',
      parts: [`${recording} going on`, `${paused} paused`],
      between: ', ',
    })
  }
  if (server?.queue) {
    const { running, queued, waiting, failed } = server.queue
    const parts: Part[] = [`${running} running`, `${queued} queued`]
    if (waiting > 0)
      parts.push({ text: `${waiting} waiting for the speech engine`, paint: style.yellow })
    if (failed > 0) parts.push({ text: `${failed} failed`, paint: style.red })
    rows.push({ what: 'final texts', parts, between: ', ' })
  }
  const nodes = server?.nodes ?? nodesOf(seen.nodes)
  if (nodes) rows.push(...nodeRows(nodes, style))
  if (server?.draining) {
    const text = `${drainWords(server.draining)} (svcctl resume)`
    rows.push({ what: 'visits', parts: [{ text, paint: style.yellow }] })
  }
  if (server?.outgoingHeldSince) {
    const text = `held since ${moment(new Date(server.outgoingHeldSince))}: nothing leaves (svcctl outgoing show)`
    rows.push({ what: 'outgoing', parts: [{ text, paint: style.yellow }] })
  }
  if (!prepared) {
    const text = `nothing is prepared in ${dataDir}`
    rows.push({ what: 'data folder', parts: [{ text, paint: style.red }] })
  }
  if (seen.database !== null) {
    const text = DATABASE_FAULTS[seen.database] ?? 'cannot be read (svcctl doctor)'
    rows.push({ what: 'database', parts: [{ text, paint: style.red }] })
  }
  if (disk) {
    const text = `${bytes(disk.freeBytes)} of ${bytes(disk.totalBytes)} free`
    const parts: Part[] = [text]
    if (server?.scarceRoom) {
      const { keptBytes, wholeBytes } = server.scarceRoom
      const left = `nothing new is taken, ${bytes(keptBytes)} of ${bytes(wholeBytes)} in reserve`
      parts.push({ text: left, paint: style.red })
    }
    rows.push({ what: 'disk', parts })
  }
  for (const { name, sizeBytes } of disk?.parts ?? [])
    rows.push({ what: 'part', parts: [`${name} ${bytes(sizeBytes)}`] })
  if (seen.lastDrill) {
    const { at, failure } = seen.lastDrill
    const text = `a trial restore on ${moment(at)} ${failure === null ? 'was whole' : 'failed (svcctl doctor)'}`
    const paint = failure === null ? (plain: string) => plain : style.red
    rows.push({ what: 'backups', parts: [{ text, paint }] })
  }
  return rows
}

/** A line each: where all share one address, the machine tells them apart. */
function nodeRows(nodes: readonly NodeState[], style: Style): Row[] {
  const versions = new Set(nodes.map(({ version }) => version))
  return nodes.map((node): Row => {
    const { address, process, version, alive, recordings, speech, freeBytes } = node
    const isShared = nodes.filter((other) => other.address === address).length > 1
    const name = isShared && process ? `${address} on ${process}` : address
    if (!alive) return { what: 'nodes', parts: [{ text: `${name} silent`, paint: style.red }] }
    const parts: Part[] = [name]
    if (versions.size > 1 && version) parts.push({ text: version, paint: style.yellow })
    if (recordings > 0) parts.push(`${recordings} recording`)
    if (speech === 'unavailable') parts.push({ text: 'speech unavailable', paint: style.red })
    else if (speech) parts.push(`speech ${speech}`)
    if (freeBytes !== null) parts.push(`${bytes(freeBytes)} free`)
    if (node.drainingSince) {
      const text = `draining since ${moment(new Date(node.drainingSince))}`
      parts.push({ text, paint: style.yellow })
    }
    return { what: 'nodes', parts }
  })
}

/** As many parts a line as it has room for; a longer one in whole words. */
function filled(parts: readonly Part[], between: string, width: number): string[] {
  const lines: string[] = []
  let room = 0
  for (const part of parts) {
    const { text, paint } =
      typeof part === 'string' ? { text: part, paint: (plain: string) => plain } : part
    const shown = printable(text)
    const taken = between.length + textWidth(shown)
    if (lines.length > 0 && taken <= room) {
      lines.push(`${lines.pop()}${between}${paint(shown)}`)
      room -= taken
      continue
    }
    if (lines.length > 0) lines.push(`${lines.pop()}${between.trimEnd()}`)
    const own = wrapped(shown, width)
    lines.push(...own.map(paint))
    room = width - textWidth(own.at(-1) ?? '')
  }
  return lines
}
