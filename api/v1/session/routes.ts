import { Router } from '@koa/router'
import type { GeneratorStatus, SessionInfo, SpeechStatus } from '../../../core/contract/api.ts'
import { type ApiState, principalOf } from '../../context.ts'

interface Deps {
  speechStatus: () => SpeechStatus
  generatorStatus: () => GeneratorStatus
}

/** What the plugin asks when it starts: who am I, until when, and what can the box do (SPEC-GAPS 1.7). */
export function sessionRoutes({ speechStatus, generatorStatus }: Deps): Router<ApiState> {
  return new Router<ApiState>().post('/session/validate', (ctx) => {
    const { organizationId, organizationName, doctorId, expiresAt } = principalOf(ctx)
    ctx.body = {
      organization: { id: organizationId, name: organizationName },
      doctor_id: doctorId,
      expires_at: expiresAt.toISOString(),
      speech: speechStatus(),
      generator: generatorStatus(),
    } satisfies SessionInfo
  })
}
