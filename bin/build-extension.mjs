/**
 * The browser extension (Manifest V3), as a folder that a browser loads: all its code lies in it,
 * and nothing is fetched at run time.
 */
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { browser, smallStyles } from './build-plugin.mjs'

const SOURCE = 'plugin/extension'
const WORKLET = 'capture-worklet.js'
const PAGES = ['panel.html', 'panel.css', 'recording.html', 'microphone.html', 'icon.png']

/** @param {{ root: string, outDir: string, version: string }} place */
export async function buildExtension({ root, outDir, version }) {
  const folder = join(outDir, 'extension', 'chrome')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // Packages are named by their place in the checkout, wherever they are kept: chunks have the same
  // names on every machine.
  const places = { absWorkingDir: root, preserveSymlinks: true }
  const shared = { ...browser, ...places, outdir: folder, sourcemap: false }
  await Promise.all([
    build({
      ...shared,
      entryPoints: { 'capture-worklet': 'plugin/worklet/capture-worklet.ts' },
    }),
    // Runs in pages as a classic script.
    build({ ...shared, format: 'iife', entryPoints: { 'in-page': `${SOURCE}/in-page.ts` } }),
    build({
      ...shared,
      entryPoints: {
        panel: `${SOURCE}/panel.ts`,
        worker: `${SOURCE}/worker.ts`,
        'recording-page': `${SOURCE}/recording-page.ts`,
        'microphone-page': `${SOURCE}/microphone-page.ts`,
      },
      splitting: true,
      chunkNames: 'part-[hash]',
      plugins: [smallStyles],
      // The browser's own functions as they are: nobody else's script runs here, and Firefox reads
      // no list that was made in a frame that is gone (originals.ts).
      define: { PLUGIN_VERSION: JSON.stringify(version), WORKLET_FILE: JSON.stringify(WORKLET) },
    }),
  ])
  for (const page of PAGES) cpSync(join(root, SOURCE, page), join(folder, page))
  const manifest = JSON.parse(readFileSync(join(root, SOURCE, 'manifest.json'), 'utf8'))
  const full = `${JSON.stringify({ ...manifest, version }, null, 2)}\n`
  writeFileSync(join(folder, 'manifest.json'), full)
  cpSync(join(root, SOURCE, 'managed-schema.json'), join(folder, 'managed-schema.json'))
  const firefox = join(outDir, 'extension', 'firefox')
  forFirefox(folder, firefox, { ...manifest, version })
  const pack = await packerOfService(root)
  const packages = {
    'svc.zip': await pack(filesOf(folder)),
    'svc.xpi': await pack(filesOf(firefox)),
  }
  const sums = Object.entries(packages).map(([name, bytes]) => {
    writeFileSync(join(outDir, 'extension', name), bytes)
    return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`
  })
  writeFileSync(join(outDir, 'extension', 'SHA256SUMS'), sums.join(''))
}

/** As the service hands the packages out: the same bytes from the same files. */
async function packerOfService(root) {
  const entryPoints = [join(root, 'api/extension/package/zip.ts')]
  const shape = { bundle: true, platform: 'node', format: 'esm', write: false }
  const { outputFiles } = await build({ entryPoints, ...shape })
  const code = Buffer.from(outputFiles[0].contents).toString('base64')
  return (await import(`data:text/javascript;base64,${code}`)).zipPacker()
}

function filesOf(folder) {
  return readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
}

/** The same files; Firefox has a sidebar instead of a panel, and no pages without a window. */
function forFirefox(from, folder, manifest) {
  rmSync(folder, { recursive: true, force: true })
  cpSync(from, folder, { recursive: true })
  rmSync(join(folder, 'managed-schema.json'))
  const { minimum_chrome_version, side_panel, storage, background, ...rest } = manifest
  // Firefox knows no sound of a tab: the panel then offers none.
  const { optional_permissions, ...shared } = rest
  const own = {
    ...shared,
    background: { scripts: [background.service_worker], type: background.type },
    sidebar_action: {
      default_panel: side_panel.default_path,
      default_title: manifest.name,
      default_icon: manifest.icons,
      open_at_install: false,
    },
    permissions: manifest.permissions.filter((name) => !CHROME_ONLY.has(name)),
    browser_specific_settings: {
      gecko: {
        id: 'assistente@svc-appliance.invalid',
        strict_min_version: '142.0',
        data_collection_permissions: { required: ['none'] },
      },
    },
  }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(own, null, 2)}\n`)
}

const CHROME_ONLY = new Set(['offscreen', 'sidePanel'])
