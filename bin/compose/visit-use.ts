/** How much of what came in with a visit was used, and the routes that say so. */
import { useDescriptions, useRoutes } from '../../api/v1/use/routes.ts'
import type { OpenConsultation } from '../../core/consultation/consultation.ts'
import { useFacts } from '../../core/visit-use/use-facts.ts'
import { visitUse } from '../../core/visit-use/visit-use.ts'

type Sources = Parameters<typeof visitUse>[0]

export function openVisitUse(deps: Sources & { openConsultation: OpenConsultation }) {
  const { openConsultation } = deps
  const useOfVisit = visitUse(deps)
  return {
    routers: [{ router: useRoutes({ openConsultation, visitUse: useOfVisit }) }],
    descriptions: useDescriptions,
    useFacts: async (consultationId: string) =>
      useFacts((await useOfVisit(consultationId)).inputs.map(({ use }) => use)),
  }
}
