/** Where the doctor is in the workspace. */
export const TABS = ['recording', 'transcript', 'context', 'files', 'documents'] as const
export type Tab = (typeof TABS)[number]

export type DialogName = 'reset' | 'close' | 'templates' | 'model' | 'keys'

export interface Navigation {
  readonly tab: Tab
  readonly dialog: DialogName | undefined
  /** The line of the transcript that a source led to. */
  readonly highlightedSegment: string | undefined
  go(tab: Tab): void
  goToSegment(segmentId: string): void
  openDialog(name: DialogName): void
  closeDialog(): void
}

export function navigation(changed: () => void): Navigation {
  let tab: Tab = 'recording'
  let dialog: DialogName | undefined
  let highlightedSegment: string | undefined

  return {
    get tab() {
      return tab
    },
    get dialog() {
      return dialog
    },
    get highlightedSegment() {
      return highlightedSegment
    },
    go(next) {
      tab = next
      highlightedSegment = undefined
      changed()
    },
    goToSegment(segmentId) {
      tab = 'transcript'
      highlightedSegment = segmentId
      changed()
    },
    openDialog(name) {
      dialog = name
      changed()
    },
    closeDialog() {
      dialog = undefined
      changed()
    },
  }
}
