/**
 * What the legacy iframe may use of what it was given (spec §5.5, SPEC-GAPS C1, C25, C35). A
 * credential in an address has been seen by histories, proxies and screenshots: only one that opens
 * a single consultation may come that way by default, and an API key never.
 */
import { AppError } from '../errors.ts'
import type { Credential } from './access.ts'
import type { ExchangeToken } from './exchange-token.ts'
import type { IssueToken } from './issue-token.ts'
import type { Origins } from './origins.ts'
import type { Authenticate } from './principal.ts'

/**
 * Which credentials an address may hold: `none`; `once` and `bearer`, those for one consultation;
 * `all`, auth tokens too.
 */
export type QueryTokens = 'none' | 'once' | 'bearer' | 'all'

interface Deps {
  authenticate: Authenticate
  issueConsultationToken: IssueToken['issueConsultationToken']
  exchangeToken: ExchangeToken
  isOriginAllowed: Origins['isOriginAllowed']
  queryTokens: QueryTokens
}

export interface FrameInput {
  source: 'query' | 'message'
  consultationId: string
  doctorId: string
  patientId: string
  /** Of the page around the frame; null where the browser does not tell. */
  hostOrigin: string | null
  /** The request's `Host`. */
  host: string | undefined
}

export interface FrameToken {
  token: string
  expiresAt: Date
}

/** Life of a token made from an auth token, in s; the frame asks again. */
const TOKEN_LIFE_S = 1800

export function openFrame(deps: Deps) {
  const { authenticate, exchangeToken, issueConsultationToken, isOriginAllowed, queryTokens } = deps

  async function requireHost(organizationId: string, { hostOrigin, host }: FrameInput) {
    if (hostOrigin === null) return
    if (await isOriginAllowed({ organizationId, origin: hostOrigin, host })) return
    const message = 'Esta página não está autorizada pela organização do token.'
    throw new AppError('forbidden', 'origin_not_allowed', message)
  }

  return {
    /**
     * @throws {AppError} what `authenticate` throws; `query_token_refused`, `origin_not_allowed`
     */
    async withBearer(token: string, input: FrameInput): Promise<FrameToken> {
      const principal = await authenticate(token)
      await requireHost(principal.organizationId, input)
      if (input.source === 'query') {
        if (queryTokens === 'none')
          throw refused('Este serviço não aceita tokens no endereço: envie-o por mensagem.')
        if (principal.kind !== 'consultation' && queryTokens !== 'all')
          throw refused('No endereço só é aceito um token de uma única consulta.')
        // What goes on is never what an address has shown.
        if (principal.kind === 'consultation')
          return exchangeToken(token, { isGoodOnce: queryTokens === 'once' })
      }
      return { token, expiresAt: principal.expiresAt }
    },
    /**
     * @throws {AppError} `api_key_in_browser`, `query_token_refused`, `origin_not_allowed`,
     * `forbidden`
     */
    async withAuthToken(credential: Credential, input: FrameInput): Promise<FrameToken> {
      if (credential.key.kind === 'api_key') {
        const message = 'Uma chave de API nunca pode chegar ao navegador. Revogue esta chave.'
        throw new AppError('forbidden', 'api_key_in_browser', message)
      }
      if (queryTokens !== 'all')
        throw refused('Este serviço não aceita authToken: use bearerToken, de uma única consulta.')
      await requireHost(credential.organization.id, input)
      return issueConsultationToken(credential, { ...input, validForS: TOKEN_LIFE_S })
    },
  }
}

function refused(message: string): AppError {
  return new AppError('forbidden', 'query_token_refused', message)
}
