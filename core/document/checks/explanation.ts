/**
 * Why a document says what it says, as `svcctl doc explain` tells it. Computed anew each time and
 * kept nowhere.
 */
import type {
  ClinicalDocument,
  EvidenceFinding,
  Speaker,
  UnwrittenItem,
} from '../../contract/api.ts'
import type { CheckName, MeasureCheckName } from './check.ts'

export interface DocumentExplanation {
  documentId: string
  status: ClinicalDocument['status']
  source: ClinicalDocument['source']
  template: { id: string; version: number }
  /** Checks come with the product: those of another release may find otherwise. */
  productVersion: { written: string; now: string }
  values: ValueExplanation[]
  /** Written and taken out again, because a mistake there can harm. */
  withdrawn: WithdrawnValue[]
  /** What its writer wrote and people took out. */
  removedByPeople: { path: string[]; text: string }[]
  /** Said, or written that day, and in no field. */
  unwritten: UnwrittenFact[]
  /** Fields, and keys of fields, in which nothing stands. */
  empty: string[][]
}

export interface ValueExplanation {
  path: string[]
  text: string
  /** `person`: somebody wrote or changed it. */
  writer: ClinicalDocument['source']['generator'] | 'person'
  /** What stood here before a person changed it. */
  before: string | null
  /** What the doctor is shown; null where nothing is. */
  onRecord: Pick<EvidenceFinding, 'verdict' | 'reason'> | null
  /** What the doctor is shown as its source. */
  sources: Stretch[]
  /** Whether it is a measurement, which is compared as a whole with what was said. */
  isMeasurement: boolean
  /** Sentence by sentence, as the checks of this release find it. */
  lines: LineExplanation[]
}

export interface LineExplanation {
  text: string
  verdict: EvidenceFinding['verdict']
  /** The check that objects. */
  objection: Objection | null
  /** Found word for word; then no share is asked. */
  isQuotation: boolean
  /** Share of its weight that was found, 0 to 1, and the share that must be found. */
  share: number
  threshold: number
  found: string[]
  missing: string[]
  /** Missing terms without which nothing supports the line, whatever the share. */
  required: string[]
  sources: Stretch[]
  /** Stretches closest to a line without a source. They prove nothing. */
  nearest: Stretch[]
}

export interface Objection {
  check: CheckName | MeasureCheckName
  /** As the doctor reads it. */
  reason: string
  isDangerous: boolean
}

export interface WithdrawnValue {
  path: string[]
  value: string
  reason: string
  /** Null where no check of this release objects. */
  check: Objection['check'] | null
  sources: Stretch[]
}

export interface UnwrittenFact
  extends Pick<UnwrittenItem, 'kind' | 'text' | 'quote' | 'start_ms' | 'field'> {
  speaker: Speaker | null
  /** The doctor does not want it in this document. */
  isDismissed: boolean
}

/** Words that a value rests on. */
export interface Stretch {
  source: 'transcript' | 'context' | 'background' | 'file' | 'derived'
  /** Start of the transcript's segment. */
  startMs: number | null
  endMs: number | null
  speaker: Speaker | null
  /** Words, or for `derived` the paths of the values it follows from. */
  words: string
}
