import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BundleComponent } from '../../core/bundle/sbom.ts'

const SPDX: Record<string, string> = {
  LGPLv3: 'LGPL-3.0-or-later',
  'MIT License': 'MIT',
  'BSD 2-Clause': 'BSD-2-Clause',
  'BSD 3-Clause': 'BSD-3-Clause',
  'New BSD License': 'BSD-3-Clause',
  'Mozilla Public License 1.1': 'MPL-1.1',
}

/**
 * What is compiled into packages, as far as they say so themselves. By packages alone a bill of
 * materials would not name the SQLite, libvips or libwebp that a warning of a weakness speaks of.
 */
export async function nativeParts(installRoot: string): Promise<BundleComponent[]> {
  const text = (path: string) =>
    readFile(join(installRoot, 'node_modules', path), 'utf8').catch(() => '')
  const pictures = `@img/sharp-libvips-${process.platform}-${process.arch}`
  const versions = await text(`${pictures}/versions.json`)
  const terms = termsInTable(await text(`${pictures}/README.md`))
  const release = /"release": "([^"]+)"/.exec(
    await text('node-llama-cpp/llama/binariesGithubRelease.json'),
  )?.[1]
  const sqlite = /'sqlite_version%':'(\d)(\d\d)(\d\d)/.exec(
    await text('sqlite3/deps/common-sqlite.gypi'),
  )
  const library = (name: string, version: string, licence: string | null): BundleComponent => ({
    ...({ type: 'library', name, version } as const),
    licence,
    sha256: null,
  })
  return [
    ...Object.entries(versions === '' ? {} : (JSON.parse(versions) as Record<string, string>)).map(
      ([name, version]) => library(name, version, terms.get(name) ?? null),
    ),
    ...(release ? [library('llama.cpp', release, 'MIT')] : []),
    ...(sqlite ? [library('sqlite', sqlite.slice(1).map(Number).join('.'), 'blessing')] : []),
  ]
}

/** Of a README's table of libraries; `libpng` is `png` elsewhere. */
function termsInTable(readme: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', cell = ''] of readme.matchAll(/^\| *([\w-]+) *\|(.+)\|$/gm)) {
    const terms = cell.trim().replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    const licence = SPDX[terms] ?? terms
    for (const key of [name, name.replace(/^lib/, ''), name.replace('libultrahdr', 'uhdr')])
      found.set(key, licence)
  }
  return found
}
