/**
 * Files that are dropped on the panel or pasted into it (spec §4.3). Text that is pasted, and drags
 * of other things, pass by.
 */
export interface FileIntake {
  stop(): void
}

interface Deps {
  /** Uploads are on, and the panel is ready for them. */
  mayAdd(): boolean
  /** Files are held over the panel, or no longer. */
  onDragging(dragging: boolean): void
  onFiles(files: File[]): void
  /** What a picture from the clipboard is called: browsers name them all alike. */
  pastedName(): string
}

/**
 * Marks what lies over everything while files are held over the panel: leaving it is leaving the
 * panel.
 */
export const DROP_OVERLAY = 'drop-overlay'

export function fileIntake(root: HTMLElement, deps: Deps): FileIntake {
  const { mayAdd, onDragging, onFiles, pastedName } = deps

  function onDrag(event: DragEvent) {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Also where nothing is accepted: the browser would leave the page to show the file.
    event.preventDefault()
    event.dataTransfer.dropEffect = mayAdd() ? 'copy' : 'none'
    if (event.type === 'dragenter' && mayAdd()) onDragging(true)
  }

  function onDragLeave({ target, relatedTarget }: DragEvent) {
    const isOverlay = target instanceof Element && target.classList.contains(DROP_OVERLAY)
    const isInside = relatedTarget instanceof Node && root.contains(relatedTarget)
    if (isOverlay || !isInside) onDragging(false)
  }

  function onDrop(event: DragEvent) {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    onDragging(false)
    const files = [...event.dataTransfer.files]
    if (mayAdd() && files.length > 0) onFiles(files)
  }

  function onPaste(event: ClipboardEvent) {
    const data = event.clipboardData
    const files = [...(data?.files ?? [])]
    if (event.defaultPrevented || files.length === 0 || !mayAdd()) return
    // Office programs put a picture beside every text.
    if (data?.types.includes('text/plain')) return
    event.preventDefault()
    event.stopPropagation()
    onFiles(files.map(named))
  }

  function named(file: File): File {
    if (file.name !== 'image.png') return file
    return new File([file], pastedName(), { type: file.type })
  }

  const listening = new AbortController()
  const { signal } = listening
  root.addEventListener('dragenter', onDrag, { signal })
  root.addEventListener('dragover', onDrag, { signal })
  root.addEventListener('dragleave', onDragLeave, { signal })
  root.addEventListener('drop', onDrop, { signal })
  root.addEventListener('paste', onPaste, { signal })
  return { stop: () => listening.abort() }
}
