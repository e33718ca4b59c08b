/** The findings of `rnds check` as text: the same fault in many places is told once. */
import type { ProfileFinding } from '../core/fhir/types.ts'
import type { Style } from './style.ts'

/** More places than these are counted. */
const MOST_PLACES = 3

/** `Medida 3: …` is the third of its kind, and has the fault of the others. */
const NUMBERED = /^(\p{L}[\p{L} ]*) (\d+)(?=[:,])/u

/** A finding, and what stands at its place where that may be shown. */
export interface ToldFinding extends ProfileFinding {
  found?: string
}

/** One part for each kind of fault, in the order in which they were found. */
export function findingLines(findings: readonly ToldFinding[], style: Style): string {
  const groups = new Map<string, [ToldFinding, ...ToldFinding[]]>()
  for (const finding of findings) {
    const { severity, code, message } = finding
    const key = JSON.stringify([severity, code, message.replace(NUMBERED, '$1')])
    const group = groups.get(key)
    if (group) group.push(finding)
    else groups.set(key, [finding])
  }
  return [...groups.values()].map((group) => groupLines(group, style).join('\n')).join('\n')
}

function groupLines(group: readonly [ToldFinding, ...ToldFinding[]], style: Style): string[] {
  const [first] = group
  const { severity, code } = first
  const mark = severity === 'error' ? style.red('error  ') : style.yellow('warning')
  const times = group.length > 1 ? ` (${group.length} times)` : ''
  const places = group
    .slice(0, MOST_PLACES)
    .map(({ path, found }) => style.dim(path) + (found === undefined ? '' : `: ${found}`))
  const more = group.length - places.length
  return [
    `${mark}  ${style.bold(code)}  ${findingInEnglish(first)}${times}`,
    ...[messageOf(group), ...places, ...(more > 0 ? [style.dim(`and ${more} more`)] : [])].map(
      (line) => `         ${line}`,
    ),
  ]
}

/** With the numbers of all. */
function messageOf(group: readonly [ToldFinding, ...ToldFinding[]]): string {
  const numbers = group.flatMap(({ message }) => NUMBERED.exec(message)?.[2] ?? [])
  return group[0].message.replace(NUMBERED, `$1 ${[...new Set(numbers)].join(', ')}`)
}

/**
 * What stands at a finding's path; `value` stands for `valueCoding` and its like, as in the paths
 * of FHIR.
 * @returns undefined where nothing stands there, or something with parts of its own
 */
export function valueAt(bundle: unknown, path: string): string | undefined {
  let at: unknown = bundle
  for (const step of path.split(/[.[\]]+/).slice(1)) {
    if (step === '') continue
    if (typeof at !== 'object' || at === null) return undefined
    const inner = Object.entries(at)
    const [, value] =
      inner.find(([key]) => key === step) ??
      inner.find(([key]) => key.startsWith(step) && /^[A-Z]/.test(key.slice(step.length))) ??
      []
    at = value
  }
  return typeof at === 'object' || at === undefined ? undefined : JSON.stringify(at)
}

/**
 * Why a bundle would be refused, as an administrator reads it. A finding's own message is worded in
 * Portuguese, names the field of the document and what is expected there; here its stable code is
 * said in English. A test finds codes that are missing.
 *
 * One sentence; the path tells where.
 */
export function findingInEnglish({ code }: Pick<ProfileFinding, 'code'>): string {
  return WORDS[code] ?? 'The network would refuse this.'
}

const WORDS: Readonly<Record<string, string>> = {
  // What the profiles say.
  cardinality: 'Something is missing here, or there are more of it than allowed.',
  prohibited: 'The network takes nothing here: it has to go.',
  fixed: 'The value is prescribed, and this is another one.',
  binding: 'The code is not on the list for this element.',
  unchecked:
    'This could not be checked here: a table of codes is not on this box (svcctl terminology import).',
  spelling:
    'The code system is spelled otherwise than the profile says (--loinc-system, --ucum-system).',
  slice: 'This is none of the parts that the profile knows here.',
  reference: 'The reference leads nowhere, or to a resource of another kind.',
  type: 'The value has a wrong type or form.',
  profile: 'The resource does not name the profile that it has to follow.',
  consistency: 'Two parts of the record contradict each other.',
  // Constraints of R4 (https://hl7.org/fhir/R4).
  'ext-1': 'An extension has a value or parts, not both.',
  'per-1': 'The end is before the beginning.',
  'qty-3': 'The code of a unit needs its system (UCUM).',
  'cmp-1': 'The section is empty.',
  'ait-1': 'It is not said whether the allergy is active.',
  'ait-2': 'An allergy entered in error has no clinical status.',
  'con-1': 'The stage has no assessment.',
  'con-5': 'A condition entered in error has no clinical status.',
  'obs-3': 'The reference range has no text.',
  'obs-6': 'A reason for missing data stands beside a value.',
  'cpl-3': 'An activity has details or a reference, not both.',
  'tim-8': 'There is a greatest number of doses, and no number.',
  // The network's own rules (RNDS.md §6.3).
  ERR779: 'A medicine in words needs a note that says what was prescribed.',
  ERR780: 'Several doses need the interval between them.',
  ERR781: 'A single dose has no interval and no time of day.',
  ERR782: 'A medicine to be taken as needed needs a note.',
  ERR784: 'Urgent care (06) cannot be elective (01).',
  ERR785: 'This financing may not be taken for basic care (01).',
  ERR786: 'A practitioner is named twice with the same occupation.',
  ERR787: 'The principal diagnosis is there twice.',
  ERR788: 'A diagnosis is there twice.',
  ERR789: 'A procedure is there twice on one date: add up the quantities.',
  ERR790: 'Procedures paid by the SUS need a practitioner.',
  ERR791: 'A stay in hospital (04) lasts at least a day.',
  ERR793: 'In this modality the encounter begins and ends on one day.',
  ERR794: 'In this modality a procedure is done when the encounter begins.',
  ERR796: 'The procedure is later than the end of the encounter.',
  ERR797: 'The procedure is earlier than the encounter.',
  ERR798: 'The encounter ends after the death of the patient.',
  ERR799: 'The encounter ends before the birth of the patient.',
  ERR800: 'The encounter begins after the death of the patient.',
  ERR801: 'The encounter begins before the birth of the patient.',
  ERR806: 'A measured result needs its interpretation.',
  ERR807: 'The bundle is dated before today; it is dated anew when it is sent.',
  ERR808: 'The bundle is dated after today; it is dated anew when it is sent.',
  ERR811: 'Only the main document can replace another.',
  ERR812: 'There is more than one main document.',
  ERR813: 'There is no main document (Composition).',
  ERR841: 'The number is no right one (CNES, CNPJ, CPF or CNS).',
  ERR862: 'The profile is unknown, or of a version that is not checked here.',
  ERR867: 'It is not said which document is replaced.',
  ERR868: 'A relation to another document can only be "replaces".',
  ERR869: 'Only one document can be replaced.',
  ERR887: 'The resource names no profile.',
  ERR914: 'No diagnosis is marked as the principal one.',
  ERR915: 'There is more than one principal diagnosis.',
  ERR916:
    'The identifier is of no system that the network knows: see the requester id of the profile.',
  ERR917: 'The document has no identifier of its own.',
  ERR918: 'Resources of this type are not taken in this document.',
  ERR919: 'The reference leads to no entry of the bundle.',
  ERR920: 'Addresses and references within the bundle are urn:uuid:transient- and a number.',
  ERR921: 'Addresses within the bundle count the entries in their order.',
  ERR922: 'The first entry has to be the main document (Composition).',
  ERR923: 'The bundle has to be of the type "document".',
  ERR924: 'The status has to be "final".',
  ERR974: 'The date is in the future.',
  ERR976: 'It is not said, as the network wants it, of which kind the author’s number is.',
  ERR997: 'The number of the patient is no right CNS or CPF.',
  ERR981: 'It is not said, as the network wants it, of which kind this number is.',
}
