import { Router } from '@koa/router'
import { z } from 'zod'
import type { ApiState } from '../context.ts'
import type { ResponseDescription, RouteDescription } from '../describe-route.ts'

type Json = Record<string, unknown>

/**
 * `/openapi.json` (OpenAPI 3.1, whose schemas are JSON Schema, as zod's are). Written once, when
 * it is first asked for: wording it took a start 25 ms.
 */
export function openApiRoutes(
  routes: readonly RouteDescription[],
  version: string,
): Router<ApiState> {
  let document: string | undefined
  return new Router<ApiState>().get('/openapi.json', (ctx) => {
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.type = 'application/json'
    document ??= JSON.stringify(openApiDocument(routes, version))
    ctx.body = document
  })
}

/** The interface as one OpenAPI document. */
export function openApiDocument(routes: readonly RouteDescription[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = paths[route.path] ?? {}
    paths[route.path] = path
    path[route.method] = operation(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'SVC appliance', version },
    paths,
    components: {
      securitySchemes: {
        'api-key': { type: 'apiKey', in: 'header', name: 'x-svc-token' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
    },
  }
}

/** The one error body (spec §7). */
const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  details: z.array(z.record(z.string(), z.unknown())).optional(),
  detail: z.string().optional(),
})

function operation(route: RouteDescription): Json {
  const input = properties(route.input ? jsonSchema(route.input, 'input') : {})
  const body = input.body
  return {
    summary: route.summary,
    tags: [route.tag],
    security: route.security === 'none' ? [] : [{ [route.security]: [] }],
    parameters: [
      ...parameters('path', input.params),
      ...parameters('query', input.query),
      ...parameters('header', input.headers),
    ],
    ...((body || route.requestType) && {
      requestBody: {
        content: { [route.requestType ?? 'application/json']: { schema: body ?? {} } },
      },
    }),
    responses: {
      ...Object.fromEntries(Object.entries(route.responses).map(response)),
      ...errorResponses(route),
      default: errorResponse('Error envelope'),
    },
  }
}

/** What a route answers with because of its own place: who asks, with what, how often. */
const OF_ALL = {
  none: [],
  bearer: ['authentication_required', 'invalid_token', 'token_expired', 'rate_limited'],
  'api-key': ['authentication_required', 'invalid_api_key', 'rate_limited'],
}

/** The codes of a route, by their status. */
function errorResponses({ errors = [], security, input }: RouteDescription): Json {
  const codes = new Set([...OF_ALL[security], ...(input ? ['validation_error'] : []), ...errors])
  const named = new Map<number, string[]>()
  for (const code of codes) {
    const status = ERROR_STATUSES.get(code)
    if (status === undefined) throw new Error(`${code} has no status in openapi.ts`)
    named.set(status, [...(named.get(status) ?? []), code])
  }
  const answers = [...named].sort(([one], [other]) => one - other)
  return Object.fromEntries(
    answers.map(([status, of]) => [status, errorResponse(`\`error\`: ${of.join(', ')}`)]),
  )
}

function errorResponse(description: string): Json {
  const schema = { $ref: '#/components/schemas/Error' }
  return { description, content: { 'application/json': { schema } } }
}

function response([status, { description, schema, type }]: [string, ResponseDescription]): [
  string,
  Json,
] {
  const content = (schema || type) && {
    [type ?? 'application/json']: schema ? { schema: jsonSchema(schema, 'output') } : {},
  }
  return [status, { description, ...(content && { content }) }]
}

function parameters(where: 'path' | 'query' | 'header', schema: Json | undefined): Json[] {
  const required = Array.isArray(schema?.required) ? schema.required : []
  return Object.entries(properties(schema ?? {})).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
  }))
}

function properties(schema: Json): Record<string, Json> {
  return (schema.properties ?? {}) as Record<string, Json>
}

/** What JSON Schema cannot say (a transform, a refinement) is left out rather than refused. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/**
 * The HTTP status of each error code that `/openapi.json` names at a route; api/README.md says when
 * they come.
 */
const CODES: Readonly<Record<number, readonly string[]>> = {
  400: ['frame_invalid', 'no_previous_submission', 'validation_error'],
  401: [
    'authentication_required',
    'code_invalid',
    'device_revoked',
    'invalid_api_key',
    'invalid_proof',
    'invalid_token',
    'token_expired',
    'token_revoked',
  ],
  403: [
    'consent_refused',
    'consent_required',
    'extension_disabled',
    'forbidden',
    'sharing_not_allowed',
    'signed_url_failed',
    'template_not_yours',
  ],
  404: [
    'consultation_erased',
    'not_found',
    'patient_not_found',
    'practitioner_not_found',
    'sound_gone',
  ],
  409: [
    'already_submitted',
    'consultation_canceled',
    'document_not_ready',
    'document_quota_exceeded',
    'document_submitted',
    'frame_conflict',
    'frames_missing',
    'identifier_mismatch',
    'legal_hold',
    'quota_exceeded',
    'recording_conflict',
    'recording_finished',
    'recording_in_progress',
    'rewrite_needs_model',
    'segment_changed',
    'sound_quota_exceeded',
    'submission_in_progress',
    'too_many_files',
    'too_many_models',
    'type_locked',
    'version_conflict',
  ],
  413: ['audio_too_large', 'audio_too_long', 'file_too_large', 'recording_too_long'],
  415: ['audio_unsupported', 'file_type_not_allowed', 'image_heic'],
  422: [
    'audio_empty',
    'audio_invalid',
    'file_empty',
    'file_name_invalid',
    'idempotency_key_reused',
    'image_dimensions',
    'image_invalid',
    'no_content',
    'pdf_encrypted',
    'pdf_invalid',
    'pdf_too_many_pages',
    'rnds_rejected',
    'several_occupations',
    'upload_failed',
  ],
  429: ['rate_limited'],
  503: [
    'draining',
    'generation_failed',
    'generation_timeout',
    'outgoing_held',
    'rnds_unavailable',
    'sound_damaged',
    'storage_failed',
    'storage_full',
    'structured_output_failed',
  ],
}

export const ERROR_STATUSES: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)])),
)
