import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import test from 'ava'

const FOLDER = join(import.meta.dirname, '../../dist/extension/chrome')
const read = (name: string) => readFileSync(join(FOLDER, name))
const manifest = () => JSON.parse(read('manifest.json').toString())

test('it may do what is listed here, and read no page by itself', (t) => {
  t.deepEqual(manifest().permissions, [
    'activeTab',
    'offscreen',
    'scripting',
    'sidePanel',
    'storage',
  ])
  // Asked for by a click of the doctor, where the organization lets a call's sound be taken.
  t.deepEqual(manifest().optional_permissions, ['tabCapture'])
  for (const name of [
    'host_permissions',
    'optional_host_permissions',
    'content_scripts',
    'web_accessible_resources',
    'externally_connectable',
  ])
    t.is(manifest()[name], undefined, name)
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

test('it has the version of the product, and is small', (t) => {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
  )
  t.is(manifest().version, version)
  const packed = readdirSync(FOLDER).map((name) => deflateRawSync(read(name), { level: 9 }).length)
  const total = packed.reduce((sum, length) => sum + length, 0)
  t.true(total <= 400_000, `${total} bytes`)
})
