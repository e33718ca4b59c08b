import { Router } from '@koa/router'
import type { Context } from 'koa'
import { validationError } from '../../core/errors.ts'
import type { DeleteRecord as DeleteRecordUseCase } from '../../core/rnds/delete-record.ts'
import type { DoctorsChoices } from '../../core/rnds/doctors-choices.ts'
import type { ReplaceRecord as ReplaceRecordUseCase } from '../../core/rnds/replace-record.ts'
import type {
  FindPatient as FindPatientUseCase,
  FindPractitioner as FindPractitionerUseCase,
} from '../../core/rnds/submission-lookups.ts'
import type {
  RecordStatus as RecordStatusUseCase,
  WhyWaiting,
} from '../../core/rnds/submission-status.ts'
import type { SubmitRecord as SubmitRecordUseCase } from '../../core/rnds/submit-record.ts'
import { type ApiState, principalOf } from '../context.ts'
import { readInput } from '../read-input.ts'
import {
  occupationFacts,
  presentChoices,
  presentDeleted,
  presentPatient,
  presentPractitioner,
  presentReplaced,
  presentStatus,
  presentSubmitted,
} from './presenter.ts'
import {
  DeleteRecord,
  FindPatient,
  FindPatientByBody,
  FindPractitioner,
  RecordStatus,
  ReplaceRecord,
  SubmitRecord,
} from './schema.ts'

export interface NetworkUseCases {
  submitRecord: SubmitRecordUseCase
  recordStatus: RecordStatusUseCase
  replaceRecord: ReplaceRecordUseCase
  deleteRecord: DeleteRecordUseCase
  findPatient: FindPatientUseCase
  findPractitioner: FindPractitionerUseCase
  whyWaiting: WhyWaiting
  doctorsChoices: DoctorsChoices
}

/** The clinical-network endpoints under `/v1` (spec §4.2). */
export function networkRoutes(useCases: NetworkUseCases): Router<ApiState> {
  const remove = async (ctx: Context) => {
    const { ehrId, ...order } = readInput(DeleteRecord, ctx)
    ctx.body = presentDeleted(await useCases.deleteRecord(principalOf(ctx), ehrId, order))
  }
  const find = async (
    ctx: Context,
    query: { cpf?: string | undefined; cns?: string | undefined },
  ) => {
    if (query.cpf === undefined && query.cns === undefined)
      throw validationError([
        { field: 'cpf', issue: 'required' },
        { field: 'cns', issue: 'required' },
      ])
    ctx.body = presentPatient(await useCases.findPatient(principalOf(ctx), query))
  }

  return (
    new Router<ApiState>()
      .post('/ehrs/:ehr_id/rnds/submit', async (ctx) => {
        const { ehrId, ...input } = readInput(SubmitRecord, ctx)
        const record = await useCases.submitRecord(principalOf(ctx), ehrId, input)
        ctx.state.auditFacts = occupationFacts(record)
        ctx.body = {
          ...presentSubmitted(ehrId, record, await useCases.whyWaiting(record)),
          ...presentChoices(await useCases.doctorsChoices(principalOf(ctx), ehrId, input.told)),
        }
      })
      .get('/ehrs/:ehr_id/rnds/status', async (ctx) => {
        const { ehrId, which } = readInput(RecordStatus, ctx)
        const standing = await useCases.recordStatus(principalOf(ctx), ehrId, which)
        ctx.body = presentStatus(ehrId, standing, await useCases.whyWaiting(standing.record))
      })
      .put('/ehrs/:ehr_id/rnds/replace', async (ctx) => {
        const { ehrId, ...order } = readInput(ReplaceRecord, ctx)
        const replacement = await useCases.replaceRecord(principalOf(ctx), ehrId, order)
        ctx.state.auditFacts = occupationFacts(replacement.record)
        ctx.body = {
          ...presentReplaced(replacement, await useCases.whyWaiting(replacement.record)),
          ...presentChoices(await useCases.doctorsChoices(principalOf(ctx), ehrId, order.told)),
        }
      })
      .delete('/ehrs/:ehr_id/rnds', remove)
      // Some proxies drop the body of a DELETE (SPEC-GAPS C13).
      .post('/ehrs/:ehr_id/rnds/delete', remove)
      .get('/rnds/patient', (ctx) => find(ctx, readInput(FindPatient, ctx)))
      // For callers that keep numbers of people out of addresses (SPEC-GAPS C12).
      .post('/rnds/patient', (ctx) => find(ctx, readInput(FindPatientByBody, ctx)))
      .get('/rnds/practitioner', async (ctx) => {
        const { cns } = readInput(FindPractitioner, ctx)
        ctx.body = presentPractitioner(await useCases.findPractitioner(principalOf(ctx), cns))
      })
  )
}
