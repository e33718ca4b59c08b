/**
 * Codes of the CID-10 for an answer (spec §2.3): what the doctor confirmed, else what the document
 * names so clearly that nobody would choose another; never a code that the table does not hold
 * (DESIGN §5.5).
 */
import {
  type DiagnosisSuggestion,
  suggestDiagnoses,
  unqualified,
} from '../coding/suggest-diagnoses.ts'
import type { DocumentRecord } from '../document/record/document-store.ts'
import { fold } from '../portuguese/tokens.ts'
import type { Terminology } from '../terminology/ports.ts'
import { nameWords } from './labels.ts'
import type { Material } from './material.ts'
import type { CidValue } from './schema.ts'

export interface DiagnosisCodes {
  /** Best first. */
  list(): Promise<CidValue[]>
  /** Code of one diagnosis in words. */
  of(text: string): Promise<CidValue | null>
}

type Lookup = Pick<Terminology, 'find' | 'search'>

/** Least score of the search: the table's own title or a name that doctors use for it. */
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

  /** Written as a code, or all of the words are a name of that disease and of no other as much. */
  async function isCertain({ code, text, score }: DiagnosisSuggestion): Promise<boolean> {
    if (score === 1) return true
    if (DOUBT.test(fold(text))) return false
    const [best, second] = await terminology.search('CID10', unqualified(text), { limit: 2 })
    if (best?.code !== code || best.score < CERTAIN) return false
    return !second || second.score < best.score || second.display === best.display
  }

  async function certain(record: DocumentRecord): Promise<CidValue[]> {
    const found: CidValue[] = []
    for (const one of await suggest(record))
      if (!isAsked(one.text, record) && (await isCertain(one)))
        found.push({ code: one.code, description: one.display })
    return found
  }

  let all: Promise<CidValue[]> | undefined
  return {
    list() {
      all ??=
        confirmed.length > 0
          ? Promise.resolve(confirmed.map(({ code, display }) => ({ code, description: display })))
          : certain(document)
      return all
    },

    async of(text) {
      const named = confirmed.find(({ display }) => fold(display) === fold(text.trim()))
      if (named) return { code: named.code, description: named.display }
      const fields = [{ name: DIAGNOSES, type: 'string[]' as const }]
      const record = {
        ...document,
        template: { ...document.template, fields },
        content: { [DIAGNOSES]: [text] },
      }
      const suggested = await suggest(record)
      const agreed = suggested.find(({ code }) => confirmed.some((one) => one.code === code))
      if (agreed) return { code: agreed.code, description: agreed.display }
      const [code, ...others] = await certain(record)
      return code && others.length === 0 ? code : null
    },
  }
}

/** "Hipertensão arterial?": the mark stands behind the words that were read as a name. */
function isAsked(words: string, { content }: DocumentRecord): boolean {
  const texts = Object.values(content).flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value) : [value],
  )
  return texts.some((text) =>
    (text ?? '')
      .split(words)
      .slice(1)
      .some((behind) => /^[\s)"'(]*\?/.test(behind)),
  )
}

const DIAGNOSES = 'Hipóteses Diagnósticas'

/**
 * Which of the codes a property names: the first ("cid", "diagnósticoPrincipal"), the others
 * ("cidsSecundarios"), or none that could be told ("cidDoAcompanhante").
 */
export function codesNamed(name: string, codes: readonly CidValue[]): readonly CidValue[] {
  const words = nameWords(name)
  if (!words.every((word) => NAMING.test(word))) return []
  return words.some((word) => SECONDARY.test(word)) ? codes.slice(1) : codes
}

const SECONDARY = /^(?:secundari[oa]s?|associad[oa]s?|demais|outr[oa]s|secondary|other)$/
const NAMING =
  /^(?:cids?|cid10|10|icd|icd10|codigos?|codes?|diagnostic[oa]s?|diagnos[ei]s|hipoteses?|doencas?|problemas?|principa(?:l|is)|primari[oa]s?|primary|main|secundari[oa]s?|associad[oa]s?|demais|outr[oa]s|secondary|other|lista|list|da|de|do|das|dos|consulta|paciente|atendimento|final|clinic[oa]s?|item|items|itens|condicao|condicoes|conditions?)$/
