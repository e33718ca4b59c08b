import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const isLicence = (name: string) => /^(licen[cs]e|copying|notice|copyright)/i.test(name)

/** Full texts of what packages name only, where the system has them. */
const COMMON: [RegExp, string[]][] = [
  [/^LGPL-3/, ['LGPL-3', 'GPL-3']],
  [/^LGPL-2\.1/, ['LGPL-2.1']],
]

/** Its own text, else what its README says of it. */
async function termsInReadme(folder: string): Promise<string[]> {
  const readme = await readFile(join(folder, 'README.md'), 'utf8').catch(() => '')
  const section = /^#+ *licen[cs](?:e|ing)\b[^\n]*\n(.*?)(?=^#|$(?![\s\S]))/ims
    .exec(readme)?.[1]
    ?.trim()
  return section ? [section] : []
}

/** What a package says of its terms, word for word. @param folders where its texts may lie */
export async function termsOf(title: string, licence: string | null, ...folders: string[]) {
  const texts: string[] = []
  for (const folder of folders)
    for (const name of (await readdir(folder).catch(() => [])).filter(isLicence).sort()) {
      const text = await readFile(join(folder, name), 'utf8').catch(() => null)
      if (text !== null) texts.push(text.trimEnd())
    }
  if (texts.length === 0) texts.push(...(await Promise.all(folders.map(termsInReadme))).flat())
  const common = COMMON.find(([which]) => which.test(licence ?? ''))?.[1] ?? []
  for (const name of common) {
    const text = await readFile(join('/usr/share/common-licenses', name), 'utf8').catch(() => null)
    if (text !== null) texts.push(text.trimEnd())
  }
  const said = licence ?? 'says nothing of its licence'
  const body = texts.length > 0 ? texts.join('\n\n') : 'No text of the licence came with it.'
  return `${title}\nLicence: ${said}\n\n${body}\n`
}
