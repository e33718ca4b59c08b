/** Webhooks over a real database, with a clock in the test's hand; the wire is real, too. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import { allowsAddress } from '../../api/webhook-client/networks.ts'
import { webhookClient } from '../../api/webhook-client/send-webhook.ts'
import type { AuditAct } from '../../core/audit/ports.ts'
import type { DocumentRecord } from '../../core/document/record/document-store.ts'
import type { Log } from '../../core/log.ts'
import { deliverClaimed, LEASE_MS } from '../../core/webhooks/deliver-message.ts'
import { dispatcher } from '../../core/webhooks/dispatcher.ts'
import { type AddWebhook, manageWebhooks } from '../../core/webhooks/manage-webhooks.ts'
import { messageIds } from '../../core/webhooks/message.ts'
import type { SendWebhook } from '../../core/webhooks/ports.ts'
import { consultationStore } from '../../models/consultation/consultations.ts'
import { documentStore } from '../../models/document/documents.ts'
import { blindIndex } from '../../models/vault/blind-index.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { webhookEndpoints } from '../../models/webhook/endpoints.ts'
import { webhookMessages } from '../../models/webhook/messages.ts'
import { webhookOutbox } from '../../models/webhook/outbox.ts'
import { openWorld } from './access-world.ts'
import { TEST_SEALER } from './audit.ts'
import { SMALL_TEMPLATE } from './documents.ts'
import { factories } from './factories.ts'

/** @param caPem what receivers are proven by; they are on this machine, which is allowed */
export async function openWebhookWorld(t: ExecutionContext, caPem: string | null) {
  const world = await openWorld(t)
  const { sequelize } = world.database
  const clock = { at: new Date() }
  const now = () => new Date(clock.at)
  const { id: organizationId } = await factories(world).buildOrganization()
  const { vault } = world
  const seal = consultationSeal(vault)
  const acts: AuditAct[] = []
  const lines: { event: string; fields: unknown }[] = []
  const say = (event: string, fields?: object) => void lines.push({ event, fields })
  const log: Log = { debug: say, info: say, warn: say, error: say }
  const audit = { fails: false }
  const trail = {
    async append(act: AuditAct) {
      if (audit.fails) throw new Error('the disk is full')
      acts.push(act)
    },
    note: async (act: AuditAct) => void acts.push(act),
  }
  const newMessageId = messageIds(now, (bytes) => randomBytes(bytes).toString('hex'))
  const endpoints = webhookEndpoints(sequelize, TEST_SEALER)
  const messages = webhookMessages({ sequelize, seal, openEndpoint: endpoints.open, now })
  const outbox = webhookOutbox({ sequelize, seal, newMessageId, now, onQueued: () => {} })
  const consultations = consultationStore({
    sequelize,
    vault,
    index: blindIndex({ sequelize, sealer: TEST_SEALER, now }),
    onCompleted: outbox.consultationCompleted,
  })
  const documents = documentStore({ sequelize, seal, onGenerated: outbox.documentGenerated })
  const { send, checkAddress } = webhookClient({
    // Enough for the answers of a machine that has much else to do.
    allowHttp: false,
    readCa: async () => caPem,
    userAgent: 'svc/test',
    timeoutMs: 4000,
    allows: allowsAddress('127.0.0.1'),
  })
  const manage = manageWebhooks({
    endpoints,
    messages,
    checkAddress,
    send,
    newMessageId,
    now,
    newId: randomUUID,
    randomBase64: (bytes) => randomBytes(bytes).toString('base64'),
  })
  const delivering = (owner: string, sending: SendWebhook = send) => ({
    store: messages,
    send: sending,
    trail,
    owner,
    now,
    random: () => 0,
    log,
  })

  async function consultation(name: string): Promise<string> {
    const id = randomUUID()
    const made = await consultations.create({
      id,
      organizationId,
      externalConsultationId: name,
      externalDoctorId: 'dra.ana',
      externalPatientId: `prontuario-${name}`,
      type: 'IN_PERSON',
      status: 'open',
      name: null,
      visit: {},
      consent: { status: 'not_recorded', recordedAt: null, recordedBy: null, method: null },
      contextMarkdown: '',
      backgroundHistory: null,
      backgroundHistorySetAt: null,
      language: 'pt-BR',
      recordedMs: 0,
      finishedAt: null,
      version: 1,
      createdAt: now(),
      updatedAt: now(),
    })
    if (!made) throw new Error(`there is a consultation ${name}`)
    return id
  }

  return {
    ...world,
    sequelize,
    organizationId,
    clock,
    endpoints,
    messages,
    manage,
    outbox,
    seal,
    consultations,
    consultation,
    documents,
    acts,
    lines,
    audit,
    log,
    /** An endpoint, and its secret. */
    async added(url: string, more: Partial<AddWebhook> = {}) {
      const { endpoint, secret } = await manage.add({ organizationId, url, ...more })
      return { id: endpoint.id, secret }
    },
    complete: (id: string) =>
      consultations.updateRecorded(id, {
        status: 'finished',
        recordedMs: 61_400,
        finishedAt: now(),
      }),
    /** As the generator writes one. @returns its id */
    async generate(consultationId: string, markdown = '# Cefaleia'): Promise<string> {
      const record = newDocument(consultationId, now())
      await documents.create(record)
      const written: DocumentRecord = {
        ...record,
        status: 'draft',
        markdown,
        version: 2,
        content: { 'Queixa Principal': markdown },
      }
      await documents.update(written, 1, { kind: 'generated', by: null, joinSince: null })
      return record.id
    },
    /** Everything that is due now, as one node sends it. @returns how many attempts */
    async deliver(owner = 'node-1', sending: SendWebhook = send): Promise<number> {
      const deliver = deliverClaimed(delivering(owner, sending))
      let attempts = 0
      for (;;) {
        const message = await messages.claimNext(owner, LEASE_MS)
        if (!message) return attempts
        await deliver(message, new AbortController().signal)
        attempts++
      }
    },
    dispatcher: (owner: string, sending?: SendWebhook) =>
      dispatcher({
        ...delivering(owner, sending),
        isOwnerGone: () => false,
        isHeld: () => false,
        pollMs: 20,
      }),
    pass(ms: number) {
      clock.at = new Date(clock.at.getTime() + ms)
    },
  }
}

function newDocument(consultationId: string, at: Date): DocumentRecord {
  return {
    id: randomUUID(),
    consultationId,
    template: SMALL_TEMPLATE,
    status: 'generating',
    content: {},
    layout: null,
    markdown: '',
    evidence: [],
    contradictions: [],
    source: { generator: 'rules', model: null, version: 'rules-1' },
    editedPaths: [],
    editedByUser: false,
    failure: null,
    reviewedAt: null,
    reviewedBy: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  }
}
