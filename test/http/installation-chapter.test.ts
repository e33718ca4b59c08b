// Own process: installs in a root of its own, which takes half a minute.
/**
 * The chapter on installation, followed word for word (`bin/check-installation.sh`): a bundle of
 * this build installed by root in this machine's system as it is without us, and the same commands
 * where the service runs as a container. Mounts need root; elsewhere it is skipped by name.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const OVERLAY =
  'd=$(mktemp -d) && mount -t tmpfs tmpfs $d && mkdir $d/u $d/w $d/r && mount -t overlay -o lowerdir=/,upperdir=$d/u,workdir=$d/w overlay $d/r'
const mayMount =
  spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'sh', '-c', OVERLAY]).status === 0
const byRoot = mayMount ? test : test.skip

byRoot(
  'every command of the chapter does what it says, from a file and as a container',
  async (t) => {
    t.timeout(600_000)
    const folder = await mkdtemp(join(tmpdir(), 'svc-chapter-'))
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    const bundle = join(folder, 'svc.tar')
    const args = ['bundle', 'create', '--this-machine', '--out', bundle, '--json']
    const key = ['--sign-key', join(folder, 'key.pem'), '--data-dir', join(folder, 'data')]
    const made = await run(join(root, 'bin/svcctl'), [...args, ...key])
    const { fingerprint } = JSON.parse(made.stdout) as { fingerprint: string }
    for (const start of ['file', 'container']) {
      const done = await run(
        join(root, 'bin/check-installation.sh'),
        [start, bundle, fingerprint],
        {
          maxBuffer: 1 << 24,
        },
      ).catch((error: { stdout: string; stderr: string }) => error)
      t.regex(done.stdout, /\n\d+ commands of .* all well\.\n$/, done.stdout + done.stderr)
      // The same commands after either beginning.
      t.regex(done.stdout, /# svcctl backup list\n[\s\S]*\.svcbackup/)
      t.regex(done.stdout, /# svcctl audit verify\n/)
    }
  },
)

test('the chapter names the places that the installer and the container use', async (t) => {
  const read = (path: string) => readFile(join(root, path), 'utf8')
  const page = await read('docs/guias/instalacao.md')
  for (const place of ['/opt/svc', '/var/lib/svc', '/etc/systemd/system/svc.service'])
    t.true((await read('config/bundle/install.sh')).includes(place) && page.includes(place), place)
  for (const path of page.matchAll(/config\/operations\/container\/[\w.]+/g))
    t.true((await read(path[0])).length > 0, path[0])
})
