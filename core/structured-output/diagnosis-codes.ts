/**
 * Codes of the CID-10 for an answer (spec §2.3): what the doctor confirmed, else what the document names so clearly that
 * nobody would choose another; never a code that the table does not hold (DESIGN §5.5).
 */
import { suggestDiagnoses } from '../coding/suggest-diagnoses.ts'
import type { DocumentRecord } from '../document/document-store.ts'
import { fold } from '../document/extractors/tokens.ts'
import type { Terminology } from '../terminology/ports.ts'
import { nameWords } from './labels.ts'
import type { Material } from './material.ts'
import type { CidValue } from './schema.ts'

export interface DiagnosisCodes {
  /** Best first. */
  list(): Promise<CidValue[]>
  /** Of one diagnosis in words. */
  of(text: string): Promise<CidValue | null>
}

type Lookup = Pick<Terminology, 'find' | 'search'>

/** Of the search: the table's own title or a name that doctors use for it, hardly less. */
const CERTAIN = 0.95
/** A guess is no diagnosis. */
const DOUBT =
  /\b(?:provavel\w*|possive\w*|suspeit\w*|talvez|acho|a esclarecer|descartar|investigar|hipotese de|sugestiv\w*|ou)\b|\?/

export function diagnosisCodes(material: Material, terminology: Lookup): DiagnosisCodes {
  const { document, confirmed } = material.input

  /** Whatever the document's state, it is the one that is being answered for. */
  function suggest(record: DocumentRecord) {
    const documents = { list: async () => [{ ...record, status: 'draft' as const }] }
    return suggestDiagnoses({ documents, terminology })(record.id)
  }

  async function suggested(): Promise<CidValue[]> {
    const found = await suggest(document)
    const certain = found.filter(
      ({ score, text }) => score >= CERTAIN && (score === 1 || !DOUBT.test(fold(text))),
    )
    // Two codes for the same words: somebody has to choose.
    const clear = certain.filter(
      ({ text, score }) => score === 1 || found.filter((one) => one.text === text).length === 1,
    )
    return clear.map(({ code, display }) => ({ code, description: display }))
  }

  let all: Promise<CidValue[]> | undefined
  return {
    list() {
      all ??=
        confirmed.length > 0
          ? Promise.resolve(confirmed.map(({ code, display }) => ({ code, description: display })))
          : suggested()
      return all
    },

    async of(text) {
      const named = confirmed.find(({ display }) => fold(display) === fold(text.trim()))
      if (named) return { code: named.code, description: named.display }
      const fields = [{ name: DIAGNOSES, type: 'string[]' as const }]
      const found = await suggest({
        ...document,
        template: { ...document.template, fields },
        content: { [DIAGNOSES]: [text] },
      })
      const agreed = found.find(({ code }) => confirmed.some((one) => one.code === code))
      const [best, second] = found
      const certain =
        best &&
        best.score >= CERTAIN &&
        !DOUBT.test(fold(text)) &&
        (!second || second.text !== best.text) &&
        // A code for half of the words is the code of something else.
        (best.score === 1 || fold(best.text) === fold(text.trim()))
          ? best
          : undefined
      const chosen = agreed ?? certain
      return chosen ? { code: chosen.code, description: chosen.display } : null
    },
  }
}

const DIAGNOSES = 'Hipóteses Diagnósticas'

/**
 * Which of the codes a property names: the first ("cid", "diagnósticoPrincipal"), the others ("cidsSecundarios"), or
 * none that could be told ("cidDoAcompanhante").
 */
export function codesNamed(name: string, codes: readonly CidValue[]): readonly CidValue[] {
  const words = nameWords(name)
  if (!words.every((word) => NAMING.test(word))) return []
  return words.some((word) => SECONDARY.test(word)) ? codes.slice(1) : codes
}

const SECONDARY = /^(?:secundari[oa]s?|associad[oa]s?|demais|outr[oa]s|secondary|other)$/
const NAMING =
  /^(?:cids?|10|icd|codigos?|codes?|diagnostic[oa]s?|diagnos[ei]s|hipoteses?|doencas?|problemas?|principa(?:l|is)|primari[oa]s?|primary|main|secundari[oa]s?|associad[oa]s?|demais|outr[oa]s|secondary|other|lista|list|da|de|do|das|dos|consulta|paciente|atendimento|final|clinic[oa]s?|item|items|itens|condicao|condicoes|conditions?)$/
