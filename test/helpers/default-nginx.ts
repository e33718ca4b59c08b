/** A real nginx with its defaults: bodies up to 1 MB, and a page of its own for larger ones. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

interface TearDown {
  teardown(end: () => unknown): void
}

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx']

/** Undefined where none is installed. */
export const nginxPath = PLACES.find((path) => existsSync(path))

/** @returns its origin, once it answers */
export async function startDefaultNginx(t: TearDown, target: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-nginx-'))
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, port, target))
  const given = ['-c', file, '-p', folder, '-e', join(folder, 'error.log')]
  const child = spawn(nginxPath ?? 'nginx', given, { stdio: 'ignore' })
  t.teardown(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  })
  const origin = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    if (await fetch(`${origin}/healthz`).catch(() => undefined)) return origin
    await sleep(50)
  }
  throw new Error('nginx does not answer')
}

function configuration(folder: string, port: number, target: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  return `daemon off;
pid ${join(folder, 'nginx.pid')};
worker_processes 1;
events {}
http {
  access_log off;
  ${temporary.join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${target};
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection "upgrade";
      proxy_set_header Host $host;
    }
  }
}
`
}
