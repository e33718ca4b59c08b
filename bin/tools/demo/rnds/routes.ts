/**
 * The sample EHR's backend for the national network: submits, replaces and deletes through the
 * product's own endpoints (spec §4.2), and shows what a visitor of the demonstration wants to see
 * besides: the calls of the outbox, the bundle, and a switch that pulls the network's cable.
 */
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import { z } from 'zod'
import type { ApiState } from '../../../../api/context.ts'
import { jsonBody } from '../../../../api/middleware/json-body.ts'
import { readInput } from '../../../../api/read-input.ts'
import { isSameOrigin } from '../../../../api/same-origin.ts'
import { AppError, notFound } from '../../../../core/errors.ts'
import type { NetworkDocumentType } from '../../../../core/fhir/clinical-record.ts'
import type { Bundle } from '../../../../core/fhir/types.ts'
import { adviceForCode } from '../../../../core/rnds/error-catalogue.ts'
import { isObject } from '../../../../core/rnds/outcome.ts'
import { RECORD_TYPES } from '../../../../core/rnds/profile-package.ts'
import type { Sample } from '../sample.ts'
import { DEMO_CNES, DEMO_DOCTOR, patientIdOf } from './demo-hospital.ts'
import { outlineOf } from './outline.ts'
import { ownAddress, type Product, type ProductAnswer, productClient } from './product.ts'
import { isWaitingMode, MODES, type SimulatorSwitch } from './simulator-modes.ts'
import { type RecordHistory, timelineOf } from './timeline.ts'

const Named = { ehr_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }
/**
 * Which appointment of the sample EHR: its patient, and its own number of the visit; and which of
 * its records.
 */
const Appointment = z.object({
  patient: z.string().min(1).max(64),
  consultation: z.string().min(1).max(255),
  type: z.enum(RECORD_TYPES).default('RAC'),
})

const SeeRecord = z
  .object({ params: z.object(Named), query: Appointment })
  .transform(({ params, query }) => ({ ehrId: params.ehr_id, ...query }))

const ChangeRecord = z
  .object({ params: z.object(Named), body: Appointment })
  .transform(({ params, body }) => ({ ehrId: params.ehr_id, ...body }))

const RemoveRecord = z
  .object({
    params: z.object(Named),
    body: Appointment.extend({ reason: z.string().max(1000) }),
  })
  .transform(({ params, body }) => ({ ehrId: params.ehr_id, ...body }))

const ChangeMode = z
  .object({ body: z.object({ mode: z.enum(MODES) }) })
  .transform(({ body }) => body)

/** What lies behind the product's counter, for the demonstration's organization only. */
export interface DemoNetwork {
  /**
   * The rehearsal that the organization is connected to.
   * @returns null while it starts, or where an administrator connected the organization to
   * something else: then nothing is sent, since its patients are invented
   */
  simulator(): Promise<SimulatorSwitch | null>
  /** In the order of sending. */
  histories(ehrId: string): Promise<RecordHistory[]>
  /** Does now what the outbox would do later. */
  sendWaiting(): Promise<void>
}

interface Deps {
  network: DemoNetwork
  apiKey: string
  samples: readonly Sample[]
  now: () => Date
}

/** Adds the routes under `/demo/rnds`. */
export function addNetworkRoutes(router: Router<ApiState>, deps: Deps): void {
  const { network, samples, now } = deps
  const parseJson = jsonBody()
  let product: Product | undefined
  const productFor = (ctx: RouterContext<ApiState>) => {
    product ??= productClient({ url: ownAddress(ctx.req.socket), apiKey: deps.apiKey, now })
    return product
  }

  router.get('/demo/rnds', async (ctx) => {
    const simulator = await network.simulator()
    answer(ctx, { status: 200, body: { mode: simulator?.mode() ?? null } })
  })

  router.put('/demo/rnds', parseJson, async (ctx) => {
    const simulator = await connected(ctx)
    const { mode } = readInput(ChangeMode, ctx)
    const hadWaiting = isWaitingMode(simulator.mode())
    simulator.setMode(mode)
    if (hadWaiting && !isWaitingMode(mode)) await network.sendWaiting()
    answer(ctx, { status: 200, body: { mode } })
  })

  router.get('/demo/rnds/:ehr_id', async (ctx) => {
    const { ehrId, ...visit } = readInput(SeeRecord, ctx)
    const standing = await productFor(ctx).call(visitOf(visit), {
      method: 'GET',
      path: statusPath(ehrId, visit),
    })
    const isUnsent = standing.status === 404
    if (!isUnsent && standing.status !== 200) return answer(ctx, standing)
    const histories = isUnsent ? [] : await historiesOf(ehrId, visit)
    answer(ctx, {
      status: 200,
      body: {
        record: isUnsent ? null : advised(standing.body),
        timeline: timelineOf(histories),
        mode: (await network.simulator())?.mode() ?? null,
      },
    })
  })

  router.get('/demo/rnds/:ehr_id/bundle', async (ctx) => {
    const { ehrId, ...visit } = readInput(SeeRecord, ctx)
    const standing = await productFor(ctx).call(visitOf(visit), {
      method: 'GET',
      path: statusPath(ehrId, visit),
    })
    if (standing.status !== 200) return answer(ctx, standing)
    const bundle = await bundleOf(ehrId, standing.body.rnds_record_id)
    answer(ctx, { status: 200, body: { outline: outlineOf(bundle), bundle } })
  })

  router.post('/demo/rnds/:ehr_id/submit', parseJson, async (ctx) => {
    const { ehrId, ...visit } = readInput(ChangeRecord, ctx)
    await connected(ctx)
    const { cpf, cns } = sampleOf(visit.patient).patient
    await forward(ctx, visit, {
      method: 'POST',
      path: `/ehrs/${ehrId}/rnds/submit`,
      body: {
        document_type: visit.type,
        patient_cpf: cpf,
        patient_cns: cns,
        practitioner_cns: DEMO_DOCTOR.cns,
        cnes: DEMO_CNES,
      },
    })
  })

  router.post('/demo/rnds/:ehr_id/replace', parseJson, async (ctx) => {
    const { ehrId, ...visit } = readInput(ChangeRecord, ctx)
    await connected(ctx)
    await forward(ctx, visit, {
      method: 'PUT',
      path: `/ehrs/${ehrId}/rnds/replace`,
      body: { practitioner_cns: DEMO_DOCTOR.cns, document_type: visit.type },
    })
  })

  router.post('/demo/rnds/:ehr_id/delete', parseJson, async (ctx) => {
    const { ehrId, reason, ...visit } = readInput(RemoveRecord, ctx)
    await connected(ctx)
    await forward(ctx, visit, {
      method: 'DELETE',
      path: `/ehrs/${ehrId}/rnds`,
      body: { practitioner_cns: DEMO_DOCTOR.cns, reason, document_type: visit.type },
    })
  })

  async function forward(
    ctx: RouterContext<ApiState>,
    visit: { patient: string; consultation: string },
    request: { method: string; path: string; body: object },
  ) {
    const { status, body } = await productFor(ctx).call(visitOf(visit), request)
    answer(ctx, { status, body: advised(body) })
  }

  /** @throws {AppError} `origin_not_allowed`, `rnds_unavailable` */
  async function connected(ctx: RouterContext<ApiState>): Promise<SimulatorSwitch> {
    if (!isSameOrigin(ctx.headers))
      throw new AppError('forbidden', 'origin_not_allowed', 'Só a própria página pode pedir isto.')
    const simulator = await network.simulator()
    if (simulator) return simulator
    throw new AppError(
      'unavailable',
      'rnds_unavailable',
      'O simulador da RNDS não está ligado a esta demonstração.',
    )
  }

  function visitOf({ patient, consultation }: { patient: string; consultation: string }) {
    const patientId = patientIdOf(sampleOf(patient).slug)
    return { consultationId: consultation, patientId, doctorId: DEMO_DOCTOR.id }
  }

  function sampleOf(slug: string): Sample {
    const sample = samples.find((one) => one.slug === slug)
    if (!sample) throw notFound('Paciente da demonstração não encontrado.')
    return sample
  }

  async function historiesOf(ehrId: string, { type }: { type: NetworkDocumentType }) {
    const all = await network.histories(ehrId)
    return all.filter(({ record }) => record.documentType === type)
  }

  async function bundleOf(ehrId: string, recordId: unknown): Promise<Bundle> {
    const histories = await network.histories(ehrId)
    const found = histories.find(({ record }) => record.id === recordId)
    if (!found) throw notFound('Este registro não está mais guardado.')
    return found.record.bundle
  }
}

function statusPath(ehrId: string, { type }: { type: NetworkDocumentType }): string {
  return `/ehrs/${ehrId}/rnds/status?document_type=${type}`
}

function answer(ctx: RouterContext<ApiState>, { status, body }: ProductAnswer): void {
  ctx.set('Cache-Control', 'no-store')
  ctx.status = status
  ctx.body = body
}

/** The network's refusals, here or in a part of the answer, with what to do about them. */
function advised(body: ProductAnswer['body']): ProductAnswer['body'] {
  const { details, rejected_replacement: replacement } = body
  return {
    ...body,
    ...(Array.isArray(details) && { details: details.map(withAdvice) }),
    ...(isObject(replacement) && { rejected_replacement: advised(replacement) }),
  }
}

function withAdvice(detail: { code?: unknown }): object {
  const advice = typeof detail.code === 'string' ? adviceForCode(detail.code) : undefined
  return advice ? { ...detail, advice } : detail
}
