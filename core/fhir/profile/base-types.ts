/** FHIR R4's own element tables (core/fhir/profile/r4.ts), ready to look things up in. */
import { CODES, DATATYPES, RESOURCES } from './r4.ts'

export interface BaseElementType {
  /** `CodeableConcept`, `code`, or `Encounter.participant` for an element with parts of its own. */
  code: string
  /** Resource types that a reference may point at; undefined for any. */
  targets: readonly string[] | undefined
}

export interface BaseElement {
  /** As FHIRPath says it: `value` for `value[x]`. */
  name: string
  isChoice: boolean
  min: number
  isList: boolean
  types: readonly BaseElementType[]
  /** What R4 binds the element to: codes by system. */
  codes: ReadonlyMap<string, ReadonlySet<string>> | undefined
}

export interface BaseProperty {
  element: BaseElement
  type: BaseElementType
}

export interface BaseType {
  name: string
  isResource: boolean
  elements: ReadonlyMap<string, BaseElement>
  /** By the names of JSON: `valueQuantity`. */
  properties: ReadonlyMap<string, BaseProperty>
  required: readonly BaseElement[]
}

export type BaseTypes = ReadonlyMap<string, BaseType>

const ELEMENT = 'id string; extension* Extension'
const BACKBONE = `${ELEMENT}; modifierExtension* Extension`
const RESOURCE = 'id id; meta Meta; implicitRules uri; language code'
const DOMAIN_RESOURCE = `${RESOURCE}; text Narrative; contained* Resource; extension* Extension; modifierExtension* Extension`

/** Reads the tables; a millisecond, so once per set of rules. */
export function createBaseTypes(): BaseTypes {
  const codes = new Map(Object.entries(CODES).map(([name, text]) => [name, readCodes(text)]))
  const types = new Map<string, BaseType>()
  const add = (name: string, isResource: boolean, lines: string) => {
    const elements = lines
      .split('; ')
      .filter(Boolean)
      .map((line) => readElement(line, codes))
    types.set(name, {
      name,
      isResource,
      elements: new Map(elements.map((element) => [element.name, element])),
      properties: new Map(elements.flatMap(propertiesOf)),
      required: elements.filter(({ min }) => min > 0),
    })
  }

  for (const [name, lines] of Object.entries(RESOURCES)) {
    const common = name.includes('.') ? BACKBONE : name === 'Bundle' ? RESOURCE : DOMAIN_RESOURCE
    add(name, !name.includes('.'), `${common}; ${lines}`)
  }
  for (const [name, lines] of Object.entries(DATATYPES)) {
    const isBackbone = name === 'Dosage' || name === 'Timing'
    add(name, false, `${isBackbone ? BACKBONE : ELEMENT}; ${lines}`)
  }
  return types
}

function readElement(
  line: string,
  codes: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>,
): BaseElement {
  const [, label = '', mark = '', types = '', list] =
    /^([\w[\]]+)([!*+]?) ([^=]*)(?:=(.*))?$/.exec(line) ?? []
  return {
    name: label.replace('[x]', ''),
    isChoice: label.endsWith('[x]'),
    min: mark === '!' || mark === '+' ? 1 : 0,
    isList: mark === '*' || mark === '+',
    types: types.split('|').map(readType),
    codes: list === undefined ? undefined : codes.get(list),
  }
}

function readType(text: string): BaseElementType {
  const [, code = '', targets] = /^#?([\w.]+)(?:\((.*)\))?$/.exec(text) ?? []
  return { code, targets: targets?.split(',') }
}

function propertiesOf(element: BaseElement): [string, BaseProperty][] {
  return element.types.map((type) => [
    element.isChoice ? `${element.name}${capitalized(type.code)}` : element.name,
    { element, type },
  ])
}

function readCodes(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    text.split('|').map((line) => {
      const [system = '', ...codes] = line.split(' ')
      return [system, new Set(codes)]
    }),
  )
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

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
