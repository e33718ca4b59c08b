/** @returns false when the browser or the page forbids it: then the doctor selects and copies by hand. */
export async function copyRichText(html: string, plain: string): Promise<boolean> {
  try {
    const item = new ClipboardItem({
      'text/html': new Blob([html], { type: 'text/html' }),
      'text/plain': new Blob([plain], { type: 'text/plain' }),
    })
    await navigator.clipboard.write([item])
    return true
  } catch {
    return copyPlainText(plain)
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
