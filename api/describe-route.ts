/**
 * What a route takes and gives, as data: the schema that parses its requests is the schema in
 * `/openapi.json`, so the two cannot differ.
 */
import type { z } from 'zod'

export interface RouteDescription {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** The whole path, parameters in braces: `/api/v1/ehrs/{id}`. */
  path: string
  /** One line, in English, for integrators. */
  summary: string
  tag:
    | 'integration'
    | 'extension'
    | 'consultations'
    | 'recording'
    | 'transcription'
    | 'documents'
    | 'network'
    | 'service'
  security: 'api-key' | 'bearer' | 'none'
  /** The `{ headers, params, query, body }` schema given to `readInput`. */
  input?: z.ZodType
  /** Of a body that is not JSON. */
  requestType?: string
  responses: Record<number, ResponseDescription>
  /** Codes of the error envelope this route can answer with, beside those every route can. */
  errors?: readonly string[]
}

export interface ResponseDescription {
  description: string
  schema?: z.ZodType
  /** `application/json` unless said. */
  type?: string
}
