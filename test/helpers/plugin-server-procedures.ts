import type { ProceduresBody, VisitBody } from '../../core/contract/api.ts'

/** What the search for procedures knows. */
const PROCEDURES = [
  {
    code: '0401010066',
    display:
      'EXCISÃO E/OU SUTURA SIMPLES DE PEQUENAS LESÕES / FERIMENTOS DE PELE / ANEXOS E MUCOSA',
    score: 1,
  },
  { code: '0211020036', display: 'ELETROCARDIOGRAMA', score: 1 },
  { code: '0301040141', display: 'INSERÇÃO DE DISPOSITIVO INTRA-UTERINO (DIU)', score: 1 },
]

/** Its organization sends nothing to the national network. */
const NOT_SENT: VisitBody = {
  sends: false,
  facts: [],
  occupation: null,
  problem: null,
  record: null,
}

/** The procedures of the double: what is confirmed is kept, the search knows three. */
export function scriptedProcedures(suggestions: ProceduresBody['suggestions'] = []) {
  const held: ProceduresBody = { suggestions, confirmed: [], origin: 'starter' }
  return {
    held,
    /** @returns undefined for another question */
    answer(route: string, body: unknown, url: string): object | undefined {
      if (route === 'GET /ehrs/*/procedures') return held
      if (route === 'GET /ehrs/*/visit') return NOT_SENT
      if (route === 'PUT /ehrs/*/procedures') {
        const { procedures } = body as { procedures: { code: string; quantity: number }[] }
        held.confirmed = procedures.map((one) => ({
          ...one,
          display: PROCEDURES.find(({ code }) => code === one.code)?.display ?? one.code,
          confirmed_at: new Date().toISOString(),
        }))
        return held
      }
      const query = new URL(url, 'http://x').searchParams
      if (route !== 'GET /terminology/search' || query.get('system') !== 'SIGTAP') return undefined
      const asked = query.get('q')?.toUpperCase() ?? ''
      const results = PROCEDURES.filter(({ display }) => display.includes(asked))
      return { system: 'SIGTAP', origin: 'starter', results }
    },
  }
}

export const OUTDATED_CODES = { error: 'version_conflict', message: 'Alterado em outro lugar.' }

/** Whether a list that stands there by now is not the one that the caller says to have seen. */
export function isOutdated<One extends { code: string }>(
  held: readonly One[],
  seen: readonly One[] | undefined,
  rest: (one: One) => unknown,
): boolean {
  const text = (list: readonly One[]) =>
    list
      .map((one) => `${one.code} ${rest(one)}`)
      .sort()
      .join()
  return seen !== undefined && text(seen) !== text(held)
}
