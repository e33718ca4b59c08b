/** When the iframe was deprecated and until when it is kept: at least a year's notice, and never before the next major version. */
export const EMBED_DEPRECATION = {
  since: new Date('2026-07-01T00:00:00Z'),
  sunset: new Date('2028-01-01T00:00:00Z'),
}

/** `Deprecation` is RFC 9745's, `Sunset` RFC 8594's. */
export function deprecationHeaders(): Record<string, string> {
  return {
    Deprecation: `@${EMBED_DEPRECATION.since.getTime() / 1000}`,
    Sunset: EMBED_DEPRECATION.sunset.toUTCString(),
    Link: '</plugin.js>; rel="successor-version"',
  }
}
