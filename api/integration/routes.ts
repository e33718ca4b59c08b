import { Router } from '@koa/router'
import type { IssueToken } from '../../core/access/issue-token.ts'
import { answerJson } from '../answer-json.ts'
import { type ApiState, credentialOf } from '../context.ts'
import { readInput } from '../read-input.ts'
import { Identify } from './identify/schema.ts'
import { CreateSessionToken } from './session-token/schema.ts'

/** The two exchanges of a host's backend (spec §4.1); with and without the trailing slash. */
export function integrationRoutes(access: IssueToken): Router<ApiState> {
  return new Router<ApiState>()
    .post('/session-token', async (ctx) => {
      const input = readInput(CreateSessionToken, ctx)
      const issued = await access.issueSessionToken(credentialOf(ctx), input)
      ctx.state.issuedTokenId = issued.tokenId
      answerJson(ctx, {
        access: issued.token,
        access_expiration: issued.expiresAt.toISOString(),
      })
    })
    .post('/identify', async (ctx) => {
      const input = readInput(Identify, ctx)
      const issued = await access.issueConsultationToken(credentialOf(ctx), input)
      ctx.state.issuedTokenId = issued.tokenId
      answerJson(ctx, { token: issued.token })
    })
}
