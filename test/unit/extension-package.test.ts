import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'

const BUILT = join(import.meta.dirname, '../../dist/extension')
const FOLDER = join(BUILT, 'chrome')
const read = (name: string) => readFileSync(join(FOLDER, name))
const manifestOf = (browser: string) =>
  JSON.parse(readFileSync(join(BUILT, browser, 'manifest.json'), 'utf8'))
const manifest = () => manifestOf('chrome')

test('it may do what is listed here, and read no page by itself', (t) => {
  t.deepEqual(manifest().permissions, [
    'activeTab',
    'identity',
    'offscreen',
    'scripting',
    'sidePanel',
    'storage',
  ])
  // Asked for by a click of the doctor, where the organization lets a call's sound be taken.
  t.deepEqual(manifest().optional_permissions, ['tabCapture'])
  // Of these one address at a time, that of a frame which a rule of the administrator's names.
  t.deepEqual(manifest().optional_host_permissions, ['https://*/*', 'http://*/*'])
  for (const name of [
    'host_permissions',
    'content_scripts',
    'web_accessible_resources',
    'externally_connectable',
  ])
    t.is(manifest()[name], undefined, name)
})

test('two keys are suggested: for the panel, and for recording', (t) => {
  const keysOf = (browser: string) =>
    Object.entries<{ suggested_key: { default: string } }>(manifestOf(browser).commands).map(
      ([name, { suggested_key }]) => `${name} ${suggested_key.default}`,
    )
  // In Firefox too the button's own key: that of the sidebar would open no page to it.
  for (const browser of ['chrome', 'firefox'])
    t.deepEqual(keysOf(browser), ['_execute_action Alt+Shift+S', 'record Alt+Shift+G'])
})

test('its pages run its own scripts only', (t) => {
  const policy: string = manifest().content_security_policy.extension_pages
  t.true(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"))
  t.notRegex(policy, /unsafe|http:\/\/\*|script-src [^;]*https?:/)
  for (const page of readdirSync(FOLDER).filter((name) => name.endsWith('.html')))
    for (const [, address = ''] of read(page)
      .toString()
      .matchAll(/(?:src|href)="([^"]*)"/g))
      t.regex(address, /^[\w-]+\.(js|css)$/)
  for (const script of readdirSync(FOLDER).filter((name) => name.endsWith('.js')))
    t.notRegex(read(script).toString(), /\beval\(|new Function\(|import\("https?:/)
})

test('its scripts use the browser’s functions as they are: Firefox reads no others', (t) => {
  // What the plugin does on pages of others: originals.ts.
  for (const script of readdirSync(FOLDER).filter((name) => name.endsWith('.js')))
    t.notRegex(read(script).toString(), /createElement\("iframe"\)|svcKeys|tellsTheTime/, script)
})

test('it has the version of the product, and is small', (t) => {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
  )
  t.is(manifest().version, version)
  for (const name of ['svc.zip', 'svc.xpi']) {
    const bytes = readFileSync(join(BUILT, name))
    t.true(bytes.length <= 400_000, `${name}: ${bytes.length} bytes`)
    const listed = readFileSync(join(BUILT, 'SHA256SUMS'), 'utf8')
    t.true(listed.includes(`${hash('sha256', bytes)}  ${name}\n`), name)
  }
})

test('the stores’ own limits are kept: names, description, icon, version, nothing of a policy', (t) => {
  for (const browser of ['chrome', 'firefox']) {
    const { name, description, version, icons, key, update_url } = manifestOf(browser)
    t.true(name.length <= 45, name)
    t.true(description.length <= 132, description)
    t.regex(version, /^(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){1,3}$/)
    const icon = read(icons[128])
    t.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [128, 128])
    t.deepEqual([key, update_url], [undefined, undefined])
  }
})

test('Firefox gets the same files, with its own sidebar and no more permissions', (t) => {
  const firefox = manifestOf('firefox')
  t.deepEqual(firefox.permissions, ['activeTab', 'identity', 'scripting', 'storage'])
  t.deepEqual(firefox.background, { scripts: ['worker.js'], type: 'module' })
  t.is(firefox.sidebar_action.default_panel, 'panel.html')
  t.deepEqual(firefox.browser_specific_settings.gecko.data_collection_permissions, {
    required: ['none'],
  })
  for (const name of ['version', 'content_security_policy', 'icons'])
    t.deepEqual(firefox[name], manifest()[name], name)
  for (const name of ['host_permissions', 'optional_permissions', 'content_scripts', 'side_panel'])
    t.is(firefox[name], undefined, name)
  const others = readdirSync(FOLDER).filter((name) => !OWN.has(name))
  t.deepEqual(
    readdirSync(join(BUILT, 'firefox')).filter((name) => !OWN.has(name)),
    others,
  )
  for (const name of others)
    t.true(readFileSync(join(BUILT, 'firefox', name)).equals(read(name)), name)
})

/** What each browser has for itself. */
const OWN = new Set(['manifest.json', 'managed-schema.json'])
