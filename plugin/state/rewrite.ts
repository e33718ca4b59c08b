/**
 * Other words for a part of the open document: asked for, shown beside it, taken over by the doctor
 * or not at all (SPEC-GAPS 2.10).
 */
import type { KeptLine, RewriteEvent, RewriteStyle } from '../../core/contract/rewrite.ts'
import type { RewriteTarget } from '../editor/rewriting.ts'
import type { ApiClient } from '../services/api-client.ts'

export interface Suggestion {
  readonly style: RewriteStyle
  readonly target: RewriteTarget
  readonly phase: 'queued' | 'writing' | 'ready' | 'failed'
  /** Before us in the queue; 0 when none. */
  readonly position: number
  readonly done: number
  readonly total: number
  /** As many as the target's, once ready. */
  readonly lines: readonly string[]
  readonly kept: readonly KeptLine[]
  readonly failure: { code: string; message: string } | undefined
}

export interface Rewrite {
  readonly suggestion: Suggestion | undefined
  ask(style: RewriteStyle, target: RewriteTarget): void
  /** Cancels what is being written; forgets what is there. */
  drop(): void
}

interface Deps {
  api: ApiClient
  documentId: string
  changed(): void
  /** A suggestion is there, or there will be none. */
  onEnd(suggestion: Suggestion): void
}

export function rewrite({ api, documentId, changed, onEnd }: Deps): Rewrite {
  let suggestion: Suggestion | undefined
  let abort: AbortController | undefined

  function take(event: RewriteEvent, now: Suggestion): Suggestion {
    switch (event.type) {
      case 'queued':
        return { ...now, position: event.position }
      case 'progress':
        return { ...now, phase: 'writing', done: event.lines_done, total: event.lines_total }
      case 'done':
        return { ...now, phase: 'ready', lines: event.lines, kept: event.kept }
      case 'failed':
        return failed(now, event.error, event.message)
    }
  }

  async function run(controller: AbortController, first: Suggestion) {
    const { signal } = controller
    const { style, target } = first
    let now = first
    const tell = (next: Suggestion) => {
      now = next
      suggestion = next
      changed()
    }
    try {
      const request = {
        method: 'POST' as const,
        path: `/documents/${documentId}/rewrite`,
        body: { style, lines: target.lines },
        signal,
      }
      for await (const event of api.lines<RewriteEvent>(request)) tell(take(event, now))
      if (now.phase === 'queued' || now.phase === 'writing') tell(failed(now, 'interrupted', ''))
    } catch (error) {
      if (signal.aborted) return
      const { code = 'unknown', message = '' } = error as { code?: string; message?: string }
      tell(failed(now, code, message))
    }
    if (!signal.aborted) onEnd(now)
  }

  return {
    get suggestion() {
      return suggestion
    },
    ask(style, target) {
      abort?.abort()
      abort = new AbortController()
      suggestion = {
        style,
        target,
        phase: 'queued',
        position: 0,
        done: 0,
        total: target.lines.length,
        lines: [],
        kept: [],
        failure: undefined,
      }
      changed()
      void run(abort, suggestion)
    },
    drop() {
      abort?.abort()
      abort = undefined
      suggestion = undefined
      changed()
    },
  }
}

function failed(now: Suggestion, code: string, message: string): Suggestion {
  return { ...now, phase: 'failed', failure: { code, message } }
}
