/** The seam between the panel and its editor, which is fetched when a document is opened. */
import type {
  ClinicalDocument,
  DocumentContent,
  DocumentLayout,
  TemplateField,
} from '../../core/contract/api.ts'
import type { RewriteStyle } from '../../core/contract/rewrite.ts'
import type { Support } from '../text/evidence.ts'
import type { BlockKind } from './commands.ts'
import type { RewriteTarget } from './rewriting.ts'

/** The words the editor itself shows or speaks, in the doctor's language. */
export interface EditorWords {
  label: string
  hiddenNote: string
  notInformed: string
  searchCode: string
  moveUp: string
  moveDown: string
  hide: string
  show: string
  copySection: string
  sectionMenu(name: string): string
  drag: string
  task(text: string): string
  sourceOf(label: string): string
  /** What a source's mark says: a time, "sem fonte", "editado". */
  mark(support: Support): string
  /** Of the words that `nextDoubt` went to. */
  doubtAt(words: string, mark: string): string
  movedTo(place: number, total: number, section: string): string
  movedSection(name: string, place: number, total: number): string
  cannotMove: string
  /** Beside the styles, for what the selection touches; in a section's menu, for all of it. */
  rewriteMenu: string
  rewriteStyles: Record<RewriteStyle, string>
  rewriteSection: Record<RewriteStyle, string>
  /** Nothing selected that has words, or more than can be asked at once. */
  rewriteNothing: string
}

/** The value that the doctor looks at. */
export interface Look {
  path: string[]
  label: string
  support: Support | undefined
  /** Of a text whose sentences have no findings of their own: the one under the eye. */
  sentence: string | undefined
}

/** What the toolbar shows. */
export interface Tools {
  /** Undefined where blocks have no kinds: in entries, rows and tables. */
  block: BlockKind | undefined
  inTable: boolean
  canUndo: boolean
  canRedo: boolean
  canMove: boolean
  /** How many sentences, or whole values, have no source or one that says something else. */
  doubts: number
  /** The words for which others are suggested are not those that were sent any more. */
  isRewriteStale: boolean
}

export type EditorAction =
  | { do: 'block'; kind: BlockKind }
  | { do: 'separator' | 'table' | 'undo' | 'redo' | 'moveUp' | 'moveDown' | 'nextDoubt' }
  | { do: 'addRow' | 'addColumn' | 'deleteRow' | 'deleteColumn' | 'deleteTable' }

export interface EditorOptions {
  mount: HTMLElement
  document: ClinicalDocument
  /** Unsaved words of before, on top of the document. */
  draft: { content: DocumentContent; layout: DocumentLayout | null } | undefined
  fields: readonly TemplateField[]
  words: EditorWords
  /** Handles and drop targets. */
  dragging: boolean
  /** "Copiar seção" is offered. */
  copying: boolean
  onChange(content: DocumentContent, layout: DocumentLayout | null): void
  /** Selection or state of the tools changed. */
  onTools(tools: Tools, closed: readonly string[]): void
  onLook(look: Look): void
  onCopySection(name: string): void
  onSearchCode(text: string): void
  /** Why no other words can be asked for, for the doctor to read; undefined when they can. */
  rewriteBar(): string | undefined
  onRewrite(style: RewriteStyle, target: RewriteTarget): void
  announce(text: string): void
}

export interface DocumentEditor {
  /** The document was saved: what is on the screen stays, its sources are those of now. */
  saved(document: ClinicalDocument): void
  /** Another text altogether: an earlier version, somebody else's, or words kept from before. */
  replace(document: ClinicalDocument, draft: EditorOptions['draft']): void
  /** Opens a section without a value and puts the cursor into it. */
  fillIn(name: string): void
  run(action: EditorAction): void
  /** The styles in which what the selection touches can be written, below `button`. */
  openRewriteMenu(button: HTMLElement): void
  /** Takes the suggested lines over, or leaves the text as it is. */
  endRewrite(suggestion: readonly string[] | undefined): void
  focus(): void
  /**
   * Where the cursor is in the text, and where its line ends on the screen; undefined while
   * somebody writes elsewhere.
   */
  caret(): { pos: number; bottom: number } | undefined
  /** Selects everything, for a doctor who copies by hand. */
  selectAll(): void
  destroy(): void
}
