import type { Establishment } from '../../core/rnds/compile-record/establishment.ts'

/** Base addresses without trailing slash: where tokens are issued, and where everything else is. */
export interface Hosts {
  authUrl: string
  ehrUrl: string
}

/** RNDS.md §2; mind the hyphen in one and the dot in the other. */
const HOMOLOGATION: Hosts = {
  authUrl: 'https://ehr-auth-hmg.saude.gov.br',
  ehrUrl: 'https://ehr-services.hmg.saude.gov.br',
}

/**
 * null where the profile does not say enough: production without a UF, the simulator without its
 * address.
 */
export function hostsOf(
  establishment: Pick<Establishment, 'environment' | 'uf' | 'authUrl' | 'ehrUrl'>,
): Hosts | null {
  const usual = usualHosts(establishment)
  const authUrl = establishment.authUrl ?? usual.authUrl
  const ehrUrl = establishment.ehrUrl ?? usual.ehrUrl
  return authUrl && ehrUrl ? { authUrl, ehrUrl } : null
}

function usualHosts({
  environment,
  uf,
}: Pick<Establishment, 'environment' | 'uf'>): Partial<Hosts> {
  if (environment === 'homologation') return HOMOLOGATION
  if (environment === 'simulator') return {}
  return {
    authUrl: 'https://ehr-auth.saude.gov.br',
    ...(uf && { ehrUrl: `https://${uf}-ehr-services.saude.gov.br` }),
  }
}
