/** The page for administration with something on each of its screens. */
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { startAppliance } from './appliance.ts'
import { buildCli } from './cli.ts'
import { storeRecord } from './stored-record.ts'

/** Its addresses and the names of its screens, in their order. */
export const ADMIN_PLACES = [
  ['situacao', 'Situação'],
  ['diagnostico', 'Diagnóstico'],
  ['rnds', 'Registros da RNDS'],
  ['chaves', 'Chaves'],
  ['usuarios', 'Usuários'],
  ['avisos', 'Avisos ao prontuário'],
  ['modelos-de-ia', 'Modelos de IA'],
  ['modelos-de-documento', 'Modelos de documento'],
  ['auditoria', 'Auditoria'],
] as const

const HOUR_MS = 3_600_000

/** The service as a process; a record that waits, a webhook that is off, users and keys. */
export async function adminAppliance(t: ExecutionContext) {
  const off = { SVC_SPEECH_ENGINE: 'off', SVC_GENERATOR: 'rules' }
  const { url, dataDir } = await startAppliance(t, off)
  const cli = await buildCli(t, { ...off, SVC_DATA_DIR: dataDir, SVC_PORT: new URL(url).port })
  const run = async (...args: string[]) => {
    const done = await cli.run([...args, '--yes', '--json'])
    if (done.code !== 0) throw new Error(`${args.join(' ')}: ${done.stderr}`)
    return done.json
  }
  await run('user', 'add', 'Prontuário do ambulatório')
  const hook = await run('webhook', 'add', 'https://203.0.114.9/avisos?chave=1')
  await run('webhook', 'disable', hook.id)
  const waiting = { cause: 'certificate_missing' as const, since: new Date() }
  const dueAt = new Date(Date.now() + HOUR_MS)
  await storeRecord(dataDir, 'pending', { waiting, dueAt, issues: [] })
  const code = async () => (await run('admin', 'open')).code as string
  return { url, dataDir, cli, code }
}

export async function signInToAdmin(page: Page, code: string): Promise<void> {
  await page.getByLabel('Código').fill(code)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { name: 'Situação' }).waitFor()
}
