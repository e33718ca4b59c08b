import type { DescribeVisit } from '../core/vault/describe-visit.ts'
import type { EraseConsultations } from '../core/vault/erasure.ts'
import type { ManageHolds } from '../core/vault/hold.ts'
import type { ListVisits, VisitsBeginning } from '../core/vault/list-visits.ts'
import type { VerifyContent } from '../core/vault/verify-content.ts'

/** What `svcctl consult` works with. */
export interface ConsultAdmin {
  erasure: EraseConsultations
  /** Ids of the consultations of a patient, by the host's identifier. */
  ofPatient(organizationId: string, patientId: string): Promise<string[]>
  list: ListVisits
  beginning: VisitsBeginning
  holds: ManageHolds
  verify: VerifyContent
  show: DescribeVisit
}
