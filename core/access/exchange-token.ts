/**
 * Exchanges a token that appeared in a URL for a fresh one that never did (SPEC-GAPS C1), which
 * ends when it would have ended. Where it is good once it can be exchanged once, within five
 * minutes of its issue. After that it is refused everywhere, whatever its own life, after a restart
 * too: spent tokens are kept until their life is over.
 */
import { AppError } from '../errors.ts'
import type { Directory } from './directory.ts'
import type { IssuedToken, IssueToken } from './issue-token.ts'
import type { SpentTokenStore, TokenCodec } from './ports.ts'
import type { Signing } from './signing.ts'

const GOOD_FOR_S = 300

export interface SpentTokens {
  has(tokenId: string): Promise<boolean>
  /** @returns false when it was spent already */
  spend(tokenId: string, expiresAtS: number): Promise<boolean>
}

/** Every request asks for them, so they are read once and remembered. */
export function spentTokens(store: SpentTokenStore, now: () => Date): SpentTokens {
  let reading: Promise<Map<string, number>> | undefined

  function remembered(): Promise<Map<string, number>> {
    reading ??= store.listSpentTokens().catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }

  return {
    has: async (tokenId) => (await remembered()).has(tokenId),
    async spend(tokenId, expiresAtS) {
      const spent = await remembered()
      const nowS = now().getTime() / 1000
      for (const [id, untilS] of spent) if (untilS < nowS) spent.delete(id)
      if (!(await store.spendToken(tokenId, expiresAtS, nowS))) return false
      spent.set(tokenId, expiresAtS)
      return true
    },
  }
}

export type ExchangeToken = ReturnType<typeof exchangeToken>

/**
 * For tokens that `authenticate` accepted and that open one consultation. @throws {AppError}
 * `query_token_refused`
 */
export function exchangeToken(deps: {
  directory: Directory
  signing: Signing
  codec: TokenCodec
  spent: SpentTokens
  issueConsultationToken: IssueToken['issueConsultationToken']
  now: () => Date
}) {
  const { directory, signing, codec, spent, issueConsultationToken, now } = deps
  return async (token: string, { isGoodOnce = true } = {}): Promise<IssuedToken> => {
    const view = await directory.look()
    const key = await signing.verifyingKey(view, codec.keyIdOf(token))
    const nowS = now().getTime() / 1000
    const claims = codec.verify(token, key, nowS)
    const { consultationId, doctorId, patientId, issuedAtS, expiresAtS } = claims
    const credential = await view.credentialByKeyId(claims.keyId)
    if (!credential || !consultationId || !doctorId || !patientId)
      throw refused('No endereço só é aceito um token de uma única consulta.')
    if (isGoodOnce && nowS - issuedAtS > GOOD_FOR_S)
      throw refused('No endereço um token só vale por cinco minutos: peça outro.')
    if (isGoodOnce && !(await spent.spend(claims.tokenId, expiresAtS)))
      throw refused('Este token já foi usado: no endereço cada um vale uma vez.')
    const validForS = Math.max(1, Math.floor(expiresAtS - nowS))
    return issueConsultationToken(credential, { consultationId, doctorId, patientId, validForS })
  }
}

function refused(message: string): AppError {
  return new AppError('forbidden', 'query_token_refused', message)
}
