/** A real Prometheus over the rules of config/operations, asked by its own API. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const RULES = join(import.meta.dirname, '..', '..', 'config', 'operations', 'prometheus-rules.yml')

/** Null where it is not installed (Debian: `apt-get install prometheus`). */
export const prometheusProgram: string | null =
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'prometheus'))
    .find((path) => existsSync(path)) ?? null

export interface Rule {
  name: string
  health: string
  lastError?: string
  state: 'inactive' | 'pending' | 'firing'
}

export interface Sample {
  metric: Record<string, string>
  value: [number, string]
}

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>

/**
 * Looks every second. What has to last before an alert fires (`for`) lasts two seconds here; what
 * is asked is as it is.
 *
 * @param target host:port of a service
 */
export async function startPrometheus(target: string) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-prometheus-'))
  const port = await freePort()
  const rules = await readFile(RULES, 'utf8')
  await writeFile(join(folder, 'rules.yml'), rules.replace(/^(\s+for:) .*$/gm, '$1 2s'))
  await writeFile(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs:
  - job_name: svc
    static_configs: [{ targets: ['${target}'] }]
`,
  )
  const flags = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  const child = spawn(prometheusProgram as string, flags, { stdio: 'ignore' })

  async function api<Data>(path: string): Promise<Data> {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
    const answer = (await response.json()) as { status: string; error?: string; data: Data }
    if (answer.status !== 'success') throw new Error(`${path}: ${answer.error}`)
    return answer.data
  }

  async function isReady() {
    const answer = await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => null)
    return answer?.ok ?? false
  }
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('prometheus ended')
    await sleep(100)
  }
  return {
    async targets(): Promise<{ health: string; lastError: string }[]> {
      type Targets = { activeTargets: { health: string; lastError: string }[] }
      return (await api<Targets>('targets')).activeTargets
    },
    async rules(): Promise<Rule[]> {
      const { groups } = await api<{ groups: { rules: Rule[] }[] }>('rules')
      return groups.flatMap((group) => group.rules)
    },
    async query(expression: string): Promise<Sample[]> {
      const query = new URLSearchParams({ query: expression })
      return (await api<{ result: Sample[] }>(`query?${query}`)).result
    },
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
