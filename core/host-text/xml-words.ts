/**
 * The words of a text in XML: clinical documents (CDA), FHIR, and whatever a host's database
 * exports. What is written there for people comes first; what is coded beside it follows where the
 * written part does not say it.
 */
import { markupWords } from '../contract/markup-words.ts'
import { type XmlElement, xmlTree } from './xml-tree.ts'

const PROLOGUE = /^[\s\uFEFF]{0,20}<\?xml\s/
const ROOT = /^[\s\uFEFF]{0,20}<(?:[\w.-]{1,60}:)?([\p{L}_][\p{L}\w.-]{0,60})(?=[\s/>])/u
const COMMENT = /^\s{0,20}<!--[^>]{0,2000}-->/
/** Of FHIR and of clinical documents: most of their attributes are for programs. */
const CLINICAL = /xmlns(?::\w+)?\s?=\s?["'](?:urn:hl7-org:v3|http:\/\/hl7\.org\/fhir)/

/** A whole document of it, or what is left of one; a page of the web is none. */
export function isXml(text: string): boolean {
  const isNamed = PROLOGUE.test(text)
  const begin = isNamed ? text.slice(text.indexOf('?>') + 2) : text
  const name = ROOT.exec(begin.replace(COMMENT, ''))?.[1]
  if (name === undefined || /^html$/i.test(name)) return false
  return isNamed || /<\/[\p{L}_]|\/>/u.test(text)
}

/** @param asWords of what is written within an element as a text of its own */
export function xmlWords(source: string, asWords: (text: string) => string): string {
  const lines: string[] = []
  const isClinical = CLINICAL.test(source.slice(0, 5000))
  const isForPeople = isClinical ? isForPeopleOfClinical : isForPeopleOfOther
  write(xmlTree(source), { above: [], said: '', isDenied: false })
  return lines.join('\n').trim()

  function write(element: XmlElement, around: Around) {
    const narrative = isClinical ? narrativeOf(element, source) : null
    const said = narrative === null ? around.said : ` ${plain(narrative.words)} `
    const isDenied = around.isDenied || element.attributes.some(isDenial)
    const title = element.name === 'section' ? titleOf(element) : undefined
    if (title) lines.push('', `## ${title.words}`)
    if (narrative) lines.push(...narrative.words.split('\n'))
    const above = element.name === '' ? [] : [...around.above, element.name]
    const left = element.children.filter((child) => child !== narrative?.of && child !== title?.of)
    const own = { ...element, children: left }
    if (isLine(own)) return addLine(own, { above, said, isDenied })
    addLine({ ...own, children: left.filter(isText) }, { above, said, isDenied })
    for (const child of left) if (typeof child !== 'string') write(child, { above, said, isDenied })
  }

  /** Of an element whose children hold nothing but a value each. */
  function addLine(element: XmlElement, { above, said, isDenied }: Around) {
    const values = valuesOf(element)
    if (values.length === 0) return
    if (!isDenied && values.every(({ text }) => said.includes(` ${plain(text)} `))) return
    const label = above.findLast((name) => !ONLY_FRAMES.has(name) && !NO_NAMES.has(name))
    const words = values
      .map(({ name, text }, at) => {
        const isNamed = name !== null && name !== label
        return `${at === 0 ? '' : isNamed ? '; ' : ' '}${isNamed ? `${spelled(name)}: ` : ''}${text}`
      })
      .join('')
    const named = label === undefined ? '' : `${spelled(label)}: `
    lines.push(...`${named}${isDenied ? '(negado) ' : ''}${words}`.split('\n'))
  }

  /** Of attributes and texts, in their order. */
  function valuesOf(element: XmlElement): Value[] {
    const own = element.attributes
      .filter((one) => one.value.trim() !== '' && isForPeople(one.name, one.value, element))
      .map(({ name, value }) => ({ name: NO_NAMES.has(name) ? null : name, text: tidied(value) }))
    const within = element.children.flatMap((child): Value[] => {
      if (typeof child === 'string') {
        const text = tidied(asWords(child.trim()))
        return text === '' ? [] : [{ name: null, text }]
      }
      return valuesOf(child).map(({ name, text }) => ({
        name: name ?? (NO_NAMES.has(child.name) ? null : child.name),
        text,
      }))
    })
    return [...own, ...within]
  }
}

interface Around {
  /** Names of the elements around, the outermost first. */
  above: readonly string[]
  /** What its section or resource says for people, as plain words. */
  said: string
  isDenied: boolean
}

/** What a section of a clinical document or a resource of FHIR says for people. */
function narrativeOf({ name, children }: XmlElement, source: string) {
  const of = children.find((child) => typeof child !== 'string' && child.name === 'text')
  if (of === undefined || typeof of === 'string') return null
  const isFhir = of.children.some((child) => typeof child !== 'string' && child.name === 'div')
  if (name !== 'section' && !isFhir) return null
  // FHIR says beside it whether a program wrote it.
  const div = isFhir
    ? of.children.find((child) => typeof child !== 'string' && child.name === 'div')
    : of
  const { from, to } = div as XmlElement
  const words = written(source.slice(from, to))
  return words === '' ? null : { of, words }
}

/** As the words of a page: its own names for what is crossed out, in a line or a picture. */
function written(markup: string): string {
  return markupWords(
    markup
      .replace(/<content(?=\s)[^<>]{0,500}>/g, (tag) => (DELETED.test(tag) ? '<s>' : '<span>'))
      .replace(/<renderMultiMedia(?=\s)[^<>]{0,500}>/g, '<img src="data:">')
      .replace(/<(\/?)(?:content|linkHtml|footnoteRef)\b/g, '<$1span'),
  )
}

const DELETED = /\srevised\s?=\s?["']delete/

interface Value {
  /** Null where the name of its element says it. */
  name: string | null
  text: string
}

const LONGEST_LINE = 400
const MOST_VALUES = 12

/** Elements like "name, value, unit" belong together; long or many ones do not. */
function isLine(element: XmlElement): boolean {
  if (element.name === '') return false
  let values = 0
  let length = 0
  for (const child of element.children) {
    if (typeof child === 'string') length += child.trim().length
    else {
      if (child.children.some((one) => typeof one !== 'string')) return false
      values++
      length += child.children.join('').trim().length
    }
  }
  return values === 0 || (values <= MOST_VALUES && length <= LONGEST_LINE)
}

function isText(child: XmlElement | string): child is string {
  return typeof child === 'string' && child.trim() !== ''
}

function isDenial({ name, value }: { name: string; value: string }): boolean {
  return name === 'negationInd' && value === 'true'
}

/** Frames of FHIR and of clinical documents: their names say nothing to a reader. */
const ONLY_FRAMES = new Set(
  'ClinicalDocument Bundle entry resource component structuredBody section entryRelationship'.split(
    ' ',
  ),
)
/** The value itself, whatever it is the value of. */
const NO_NAMES = new Set(
  'value valor unit unidade nome name display displayName text texto descricao description originalText code coding'.split(
    ' ',
  ),
)
/** Attributes that hold names for programs. */
const FOR_PROGRAMS =
  /^(?:xmlns.*|xsi:.*|xml:.*|root|extension|codeSystem.*|classCode|moodCode|typeCode|contextControlCode|contextConductionInd|determinerCode|negationInd|nullFlavor|inversionInd|ID|id|styleCode|assigningAuthorityName|sdtcValueSet.*|mediaType|representation|operator|use|url|version)$/
/** Elements that name things to programs. */
const IDENTIFYING = new Set('id fullUrl system reference templateId typeId meta'.split(' '))
/** Addresses, identifiers by numbers, and such that machines draw. */
const IDENTIFIER =
  /^(?:(?:https?|urn):\S*|[0-2](?:\.\d+){3,}|[0-9a-f]{8}-[0-9a-f-]{27}|#\S+|[A-Z][a-z]{3}\w*\/[\w-]+)$/

function isForPeopleOfClinical(name: string, value: string, { attributes, name: of }: XmlElement) {
  if (IDENTIFYING.has(of)) return false
  // A code is all that is said where nobody spells it out.
  if (name === 'code') return !attributes.some((other) => other.name === 'displayName')
  return !FOR_PROGRAMS.test(name) && !IDENTIFIER.test(value.trim())
}

function isForPeopleOfOther(name: string): boolean {
  return !/^(?:xmlns|xsi:|xml:)/.test(name)
}

function titleOf({ children }: XmlElement): { of: XmlElement; words: string } | undefined {
  const of = children.find((child) => typeof child !== 'string' && child.name === 'title')
  if (of === undefined || typeof of === 'string') return undefined
  const words = tidied(of.children.filter(isText).join(' ')).replaceAll('\n', ' ')
  return words === '' ? undefined : { of, words }
}

/** "historiaDoencaAtual", "historia_doenca": as words. */
function spelled(name: string): string {
  return name
    .replace(/[_.-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
}

function tidied(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Words alone, to be looked for. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[.,](?!\d)|[^\p{L}\p{N}.,/%]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .toLowerCase()
}
