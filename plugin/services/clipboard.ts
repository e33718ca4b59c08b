/** The same words twice: for what takes them with their form, and for what does not. */
export interface RichText {
  html: string
  plain: string
}

/**
 * Call it in the turn of the click, however long the words may take: once a request has been waited
 * for, Safari and Firefox no longer hold it for something the doctor asked for. What comes to
 * nothing (undefined) is not written.
 * @returns false when the browser or the page forbids it: then the doctor selects and copies by
 * hand.
 */
export async function copyRichText(content: Promise<RichText | undefined>): Promise<boolean> {
  try {
    const item = new ClipboardItem({
      'text/html': part(content, 'text/html', ({ html }) => html),
      'text/plain': part(content, 'text/plain', ({ plain }) => plain),
    })
    await navigator.clipboard.write([item])
    return true
  } catch {
    // Firefox before 127 takes plain words only.
    const words = await content
    return words !== undefined && copyPlainText(words.plain)
  }
}

/** @returns false as above. */
export async function copyPlainText(plain: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(plain)
    return true
  } catch {
    return false
  }
}

function part(
  content: Promise<RichText | undefined>,
  type: string,
  choose: (words: RichText) => string,
): Promise<Blob> {
  const blob = content.then((words) => {
    if (!words) throw new Error('nothing to copy')
    return new Blob([choose(words)], { type })
  })
  // Nobody waits for it where the clipboard refuses at once.
  blob.catch(() => {})
  return blob
}
