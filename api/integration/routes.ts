import { Router } from '@koa/router'
import type { Credential } from '../../core/access/access.ts'
import type { IssueToken } from '../../core/access/issue-token.ts'
import { reachOf } from '../../core/access/require-scope.ts'
import type { PrepareConsultation } from '../../core/consultation/prepare-consultation.ts'
import { preparedTextUses } from '../../core/visit-use/text-use.ts'
import { answerJson } from '../answer-json.ts'
import { type ApiState, credentialOf } from '../context.ts'
import { rateLimiter } from '../middleware/rate-limit.ts'
import { noteTexts } from '../note-texts.ts'
import type { RateLimits } from '../rate-limits.ts'
import { readInput } from '../read-input.ts'
import { presentPreparedEhr } from '../v1/ehrs/presenter.ts'
import { PrepareEhr } from '../v1/ehrs/schema.ts'
import { Identify } from './identify/schema.ts'
import { CreateSessionToken } from './session-token/schema.ts'

interface Deps {
  access: IssueToken
  prepareConsultation: PrepareConsultation
  limits: Pick<RateLimits, 'doctorTokens'>
}

/**
 * What a host's backend calls with its key, with and without the trailing slash: the two exchanges
 * (spec §4.1), and handing over what it knows of a patient before the plugin opens (SPEC-GAPS 1.7).
 */
export function integrationRoutes(deps: Deps): Router<ApiState> {
  const { access, prepareConsultation } = deps
  const perDoctor = rateLimiter('doctor', deps.limits.doctorTokens)

  /** Whoever has tokens without end has their limits without end. */
  async function countToken({ organization }: Credential, doctorId: string | undefined) {
    if (doctorId === undefined) return
    const { refusal } = await perDoctor.count(`${organization.id} ${doctorId}`)
    if (refusal) throw refusal
  }

  return new Router<ApiState>()
    .post('/session-token', async (ctx) => {
      const input = readInput(CreateSessionToken, ctx)
      await countToken(credentialOf(ctx), input.doctorId)
      const issued = await access.issueSessionToken(credentialOf(ctx), input)
      ctx.state.issuedTokenId = issued.tokenId
      answerJson(ctx, {
        access: issued.token,
        access_expiration: issued.expiresAt.toISOString(),
      })
    })
    .post('/identify', async (ctx) => {
      const input = readInput(Identify, ctx)
      await countToken(credentialOf(ctx), input.doctorId)
      const issued = await access.issueConsultationToken(credentialOf(ctx), input)
      ctx.state.issuedTokenId = issued.tokenId
      answerJson(ctx, { token: issued.token })
    })
    .put('/ehrs', async (ctx) => {
      const input = readInput(PrepareEhr, ctx)
      const prepared = await prepareConsultation(reachOf(credentialOf(ctx)), input)
      ctx.status = prepared.created ? 201 : 200
      noteTexts(ctx, preparedTextUses(input, prepared))
      ctx.body = presentPreparedEhr(prepared)
    })
}
