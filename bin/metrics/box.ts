/**
 * What `/metrics` tells of the box beside its requests: work in hand, engines, room on the disk,
 * the process. Numbers and states only.
 */
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import type { GeneratorStatus, SpeechStatus } from '../../core/contract/api.ts'
import type { NodeFacts } from '../../core/node/node-facts.ts'
import type { OutgoingHold } from '../../core/outgoing/hold.ts'
import type { Workload } from '../../models/job/workload.ts'

export interface BoxFacts extends Workload {
  version: string
  speech: SpeechStatus
  generator: GeneratorStatus
  disk: { free_bytes: number; total_bytes: number }
  reserve: { kept_bytes: number; whole_bytes: number; low: boolean }
  outgoing_held: OutgoingHold | null
  /** Null: one server serves. */
  nodes: NodeFacts[] | null
}

const SPEECH_STATES: readonly SpeechStatus['state'][] = ['ready', 'preparing', 'unavailable']

/** `facts` is asked once for each reading of the page. */
export function boxMetrics(registry: Registry, facts: () => Promise<BoxFacts>): void {
  collectDefaultMetrics({ register: registry })
  let reading: Promise<BoxFacts> | null = null
  const readOnce = () => {
    reading ??= facts().finally(() => {
      reading = null
    })
    return reading
  }
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    tell: (to: Gauge<Label>, now: BoxFacts) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const now = await readOnce()
        this.reset()
        tell(this, now)
      },
    })

  gauge('svc_build_info', 'Always 1; the version is its label.', ['version'], (to, { version }) =>
    to.set({ version }, 1),
  )
  gauge(
    'svc_node_info',
    '1 for the server that answers, of several; nothing where one serves.',
    ['node', 'address', 'process', 'version'],
    (to, { nodes }) => {
      for (const { id, address, process, version, own } of nodes ?? [])
        if (own) to.set({ node: id, address, process, version }, 1)
    },
  )
  gauge('svc_nodes', 'Servers of one database by state.', ['state'], (to, { nodes }) => {
    for (const state of nodes ? ['alive', 'silent'] : [])
      to.set({ state }, nodes?.filter(({ alive }) => alive === (state === 'alive')).length ?? 0)
  })
  gauge(
    'svc_node_recordings',
    'Recordings that go on, by the server that writes them.',
    ['node', 'process'],
    (to, { nodes }) => {
      for (const { id, process, alive, recordings } of nodes ?? [])
        if (alive) to.set({ node: id, process }, recordings)
    },
  )
  gauge('svc_transcription_jobs', 'Final transcriptions by state.', ['state'], (to, { queue }) => {
    for (const [state, count] of Object.entries(queue)) to.set({ state }, count)
  })
  gauge('svc_live_recordings', 'Live recordings by state.', ['state'], (to, { recordings }) => {
    for (const [state, count] of Object.entries(recordings)) to.set({ state }, count)
  })
  gauge('svc_speech_engine', '1 for the state speech is in.', ['state'], (to, { speech }) => {
    for (const state of SPEECH_STATES) to.set({ state }, state === speech.state ? 1 : 0)
  })
  gauge('svc_document_generator', '1 for the engine in use.', ['kind'], (to, { generator }) =>
    to.set({ kind: generator.kind }, 1),
  )
  gauge('svc_disk_free_bytes', 'Of the disk the data folder lies on.', [], (to, { disk }) =>
    to.set(disk.free_bytes),
  )
  gauge(
    'svc_outgoing_held',
    '1 while nothing leaves the box: a restored copy, or held by an administrator.',
    [],
    (to, { outgoing_held: hold }) => to.set(hold === null ? 0 : 1),
  )
  gauge(
    'svc_disk_reserve_bytes',
    'Room kept in a file; less than svc_disk_reserve_whole_bytes while it is made or used.',
    [],
    (to, { reserve }) => to.set(reserve.kept_bytes),
  )
  gauge('svc_disk_reserve_whole_bytes', 'Room that the file is to keep.', [], (to, { reserve }) =>
    to.set(reserve.whole_bytes),
  )
  gauge(
    'svc_disk_reserve_low',
    '1 while no new sound, file or document is taken for want of room.',
    [],
    (to, { reserve }) => to.set(reserve.low ? 1 : 0),
  )
  gauge('svc_disk_total_bytes', 'Of the disk the data folder lies on.', [], (to, { disk }) =>
    to.set(disk.total_bytes),
  )
}

/** When the certificate in use ends, in Unix seconds; nothing without one. */
export function certificateMetrics(registry: Registry, certificateUntil: () => Date | null): void {
  if (certificateUntil() === null) return
  new Gauge({
    name: 'svc_tls_certificate_until_seconds',
    help: 'When the certificate in use ends, as Unix time.',
    registers: [registry],
    collect() {
      this.set((certificateUntil()?.getTime() ?? 0) / 1000)
    },
  })
}
