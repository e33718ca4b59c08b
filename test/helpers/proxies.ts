/**
 * Real reverse proxies, by their own programs: where one is not installed, its tests are skipped by
 * name; with `TEST_REQUIRE_PROXIES=1` (CI) they fail instead.
 */
import { spawn } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { freePort } from './free-port.ts'

export type ProxyKind = 'nginx' | 'apache' | 'caddy' | 'haproxy'

const PROGRAMS: Record<ProxyKind, string> = {
  nginx: 'nginx',
  apache: 'apache2',
  caddy: 'caddy',
  haproxy: 'haproxy',
}
const FILES: Record<ProxyKind, string> = {
  nginx: 'nginx.conf',
  apache: 'apache.conf',
  caddy: 'Caddyfile',
  haproxy: 'haproxy.cfg',
}
const MODULES =
  'mpm_event authn_core authz_core unixd env headers reqtimeout proxy proxy_http proxy_wstunnel'

/** null: not here. */
export function findProxy(kind: ProxyKind): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const places = folders.map((folder) => join(folder, PROGRAMS[kind]))
  return places.find((place) => isProgram(place)) ?? null
}

function isProgram(place: string): boolean {
  try {
    accessSync(place, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Our own file for it, without TLS, on a free port. */
export function ownFile(kind: ProxyKind, upstream: string, port: number): string {
  return onPort(read(`proxy/${FILES[kind]}`), port).replaceAll(
    '127.0.0.1:8080',
    new URL(upstream).host,
  )
}

/** The same for several servers. */
export function ownFileForTwo(
  kind: ProxyKind,
  [one, other]: readonly [string, string],
  port: number,
): string {
  return onPort(read(`nodes/${FILES[kind]}`), port)
    .replaceAll('10.0.0.11:8080', new URL(one).host)
    .replaceAll('10.0.0.12:8080', new URL(other).host)
}

function read(path: string): string {
  return readFileSync(join(import.meta.dirname, '../../config/operations', path), 'utf8')
}

function onPort(text: string, port: number): string {
  return text
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace('*:443', `127.0.0.1:${port}`)
    .replace('svc.hospital.example {', `http://127.0.0.1:${port} {`)
    .replace(/^\s*(?:ssl_certificate|SSL|tls ).*$/gm, '')
}

/**
 * Started with `site`, what stands in one of its site files; ended with the test.
 * @returns its address
 */
export async function startProxy(
  t: ExecutionContext,
  kind: ProxyKind,
  site: (port: number) => string,
): Promise<string> {
  const program = findProxy(kind)
  if (!program) throw new Error(`no ${PROGRAMS[kind]} here`)
  const folder = await mkdtemp(join(tmpdir(), `svc-${kind}-`))
  const port = await freePort()
  const file = join(folder, 'config')
  await writeFile(file, whole(kind, folder, site(port), port))
  const args = {
    nginx: ['-p', folder, '-c', file, '-g', 'daemon off;'],
    apache: ['-D', 'FOREGROUND', '-f', file],
    caddy: ['run', '--adapter', 'caddyfile', '--config', file],
    haproxy: ['-db', '-f', file],
  }[kind]
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  t.teardown(async () => {
    // With its workers, which may hold a connection for long.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`${kind} ended: ${said}`)
    if (await fetch(url).catch(() => null)) return url
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${kind} does not answer: ${said}`)
}

function whole(kind: ProxyKind, folder: string, site: string, port: number): string {
  if (kind === 'nginx')
    return `error_log stderr;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}\n${site}\n}\n`
  if (kind === 'haproxy') return `${site}\n`
  if (kind === 'caddy') return `{\n\tadmin off\n\tauto_https off\n}\n${site}\n`
  const modules = MODULES.split(' ').map(
    (name) =>
      `<IfModule !${name}_module>\nLoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n</IfModule>`,
  )
  return `ServerRoot ${folder}\nServerName localhost\nPidFile ${folder}/pid\nDefaultRuntimeDir ${folder}\nListen 127.0.0.1:${port}\nErrorLog ${folder}/error.log\nUser nobody\nGroup nogroup\n${modules.join('\n')}\n${site}\n`
}
