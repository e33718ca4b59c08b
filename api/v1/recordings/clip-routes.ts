/**
 * Seconds of a consultation's sound, for whoever may read its transcript, as long as the sound is
 * kept.
 */
import { Router } from '@koa/router'
import { z } from 'zod'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { KeptSoundBody } from '../../../core/contract/api.ts'
import type { SoundClips } from '../../../core/recording/sound-clip.ts'
import { type ApiState, principalOf } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { describing } from '../../describing.ts'
import { readInput } from '../../read-input.ts'

const Params = z.object({ id: z.string() })
/** How much of the range the disk lost; absent: nothing. */
const LOST_SOUND_HEADER = 'X-Sound-Lost-Ms'
/** A day is more than any consultation. */
const Ms = z.coerce.number().int().min(0).max(86_400_000)

const GetKept = z.object({ params: Params }).transform(({ params }) => params.id)

const GetClip = z
  .object({
    params: Params,
    query: z
      .object({
        start_ms: Ms,
        end_ms: Ms,
        channel: z.enum(['mic', 'remote']).default('mic'),
      })
      .refine(({ start_ms, end_ms }) => start_ms < end_ms, {
        path: ['end_ms'],
        message: 'must be after start_ms',
      }),
  })
  .transform(({ params, query }) => ({
    ehrId: params.id,
    startMs: query.start_ms,
    endMs: query.end_ms,
    channel: query.channel === 'remote' ? 1 : 0,
  }))

const KeptSound = describing<KeptSoundBody>()(
  z.object({
    ranges: z.array(z.object({ start_ms: z.number(), end_ms: z.number(), channels: z.number() })),
    erased_at: z.string().exactOptional(),
  }),
)

export function soundClipRoutes(deps: {
  openConsultation: OpenConsultation
  clips: SoundClips
}): Router<ApiState> {
  const { openConsultation, clips } = deps
  return new Router<ApiState>()
    .get('/ehrs/:id/audio/kept', async (ctx) => {
      const { id } = await openConsultation(principalOf(ctx), readInput(GetKept, ctx))
      const ranges = await clips.kept(id)
      const erasedAt = await clips.erasedAt(id)
      const body: KeptSoundBody = {
        ranges: ranges.map(({ startMs, endMs, channels }) => ({
          start_ms: startMs,
          end_ms: endMs,
          channels,
        })),
        ...(erasedAt && { erased_at: erasedAt.toISOString() }),
      }
      ctx.body = body
    })
    .get('/ehrs/:id/audio', async (ctx) => {
      const { ehrId, ...range } = readInput(GetClip, ctx)
      const { id: consultationId } = await openConsultation(principalOf(ctx), ehrId)
      const { wav, lostMs } = await clips.wav({ consultationId, ...range })
      ctx.type = 'audio/wav'
      ctx.set('Cache-Control', 'no-store')
      if (lostMs > 0) ctx.set(LOST_SOUND_HEADER, String(lostMs))
      ctx.body = Buffer.from(wav.buffer)
    })
}

export const soundClipDescriptions: readonly RouteDescription[] = [
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}/audio/kept',
    summary: 'Where the sound of a consultation is still kept',
    tag: 'recording',
    security: 'bearer',
    input: GetKept,
    responses: { 200: { description: 'Ranges of the recorded timeline', schema: KeptSound } },
    errors: ['not_found'],
  },
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}/audio',
    summary:
      'At most 30 seconds of a consultation, while its sound is kept; what the disk lost is a tone, and X-Sound-Lost-Ms says how much',
    tag: 'recording',
    security: 'bearer',
    input: GetClip,
    responses: { 200: { description: 'PCM16 mono 16 kHz', type: 'audio/wav' } },
    errors: ['not_found', 'sound_gone', 'sound_damaged'],
  },
]
