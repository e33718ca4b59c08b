/** The formats of FHIR's primitive types: https://hl7.org/fhir/R4/datatypes.html */
type Test = (value: unknown) => boolean

const MOST = 2_147_483_647
const YEAR = /^\d{4}$/
const DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?$/
const OFFSET = /(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)$/

const isText: Test = (value) => typeof value === 'string' && value.trim() !== ''
const matches =
  (format: RegExp): Test =>
  (value) =>
    typeof value === 'string' && format.test(value)
const isUri = matches(/^\S+$/)
const isInteger = (least: number): Test => {
  return (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= MOST
}

const TESTS: Record<string, Test> = {
  boolean: (value) => typeof value === 'boolean',
  integer: isInteger(-MOST - 1),
  unsignedInt: isInteger(0),
  positiveInt: isInteger(1),
  decimal: (value) => typeof value === 'number' && Number.isFinite(value),
  string: isText,
  markdown: isText,
  xhtml: isText,
  code: matches(/^[^\s]+( [^\s]+)*$/),
  id: matches(/^[A-Za-z0-9\-.]{1,64}$/),
  uri: isUri,
  url: isUri,
  canonical: isUri,
  oid: matches(/^urn:oid:[0-2](\.(0|[1-9]\d*))+$/),
  uuid: matches(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  base64Binary: matches(/^[A-Za-z0-9+/=\s]+$/),
  time: matches(TIME),
  date: (value) => typeof value === 'string' && (YEAR.test(value) || isDay(value)),
  dateTime: (value) =>
    typeof value === 'string' && (YEAR.test(value) || isDay(value) || isInstant(value)),
  instant: (value) => typeof value === 'string' && isInstant(value),
}

export function isPrimitive(type: string): boolean {
  return Object.hasOwn(TESTS, type)
}

/** Whether the value has its type and format; dates exist in the calendar. */
export function fitsPrimitive(type: string, value: unknown): boolean {
  return TESTS[type]?.(value) ?? false
}

/** A month, or a day that the calendar has. */
function isDay(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined) return false
  const monthNumber = Number(month)
  if (monthNumber < 1 || monthNumber > 12) return false
  return (
    day === undefined ||
    (Number(day) >= 1 &&
      Number(day) <= new Date(Date.UTC(Number(year), monthNumber, 0)).getUTCDate())
  )
}

/** To the second at least, with an offset. */
function isInstant(text: string): boolean {
  const offset = OFFSET.exec(text)
  return (
    offset !== null &&
    text.charAt(10) === 'T' &&
    isDay(text.slice(0, 10)) &&
    TIME.test(text.slice(11, offset.index))
  )
}
