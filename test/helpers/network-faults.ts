/**
 * A teleconsultation of two channels in a real browser against the whole product, while everything
 * goes wrong that a hospital's network, server and browser can do: connections cut and left
 * hanging, the server killed and started again, the page reloaded, tokens that expire, a second tab
 * that takes over. In the end the sound on the server's disk is read back, key and all, and its
 * digest is compared with the sound that was handed to the page (fed-microphone.js says how, and
 * why that is the same code).
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { openAccess } from '../../bin/compose/access.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import { samplesToBytes } from '../../core/contract/frames.ts'
import { silentLog } from '../../core/log.ts'
import { openAudioStore } from '../../models/audio/audio-store.ts'
import { Recording } from '../../models/recording/repository.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { type Appliance, startAppliance } from './appliance.ts'
import { startFaultFront } from './fault-front.ts'
import { openBrowser } from './open-browser.ts'

/** What the page's microphone plays. */
export const VOICE = join(import.meta.dirname, '../fixtures/speech/conversa.wav')
const RATE_HZ = 16_000
const WAV_HEADER_BYTES = 44

export type Fault = 'cut' | 'hang' | 'kill' | 'reload' | 'other-tab'

export interface FaultPlan {
  /** Of sound, in minutes as the doctor would count them. */
  minutes: number
  /** How many times faster than life the sound comes. */
  speed: number
  /** Evenly over the time. */
  faults: readonly Fault[]
  /** How long a cut or a hanging line lasts, in ms. */
  faultMs: number
  tokenLifeS: number
}

export interface FaultReport {
  /** Of sound that was handed over; more than planned, since it goes on while the line is down. */
  minutes: number
  wallS: number
  faults: number
  tokens: number
  recordings: number
  /** What the product itself says at the end. */
  stated: 'complete' | 'faulty'
  channels: { samples: number; expected: number; equal: boolean }[]
}

export async function visitUnderFaults(
  t: Parameters<typeof openBrowser>[0],
  plan: FaultPlan,
): Promise<FaultReport> {
  const began = performance.now()
  const appliance = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off' })
  const tokens = await tokensOf(appliance, plan.tokenLifeS)
  const front = await startFaultFront({
    url: appliance.url,
    token: tokens.next,
    wavPath: VOICE,
  })
  t.teardown(front.close)
  const browser = await openFedBrowser(t, plan.speed)
  let page = await openVisit(browser, front.origin)
  await page.getByRole('button', { name: 'Iniciar gravação' }).click()

  const end = plan.minutes * 60 * RATE_HZ
  const bring: Record<Fault, () => Promise<void>> = {
    async cut() {
      front.setLine('down')
      await sleep(plan.faultMs)
      front.setLine('up')
    },
    async hang() {
      front.setLine('hanging')
      await sleep(plan.faultMs)
      // A line that comes back is another line.
      front.setLine('down')
      front.setLine('up')
    },
    kill: () => appliance.restart(),
    async reload() {
      await holdStill(page)
      await page.reload()
      await mount(page)
      await resume(page)
    },
    async 'other-tab'() {
      const other = await openVisit(browser, front.origin)
      await other.getByRole('button', { name: 'Gravar aqui' }).click()
      await resume(other)
      await page.close()
      page = other
    },
  }
  for (const [i, fault] of plan.faults.entries()) {
    await heard(page, (end * (i + 1)) / (plan.faults.length + 1))
    await bring[fault]()
  }
  await heard(page, end)
  await page.getByRole('button', { name: 'Finalizar' }).click()
  const statement = page.getByText(/Gravação (completa|com falhas):/)
  await statement.waitFor({ timeout: 120_000 })
  const stated = (await statement.textContent())?.includes('completa') ? 'complete' : 'faulty'
  const position = await positionOf(page)
  await browser.close()
  await appliance.kill('SIGTERM')
  await tokens.close()
  const held = await heldSound(appliance)
  const voice = await readVoice()
  const expected = [0, 1].map((channel) => digestOf([soundOf(voice, position, channel)]))
  return {
    faults: plan.faults.length,
    tokens: front.tokens,
    stated,
    minutes: Math.round(position / RATE_HZ / 6) / 10,
    wallS: Math.round((performance.now() - began) / 1000),
    recordings: held.recordings,
    channels: held.channels.map((parts, channel) => ({
      samples: parts.reduce((sum, { length }) => sum + length, 0),
      expected: position,
      equal: digestOf(parts) === expected[channel],
    })),
  }
}

async function openFedBrowser(
  t: Parameters<typeof openBrowser>[0],
  speed: number,
): Promise<BrowserContext> {
  const options = {
    microphoneWav: VOICE,
    // The tab that is recorded in may lie behind another one.
    flags: ['--disable-background-timer-throttling', '--disable-renderer-backgrounding'],
  }
  const browser = await openBrowser(t, options)
  await browser.addInitScript(`globalThis.FEED_SPEED = ${speed}`)
  await browser.addInitScript({ path: join(import.meta.dirname, 'fed-microphone.js') })
  return browser
}

async function openVisit(browser: BrowserContext, origin: string): Promise<Page> {
  const page = await browser.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${origin}/test/`)
  await mount(page)
  return page
}

async function mount(page: Page) {
  await page.waitForFunction('globalThis.SvcPlugin && globalThis.open')
  await page.evaluate('open()')
}

async function resume(page: Page) {
  await page.getByRole('button', { name: 'Retomar gravação' }).click({ timeout: 60_000 })
}

/** Of everything that was handed over, whether the page has stored it. */
const ALL_STORED = `new Promise((resolve) => {
  const opening = indexedDB.open('svc-outbox')
  opening.onsuccess = () => {
    const asked = opening.result.transaction('takes').objectStore('takes').getAll()
    asked.onsuccess = () => {
      opening.result.close()
      resolve(asked.result.reduce((sum, { lanes }) => sum + lanes[0].nextOffset, 0) === feed.position)
    }
  }
})`

/**
 * Between two frames of a real microphone there is time to store the one before; here that is
 * waited for.
 */
async function holdStill(page: Page) {
  await page.evaluate('feed.held = true')
  await page.waitForFunction(ALL_STORED)
}

async function heard(page: Page, samples: number) {
  await page.waitForFunction(`feed.position >= ${samples}`, null, { timeout: 600_000 })
}

const positionOf = (page: Page) => page.evaluate('feed.position') as Promise<number>

/** Tokens of the appliance's own keys, but shorter lived than its interface gives them. */
async function tokensOf({ dataDir, apiKey }: Appliance, validForS: number) {
  const { database, access } = await openAccess(configOf(dataDir), platform(), silentLog)
  return {
    async next() {
      const credential = await access.authenticateKey(apiKey)
      return (await access.issueSessionToken(credential, { validForS })).token
    },
    close: database.close,
  }
}

/**
 * Everything on the disk, channel by channel, recordings in order, read with the keys of its data
 * folder.
 */
async function heldSound({ dataDir }: Appliance) {
  const { database, sealer } = await openAccess(configOf(dataDir), platform(), silentLog)
  const { sequelize } = database
  const vault = consultationVault({ sequelize, sealer, now: () => new Date() })
  const store = await openAudioStore({ audioDir: join(dataDir, 'audio'), vault, log: silentLog })
  const rows = await Recording.attach(sequelize).findAll({ order: [['startMs', 'ASC']] })
  const channels: Int16Array[][] = [[], []]
  for (const { id: recordingId, consultationId, channels: count } of rows) {
    const audio = await store.openFinished({ recordingId, consultationId, channels: count })
    for (const { channel, nextOffset } of await audio.summary())
      channels[channel]?.push(await audio.read(channel, 0, nextOffset))
  }
  await store.close()
  await database.close()
  return { channels, recordings: rows.length }
}

function configOf(dataDir: string) {
  const env = { SVC_DATA_DIR: dataDir }
  const { installRoot } = platform()
  return loadConfig({ flags: {}, env, cwd: dataDir, installRoot, readFile: () => undefined }).config
}

async function readVoice(): Promise<Int16Array> {
  const { buffer, byteOffset, length } = await readFile(VOICE)
  return new Int16Array(buffer.slice(byteOffset + WAV_HEADER_BYTES, byteOffset + length))
}

/**
 * As fed-microphone.js hands it over: the voice again and again, and backwards on the remote side.
 */
function soundOf(voice: Int16Array, samples: number, channel: number): Int16Array {
  const last = voice.length - 1
  return Int16Array.from({ length: samples }, (_, i) => {
    const at = i % voice.length
    return voice[channel === 0 ? at : last - at]!
  })
}

function digestOf(parts: readonly Int16Array[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(samplesToBytes(part))
  return hash.digest('hex')
}
