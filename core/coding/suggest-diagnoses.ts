/**
 * CID-10 codes for what a consultation's documents say. Codes that were typed or dictated come
 * first, then what the table finds for the words; never a code that it does not hold. Suggestions
 * only: a doctor confirms.
 */

import type { DocumentContent } from '../contract/api.ts'
import type { Template, TemplateFieldSpec } from '../document/models/ports.ts'
import type { DocumentRecord, DocumentStore } from '../document/record/document-store.ts'
import { fold } from '../portuguese/tokens.ts'
import type { Concept, SearchHit, Terminology } from '../terminology/ports.ts'
import { affirmedPhrases, type Phrase, split } from './phrases.ts'
import { readCodes } from './read-codes.ts'

export interface DiagnosisSuggestion {
  code: string
  display: string
  /** The words of the document that it rests on. */
  text: string
  /** 1 for a code that was said. */
  score: number
}

export type SuggestDiagnoses = ReturnType<typeof suggestDiagnoses>

interface Deps {
  documents: Pick<DocumentStore, 'list'>
  terminology: Pick<Terminology, 'find' | 'search'>
}

const MOST = 12
/** A visit's documents repeat each other; so many phrases are looked at. */
const MOST_PHRASES = 40
/** What a phrase must reach, by where it stands. */
const ENOUGH = { list: 0.63, prose: 0.75 } as const
/** What the first words alone must reach: they must be the very name of a disease. */
const VERY_NAME = { list: 0.9, prose: 0.97 } as const
/** Good enough not to look at the phrase's parts. */
const GOOD = 0.85
/** A second code for the same words, when it is as likely. */
const AS_LIKELY = 0.94

export function suggestDiagnoses({ documents, terminology }: Deps) {
  /** Best first; codes that were said before codes that were found. */
  return async (consultationId: string): Promise<DiagnosisSuggestion[]> => {
    const best = new Map<string, DiagnosisSuggestion>()
    for (const { text, phrase, rule } of phrasesOf(await documents.list(consultationId)))
      for (const found of await codesOf(text, phrase, rule, terminology)) {
        const known = best.get(found.code)
        if (!known || known.score < found.score) best.set(found.code, found)
      }
    return [...best.values()].sort((a, b) => b.score - a.score).slice(0, MOST)
  }
}

/** Phrases of the documents that a doctor can read, those that the doctor signs for first. */
function phrasesOf(records: readonly DocumentRecord[]) {
  return (['reviewed', 'draft'] as const)
    .flatMap((status) => records.filter((record) => record.status === status))
    .flatMap(({ template, content }) => diagnosisTexts(template, content))
    .flatMap((rule) => affirmedPhrases(rule.text).map((phrase) => ({ ...rule, phrase, rule })))
    .slice(0, MOST_PHRASES)
}

async function codesOf(
  text: string,
  phrase: Phrase,
  rule: DiagnosisText,
  terminology: Deps['terminology'],
): Promise<DiagnosisSuggestion[]> {
  const raw = text.slice(phrase.start, phrase.end)
  const written: DiagnosisSuggestion[] = []
  for (const { code, start, end } of readCodes(raw)) {
    const concept = await terminology.find('CID10', code)
    if (concept) written.push({ ...named(concept), text: raw.slice(start, end), score: 1 })
  }
  if (written.length > 0) return written

  const whole = await hitsFor(raw, rule, terminology)
  if (whole[0] && whole[0].score >= GOOD) return whole
  // "Tosse sem febre e dispneia": all that follows is not there, unless the title says so too.
  const without = raw.search(/\ssem\s/i)
  const kept = without < 0 ? phrase : { start: phrase.start, end: phrase.start + without }
  const parts = split(text, kept, JOINTS)
  if (parts.length > 1 || kept !== phrase) {
    const found: DiagnosisSuggestion[] = []
    for (const part of parts)
      found.push(...(await hitsFor(text.slice(part.start, part.end), rule, terminology)))
    if (found.some(({ score }) => score > (whole[0]?.score ?? 0))) return found
  }
  return whole
}

/** Between two diagnoses, or between a diagnosis and its circumstances. */
const JOINTS =
  /(?<!\s)(?:\s+(?:e|com|ou|associad[oa] (?:a|à|ao|com)|secund[aá]ri[oa] (?:a|à|ao)|devid[oa] (?:a|à|ao))\s+|\s+[+/()[\]–]\s*|\s+-\s+)|[+/()[\]–]\s*|:\s+/gi

/**
 * How the table's words are asked for: as written, without what only qualifies, and by the first
 * words alone.
 */
async function hitsFor(
  raw: string,
  { kind, implied }: DiagnosisText,
  terminology: Deps['terminology'],
): Promise<DiagnosisSuggestion[]> {
  const plain = unqualified(raw)
  const words = plain.split(' ')
  const asked = new Set([raw, plain, plain.replace(SEVERITY, ' ').trim()])
  const inFull = asked.size
  for (let count = Math.min(4, words.length - 1); count >= 1; count--)
    if (count > 1 || words[0]!.length > 5) asked.add(words.slice(0, count).join(' '))

  let best: SearchHit[] = []
  for (const [turn, query] of [...asked].entries()) {
    const enough = (turn < inFull ? ENOUGH : VERY_NAME)[kind]
    const hits = await terminology.search('CID10', `${implied} ${query}`.trim(), { limit: 3 })
    const fits = hits.filter((hit) => hit.score >= enough && denialsAgree(query, hit.display))
    if ((fits[0]?.score ?? 0) > (best[0]?.score ?? 0)) best = fits
    if ((best[0]?.score ?? 0) >= GOOD) break
  }
  const [first, second] = best
  if (!first) return []
  // The official table gives J20.9 and J21.9 the same title: nobody could choose between them.
  const isChoice = second && second.display !== first.display
  const likely = isChoice && second.score >= first.score * AS_LIKELY ? [first, second] : [first]
  return likely.map((hit) => ({ ...named(hit), text: raw, score: Math.min(hit.score, 0.99) }))
}

/** What says how sure, how old, how severe or on which side, and no more. */
const QUALIFIERS =
  /\b(?:hd|hipoteses? (?:diagnosticas?)?|diagnosticos?(?: de)?|provave(?:l|is)|possive(?:l|is)|suspeita(?: clinica)?|quadro(?: clinico)?|paciente|apresenta(?:ndo)?|portador(?:a)?|sugestiv[oa]|compativel|em (?:investigacao|tratamento|acompanhamento|uso|remissao)|a esclarecer|(?:mal |bem )?(?:des)?(?:compensad|controlad)[oa]s?|estave(?:l|is)|mantid[oa]s?|previ[oa]s?|atual|recente|direit[oa]|esquerd[oa]|bilateral|ha \d+ \w+|de longa data|hoje|no momento|clinicamente|seus?|suas?|voce|senhora?|tem)\b/g

/** Some titles tell them apart (depression), most do not (asthma). */
const SEVERITY =
  /\b(?:leves?|moderad[oa]s?|graves?|importantes?|discret[oa]s?|persistentes?|intermitentes?|agud[oa]s?|cronic[oa]s?|simples|inicia(?:l|is)|recorrentes?)\b/g

export function unqualified(raw: string): string {
  const left = fold(raw)
    .replace(/^\s*(?:\d{1,2}\s*[.)-]|[-*•#])\s*/, '')
    .replace(QUALIFIERS, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:(?:de|da|do|com|por|para|a|o|e)\s+)+/, '')
  return left === '' ? fold(raw) : left
}

/** "Tosse sem febre" is no "Enxaqueca sem aura": a "sem" must be the title's own. */
function denialsAgree(query: string, display: string): boolean {
  return !/\bsem\b/.test(fold(query)) || /\bsem\b/.test(fold(display))
}

function named({ code, display }: Concept) {
  return { code, display }
}

/** `list`: one diagnosis an item, mostly. `prose`: sentences in which diagnoses occur. */
type Kind = 'list' | 'prose'

interface DiagnosisText {
  text: string
  kind: Kind
  /** Words that the field's name stands for. */
  implied: string
}

interface FieldRule {
  kind: Kind
  /** Keys of a dict; the others hold no diagnosis. */
  keys?: readonly string[]
  implied?: string
}

/** Folded names. */
const FIELDS: Readonly<Record<string, FieldRule>> = {
  'hipoteses diagnosticas': { kind: 'list' },
  'lista de problemas': { kind: 'list' },
  avaliacao: { kind: 'prose' },
  'avaliacao e impressao': { kind: 'prose' },
  conclusao: { kind: 'prose' },
  'discussao e comentarios': { kind: 'prose' },
  'diagnostico oncologico': {
    kind: 'list',
    keys: ['sitio primario'],
    implied: 'neoplasia maligna',
  },
}
const OWN_FIELD = /^(?:hipoteses? diagnosticas?|diagnosticos?|impressao diagnostica|cid(?: ?10)?)\b/

/**
 * Where the 26 document models keep diagnoses, as data; organizations' own models are known by
 * their field names.
 *
 * Every filled text of a document that may name a diagnosis, in its order.
 */
export function diagnosisTexts(
  template: Pick<Template, 'fields'>,
  content: DocumentContent,
): DiagnosisText[] {
  return template.fields.flatMap((field) => {
    const rule = ruleOf(field)
    const value = content[field.name] ?? null
    if (!rule || value === null) return []
    const { kind, keys, implied = '' } = rule
    if (typeof value === 'string') return [{ text: value, kind, implied }]
    const texts = Array.isArray(value)
      ? value
      : Object.entries(value).flatMap(([key, text]) =>
          text !== null && (!keys || keys.includes(fold(key))) ? [text] : [],
        )
    return texts.map((text) => ({ text, kind, implied }))
  })
}

function ruleOf({ name, type }: TemplateFieldSpec): FieldRule | undefined {
  const folded = fold(name)
  if (FIELDS[folded]) return FIELDS[folded]
  return OWN_FIELD.test(folded) ? { kind: type === 'string' ? 'prose' : 'list' } : undefined
}
