import type { RouteDescription } from '../describe-route.ts'
import { EhrBody, GetEhr, OpenEhr, PatchEhr, PatchedEhrBody } from './ehrs/schema.ts'
import { SessionInfoBody } from './session/schema.ts'

/** The plugin's session and consultations. */
export const consultationDescriptions: readonly RouteDescription[] = [
  {
    method: 'post',
    path: '/api/v1/session/validate',
    summary: 'Who the token stands for, until when, and what the appliance can do now',
    tag: 'service',
    security: 'bearer',
    responses: { 200: { description: 'The session', schema: SessionInfoBody } },
  },
  {
    method: 'put',
    path: '/api/v1/ehrs/by-external-id',
    summary: 'Open the consultation with these host identifiers, or create it',
    tag: 'consultations',
    security: 'bearer',
    input: OpenEhr,
    responses: {
      200: { description: 'It existed', schema: EhrBody },
      201: { description: 'It was created', schema: EhrBody },
    },
    errors: ['identifier_mismatch', 'forbidden'],
  },
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}',
    summary: 'One consultation',
    tag: 'consultations',
    security: 'bearer',
    input: GetEhr,
    responses: { 200: { description: 'The consultation', schema: EhrBody } },
    errors: ['not_found'],
  },
  {
    method: 'patch',
    path: '/api/v1/ehrs/{id}',
    summary: 'Change type, consent, context or background history',
    tag: 'consultations',
    security: 'bearer',
    input: PatchEhr,
    responses: { 200: { description: 'The consultation as it is now', schema: PatchedEhrBody } },
    errors: ['not_found', 'version_conflict', 'type_locked'],
  },
]
