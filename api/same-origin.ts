interface Headers {
  host?: string | undefined
  origin?: string | undefined
  'sec-fetch-site'?: string | string[] | undefined
}

/**
 * Whether the page that sends this POST was served by this very server. Browsers always say so in
 * one of two headers that scripts cannot set; a request with neither does not come from a page.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = headers
  if (!origin || !host) return false
  return URL.canParse(origin) && new URL(origin).host === host
}
