/**
 * What hosts should leave behind, and until when it is kept: at least a year's notice, and never
 * gone before the next major version (SPEC-GAPS 1.14). `/plugin.json` publishes this; the frame
 * says it in its headers and once in the console.
 */
interface Deprecation {
  what: string
  instead: string
  since: Date
  /** Works until then at least. */
  sunset: Date
}

const since = new Date('2026-07-01T00:00:00Z')
const sunset = new Date('2028-01-01T00:00:00Z')

export const EMBED_DEPRECATION: Deprecation = {
  what: '/embed',
  instead: '/plugin.js',
  since,
  sunset,
}

const DEPRECATIONS: readonly Deprecation[] = [
  EMBED_DEPRECATION,
  { what: 'SvcPlugin.addEhrContext', instead: 'SvcPlugin.addBackgroundHistory', since, sunset },
  {
    what: 'SvcPlugin.setBackgroundHistory',
    instead: 'SvcPlugin.addBackgroundHistory',
    since,
    sunset,
  },
]

/** As `/plugin.json` lists them. */
export function presentDeprecations() {
  return DEPRECATIONS.map(({ what, instead, ...dates }) => ({
    what,
    instead,
    since: dayOf(dates.since),
    sunset: dayOf(dates.sunset),
  }))
}

/** `Deprecation` is RFC 9745's, `Sunset` RFC 8594's. */
export function deprecationHeaders(deprecation: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${deprecation.since.getTime() / 1000}`,
    Sunset: deprecation.sunset.toUTCString(),
    Link: `<${deprecation.instead}>; rel="successor-version"`,
  }
}

/** `2028-01-01` */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
