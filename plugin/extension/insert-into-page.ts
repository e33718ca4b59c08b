/** Puts a document at the caret of the field that the doctor last clicked on the page beside. */
export async function insertIntoPage(_markdown: string): Promise<{ text: string; ok: boolean }> {
  return { text: '', ok: false }
}
