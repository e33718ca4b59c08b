// Own process: it records in real time and kills its browser
/** What the extension keeps while the appliance is away, as it rests in the browser's profile. */
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserTest } from '../../helpers/browser.ts'
import {
  beginVisit,
  openExtension,
  recorded,
  recordingKept,
  signIn,
} from '../../helpers/extension-browser.ts'
import { startExtensionServer } from '../../helpers/extension-server.ts'
import { VOICE } from '../../helpers/plugin-page.ts'
import { makeFolder } from '../../helpers/temporary-folder.ts'

interface Rest {
  frames: number
  plain: number
  keys: { extractable: boolean; read: string }[]
  takes: string
}

/** As a script of the extension itself finds it: nobody else's gets as far. */
const AT_REST = `(async () => {
  const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
  const database = await done(indexedDB.open('svc-outbox'))
  const all = (name) => done(database.transaction(name).objectStore(name).getAll())
  const [frames, keys, takes] = [await all('frames'), await all('keys'), await all('takes')]
  database.close()
  return {
    frames: frames.length,
    plain: frames.filter((row) => 'bytes' in row).length,
    keys: await Promise.all(keys.map(async (key) => ({
      extractable: key.extractable,
      read: await crypto.subtle.exportKey('raw', key).then(() => 'read', (error) => error.name),
    }))),
    takes: JSON.stringify(takes),
  }
})()`

/** A page's own bytes, unsealed: shows that the search below finds what is there. */
const keepPlain = (bytes: Buffer) => `new Promise((resolve) => {
  const opening = indexedDB.open('plain', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('plain')
  opening.onsuccess = () => {
    const work = opening.result.transaction('plain', 'readwrite', { durability: 'strict' })
    work.objectStore('plain').put(Uint8Array.from(${JSON.stringify([...bytes])}), 1)
    work.oncomplete = () => resolve()
  }
})`

async function filesHold(folder: string, parts: readonly Buffer[]): Promise<number> {
  const listed = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = new Set<number>()
  for (const entry of listed) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    parts.forEach((part, at) => {
      if (bytes.includes(part)) found.add(at)
    })
  }
  return found.size
}

browserTest('sound that waits is sealed, and outlives a browser that is killed', async (t) => {
  const profileFolder = await mkdtemp(join(tmpdir(), 'svc-extension-'))
  const server = await startExtensionServer(t)
  const first = await openExtension(t, { microphoneWav: VOICE, profileFolder })
  const panel = await first.openPanel()
  await signIn(panel, server.origin)
  await beginVisit(panel, 'Maria da Silva')
  await panel.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).click()
  await recorded(panel, 1)
  server.setChannelsUp(false)
  const control = randomBytes(4096)
  await panel.evaluate(keepPlain(control))
  await recorded(panel, 6)
  const rest = await panel.evaluate<Rest>(AT_REST)
  // Of five seconds, less what a busy browser drops or has sent before.
  t.true(rest.frames >= 10, `${rest.frames} frames`)
  t.is(rest.plain, 0)
  t.deepEqual(rest.keys, [{ extractable: false, read: 'InvalidAccessError' }])
  t.false(/Maria|Silva/.test(rest.takes))
  const killed = new Promise((resolve) => first.browser.once('close', resolve))
  const devtools = await first.browser.newCDPSession(panel)
  devtools.send('Browser.crash').catch(() => {})
  await killed
  const copy = join(await makeFolder(t, 'svc-profile-'), 'profile')
  await cp(profileFolder, copy, { recursive: true, filter: (path) => !/Singleton/.test(path) })

  server.setChannelsUp(true)
  const second = await openExtension(t, { microphoneWav: VOICE, profileFolder })
  t.teardown(() => rm(profileFolder, { recursive: true, force: true, maxRetries: 5 }))
  const after = await second.openPanel()
  await after.getByRole('button', { name: 'Abrir a consulta de Maria da Silva' }).click()
  await after.getByRole('button', { name: 'Retomar gravação' }).waitFor()
  await after.getByRole('button', { name: 'Finalizar' }).click()
  await recordingKept(after)
  const [id = ''] = server.recordings.keys()
  const samples = server.samplesOf(id)
  t.true(samples.length >= 5 * 16_000)
  // Loud places of the sound that waited, 32 samples each.
  const sound = Buffer.from(Int16Array.from(samples).buffer)
  const parts: Buffer[] = []
  for (let at = 2 * 16_000; at + 32 < 5 * 16_000 && parts.length < 200; at += 160) {
    const loudest = Math.max(...[...samples.slice(at, at + 32)].map(Math.abs))
    if (loudest > 1000) parts.push(sound.subarray(2 * at, 2 * at + 64))
  }
  t.true(parts.length >= 50, `${parts.length} loud places`)
  // A database may cut what it holds, and few places of it.
  const pieces = Array.from({ length: 64 }, (_, at) => control.subarray(64 * at, 64 * (at + 1)))
  const found = await filesHold(copy, pieces)
  t.true(found >= 60, `${found} of 64 pieces of the unsealed bytes`)
  t.is(await filesHold(copy, parts), 0)
})
