/** Formats of JSON Schema that a text can be held against without asking anybody. */
const TESTS = {
  date: isDate,
  time: (text: string) => TIME.test(text),
  'date-time': (text: string) => {
    const [date = '', time = ''] = text.split(/[Tt]/)
    return text.length === date.length + time.length + 1 && isDate(date) && ZONED.test(time)
  },
  email: (text: string) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text),
  uuid: (text: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text),
  uri: (text: string) => /^[a-z][a-z\d+.-]*:\S+$/i.test(text) && URL.canParse(text),
} satisfies Record<string, (text: string) => boolean>

export type TextFormat = keyof typeof TESTS

/** Names of other libraries for the same. */
const SAME: Readonly<Record<string, TextFormat>> = { guid: 'uuid', url: 'uri' }
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?$/i
const ZONED = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i

/** Undefined: nothing here knows it. */
export function textFormat(name: string): TextFormat | undefined {
  return Object.hasOwn(TESTS, name) ? (name as TextFormat) : SAME[name]
}

export function matchesFormat(format: TextFormat, text: string): boolean {
  return TESTS[format](text)
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
