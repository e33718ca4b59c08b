/**
 * `SubmissionStore` in memory: the same promises as the one on rows, which test/models compares it
 * with.
 */
import { LEASE_MS, LONGEST_WAIT_MS } from '../../core/rnds/deliver-pace.ts'
import type { SubmissionStore } from '../../core/rnds/ports.ts'
import { type Attempt, isUnderWay, type Submission } from '../../core/rnds/submission.ts'
import { type AskedKey, KEY_LIFE_MS, type KeptKey } from '../../core/rnds/submit-key.ts'

export interface MemorySubmissions extends SubmissionStore {
  all(): Submission[]
}

/** @param patientOf a consultation; each has one of its own unless said */
export function memorySubmissions(
  now: () => Date,
  patientOf: (consultationId: string) => string = (id) => id,
): MemorySubmissions {
  const rows = new Map<string, Submission>()
  const attempts = new Map<string, Attempt>()
  const keys = new Map<string, KeptKey & { at: Date }>()
  const keptKey = (id: string) => {
    const kept = keys.get(id)
    return kept && Math.abs(now().getTime() - kept.at.getTime()) < KEY_LIFE_MS ? kept : null
  }
  const keep = ({ id, request }: AskedKey, submissionId: string) =>
    keys.set(id, { request, submissionId, answer: null, at: now() })
  const inMs = (ms: number) => new Date(now().getTime() + ms)
  const list = () => [...rows.values()].sort((one, other) => one.sequence - other.sequence)
  const isUnchanged = ({ id, version }: Submission) => rows.get(id)?.version === version
  const raise = (record: Submission) => {
    const raised = { ...record, version: record.version + 1 }
    rows.set(record.id, raised)
    return structuredClone(raised)
  }
  const isFree = ({ lease }: Submission) =>
    !lease || lease.expiresAt <= now() || lease.expiresAt > inMs(LEASE_MS)
  const isBehindIn = (record: Submission) =>
    list().some(
      (other) =>
        other.consultationId === record.consultationId &&
        other.sequence < record.sequence &&
        isUnderWay(other),
    )
  const isBehindVisit = (record: Submission) =>
    list().some(
      (other) =>
        other.consultationId !== record.consultationId &&
        patientOf(other.consultationId) === patientOf(record.consultationId) &&
        isUnderWay(other) &&
        other.submittedAt < record.submittedAt &&
        other.waiting?.cause !== 'record_failing' &&
        !isBehindIn(other),
    )
  const isFirst = (record: Submission) =>
    record.state !== 'pending' || !(isBehindIn(record) || isBehindVisit(record))
  const isPendingElsewhere = ({ id, consultationId, documentType }: Submission) =>
    list().some(
      (other) =>
        other.id !== id &&
        other.consultationId === consultationId &&
        other.documentType === documentType &&
        other.state === 'pending',
    )

  return {
    all: () => structuredClone(list()),

    async findKey({ id }) {
      const kept = keptKey(id)
      if (!kept) return null
      const { at: _, ...key } = structuredClone(kept)
      return key
    },

    async keepKey(key, submissionId) {
      if (keptKey(key.id)) return false
      keep(key, submissionId)
      return true
    },

    async answerKey({ id }, answer) {
      const kept = keptKey(id)
      if (kept) kept.answer ??= structuredClone(answer)
      return structuredClone(kept?.answer ?? answer)
    },

    async create(record, seen, key) {
      const { consultationId, documentType } = record
      const ofConsultation = list().filter((other) => other.consultationId === consultationId)
      const slot = ofConsultation.filter((other) => other.documentType === documentType)
      const created = {
        ...record,
        sequence: (ofConsultation.at(-1)?.sequence ?? 0) + 1,
        version: 1,
      }
      if (slot.length !== seen.length || !seen.every(isUnchanged)) return null
      if (isPendingElsewhere(created)) return null
      if (key && keptKey(key.id)) return null
      if (key) keep(key, record.id)
      for (const one of seen) raise(rows.get(one.id) ?? one)
      rows.set(created.id, structuredClone(created))
      return structuredClone(created)
    },

    async find(id) {
      return structuredClone(rows.get(id) ?? null)
    },

    async listOfConsultation(consultationId) {
      return structuredClone(list().filter((record) => record.consultationId === consultationId))
    },

    async save(changed, written = []) {
      if (!changed.every(isUnchanged)) return null
      if (changed.some((record) => record.state === 'pending' && isPendingElsewhere(record)))
        return null
      for (const attempt of written) attempts.set(attempt.id, structuredClone(attempt))
      return changed.map((record) => raise(structuredClone(record)))
    },

    async claim(id, owner, leaseMs) {
      const record = rows.get(id)
      if (!record || !isFree(record) || !isFirst(record)) return null
      return raise({ ...record, lease: { owner, expiresAt: inMs(leaseMs) } })
    },

    async nextDue(except = []) {
      const due = list()
        .filter(({ organizationId }) => !except.includes(organizationId))
        .filter(({ dueAt }) => dueAt && (dueAt <= now() || dueAt > inMs(LONGEST_WAIT_MS)))
        .filter((record) => isFree(record) && isFirst(record))
        .sort((one, other) => Number(one.dueAt) - Number(other.dueAt))
      return due[0]?.id ?? null
    },

    async nextDueInMs(except = []) {
      const at = now().getTime()
      const waits = list()
        .filter(({ organizationId }) => !except.includes(organizationId))
        .filter((record) => record.dueAt && isFirst(record))
        .map(({ dueAt, lease }) =>
          Math.max(0, Number(dueAt) - at, lease ? Number(lease.expiresAt) - at : 0),
        )
      return waits.length > 0 ? Math.min(...waits) : null
    },

    async bringForward(organizationId, causes) {
      for (const record of list()) {
        const { state, waiting, lease, dueAt, submittedAt } = record
        const isBehind = state === 'pending' && waiting && causes.includes(waiting.cause)
        if (record.organizationId !== organizationId || !isBehind || lease) continue
        if (dueAt && dueAt > now()) raise({ ...record, dueAt: submittedAt })
      }
    },

    async isBehind(id) {
      const record = rows.get(id)
      return record !== undefined && !isFirst(record)
    },

    async postpone(id, delayMs) {
      const record = rows.get(id)
      const waiting = { cause: 'record_failing' as const, since: now() }
      if (record) raise({ ...record, dueAt: inMs(delayMs), lease: null, waiting })
    },

    async releaseLeasesOf(isGone) {
      const held = list().filter(({ lease }) => lease && isGone(lease.owner))
      for (const record of held) raise({ ...record, lease: null })
      return held.length
    },

    async doubtPending(since) {
      const waiting = list().filter(
        ({ state, inDoubtSince }) => state === 'pending' && inDoubtSince === null,
      )
      for (const record of waiting) raise({ ...record, inDoubtSince: since })
      return waiting.length
    },

    async listAttempts(submissionId) {
      return structuredClone(
        [...attempts.values()].filter((attempt) => attempt.submissionId === submissionId),
      )
    },

    async countByState() {
      const counts = { pending: 0, accepted: 0, rejected: 0, replaced: 0, deleted: 0 }
      for (const { state } of list()) counts[state]++
      return counts
    },

    async countWaiting() {
      const waits = list().flatMap(({ state, waiting }) =>
        state === 'pending' && waiting ? [waiting] : [],
      )
      return [...new Set(waits.map(({ cause }) => cause))].sort().map((cause) => {
        const same = waits.filter((one) => one.cause === cause)
        const since = new Date(Math.min(...same.map((one) => Number(one.since))))
        return { cause, since, records: same.length }
      })
    },

    async list({ organizationId, state, consultationId, cause, since, limit }) {
      return list()
        .filter(
          (record) => organizationId === undefined || record.organizationId === organizationId,
        )
        .filter((record) => state === undefined || record.state === state)
        .filter(
          (record) => consultationId === undefined || record.consultationId === consultationId,
        )
        .filter(({ waiting }) => cause === undefined || waiting?.cause === cause)
        .filter(({ submittedAt }) => since === undefined || submittedAt >= since)
        .sort((one, other) => Number(other.submittedAt) - Number(one.submittedAt))
        .slice(0, limit)
        .map((record) => ({
          ...record,
          tries: [...attempts.values()].filter(
            ({ submissionId, action }) => submissionId === record.id && action !== 'look',
          ).length,
        }))
    },
  }
}
