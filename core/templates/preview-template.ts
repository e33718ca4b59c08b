/**
 * What a model makes of one conversation, before any patient meets it: the document, where every
 * value comes from, and of each field that stays empty why it does. Nothing is stored.
 */
import type { DocumentContent, DocumentValue, EvidenceSpan } from '../contract/api.ts'
import type { DocumentGenerator, DocumentInput, Template } from '../document/models/ports.ts'
import { cleanSources } from '../document/pieces/clean-sources.ts'
import { renderMarkdown } from '../document/record/markdown.ts'
import type { TranscriptSegment } from '../transcription/ports.ts'
import { whoFills } from './check-template.ts'

export interface PreviewSource {
  span: EvidenceSpan['source']
  /** The words themselves; null for what was computed. */
  quote: string | null
  startMs: number | null
}

export interface PreviewField {
  name: string
  section: string | null
  value: DocumentValue
  /** Verdict over its values together: `unsupported` when one of them is. */
  verdict: 'supported' | 'unsupported' | null
  sources: PreviewSource[]
  /** Why it is null; null where it is filled. */
  empty: string | null
}

export interface TemplatePreview {
  template: { name: string; slug: string; fields: number; filled: number }
  generator: { kind: string; model: string | null; version: string }
  markdown: string
  content: DocumentContent
  fields: PreviewField[]
}

export interface PreviewRequest {
  /** An invented consultation of the evaluation set; null: the usual one. */
  caseId: string | null
  /** A conversation of one's own instead. */
  transcript: string | null
  onField(done: number, of: number): void
}

/** What `svcctl template preview` needs: invented consultations and the installed engines. */
export interface TemplatePreviewer {
  /** @throws {AppError} `case_unknown`, `no_content`, and what the engine throws */
  run(template: Template, request: PreviewRequest): Promise<TemplatePreview>
}

interface Options {
  signal: AbortSignal
  onField(done: number, of: number): void
}

export async function previewTemplate(
  template: Template,
  sources: Omit<DocumentInput, 'template'>,
  generator: DocumentGenerator,
  { signal, onField }: Options,
): Promise<TemplatePreview> {
  const input = cleanSources({ ...sources, template })
  let done = 0
  const { content, evidence, contradictions } = await generator.generate(input, {
    signal,
    onField: () => onField(++done, template.fields.length),
  })
  const { kind, model } = generator.status
  const fields = template.fields.map((field): PreviewField => {
    const value = content[field.name] ?? null
    const own = evidence.filter(({ path }) => path[0] === field.name)
    const taken = contradictions.find(({ path }) => path[0] === field.name)
    const isSupported = own.length > 0 && own.every(({ verdict }) => verdict === 'supported')
    return {
      name: field.name,
      section: field.section ?? null,
      value,
      verdict: value === null ? null : isSupported ? 'supported' : 'unsupported',
      sources: own.flatMap(({ spans }) => spans.map((span) => sourceOf(span, input))),
      empty:
        value !== null
          ? null
          : taken
            ? `taken out: ${taken.reason}`
            : kind === 'rules' && whoFills(field, template) === 'model'
              ? 'no rule knows this field: a language model fills it, or a cue in the file tells the rules where to look'
              : 'nothing was said that belongs here',
    }
  })
  const { name, slug } = template
  const filled = fields.filter(({ value }) => value !== null).length
  return {
    template: { name, slug, fields: fields.length, filled },
    generator: { kind, model, version: generator.version },
    markdown: renderMarkdown(template, content),
    content,
    fields,
  }
}

function sourceOf(span: EvidenceSpan, input: DocumentInput): PreviewSource {
  if (span.source === 'derived') return { span: 'derived', quote: null, startMs: null }
  const text = textOf(span, input)
  return {
    span: span.source,
    quote: text?.slice(span.start, span.end) ?? null,
    startMs: span.source === 'segment' ? span.start_ms : null,
  }
}

function textOf(
  span: Exclude<EvidenceSpan, { source: 'derived' }>,
  { segments, contextMarkdown, backgroundHistory, files }: DocumentInput,
): string | null | undefined {
  switch (span.source) {
    case 'segment':
      return segments.find(({ id }) => id === span.segment_id)?.text
    case 'file':
      return files.find(({ id }) => id === span.file_id)?.pages[(span.page ?? 1) - 1]
    default:
      return span.source === 'context' ? contextMarkdown : backgroundHistory
  }
}

const MS_PER_WORD = 400
const PAUSE_MS = 800

const WHO: readonly [RegExp, TranscriptSegment['speaker']][] = [
  [/^(?:m|d|m[eé]dic[oa]|m[eé]dico\(a\)|doutora?|dra?\.?|doctor|profissional)$/i, 'doctor'],
  [/^(?:p|pac|paciente|patient)$/i, 'patient'],
  [/^(?:a|acompanhante|m[aã]e|pai|filh[oa]|espos[oa]|companion)$/i, 'companion'],
]
const TURN =
  /^\s*(?:\[?(?:\d{1,2}:)?\d{1,3}(?:m\s?|:)\d{2}s?\]?\s*[-–]?\s*)?(?:([\p{L}().]{1,20}):\s+)?(.+)$/su

/**
 * A conversation as people type it, for trying a model: a turn a line, `Médico: …` or `Paciente:
 * …`, with or without a time in front (`00:35`, `[01m 20s]`). A line without a name goes on with
 * the one before it.
 */
export function readTranscript(text: string): TranscriptSegment[] {
  const segments: TranscriptSegment[] = []
  let startMs = 0
  for (const line of text.split(/\r?\n/)) {
    const [, name, said] = TURN.exec(line) ?? []
    if (!said?.trim()) continue
    const known = name === undefined ? undefined : WHO.find(([pattern]) => pattern.test(name))
    const isTurn = known !== undefined || segments.length === 0
    // "Retorno: em 30 dias" is something said, not somebody who speaks.
    const words = known || name === undefined ? said.trim() : `${name}: ${said.trim()}`
    const last = segments.at(-1)
    const endMs = startMs + words.split(/\s+/).length * MS_PER_WORD
    if (!isTurn && last) {
      last.text = `${last.text} ${words}`
      last.endMs = endMs
    } else
      segments.push({
        id: `s${segments.length}`,
        consultationId: 'preview',
        recordingId: 'preview',
        sequence: segments.length,
        startMs,
        endMs,
        text: words,
        channel: 'mic' as const,
        speaker: known?.[1] ?? null,
        confidence: null,
        final: true,
      })
    startMs = endMs + PAUSE_MS
  }
  return segments
}
