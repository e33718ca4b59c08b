/**
 * svcctl of an installed bundle: whose files come of it. Beside a Node.js that only tells who it is
 * and makes the folder.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const SCRIPT = fileURLToPath(new URL('../../config/bundle/svcctl.sh', import.meta.url))
const isRoot = process.getuid?.() === 0
const NODE = `#!/bin/sh
shift
echo "$(id -un): $*"
for word in "$@"; do case $word in /*) mkdir -p "$word" && : >"$word/made" ;; esac; done
`

;(isRoot ? test : test.skip)(
  `what root does is the service's${isRoot ? '' : ' (needs root)'}`,
  async (t) => {
    // Not below the temporary folder's own, which may be closed to other accounts.
    const prefix = await mkdtemp('/var/tmp/svc-wrapper-')
    t.teardown(() => rm(prefix, { recursive: true, force: true }))
    await chmod(prefix, 0o755)
    const version = join(prefix, 'versions', '1')
    for (const folder of ['bin', 'node/bin'])
      await mkdir(join(version, folder), { recursive: true })
    await copyFile(SCRIPT, join(version, 'bin/svcctl'))
    await writeFile(join(version, 'node/bin/node'), NODE, { mode: 0o755 })
    const data = join(prefix, 'data')
    await writeFile(join(prefix, 'svc.env'), `SVC_DATA_DIR=${data}\n`)
    await writeFile(join(prefix, 'install.conf'), `data=${data}\nuser=nobody\n`)
    const service = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
    const run = (...args: string[]) =>
      spawnSync('sh', [join(version, 'bin/svcctl'), ...args], { encoding: 'utf8' }).stdout.trim()
    const ownerOf = async (path: string) => (await stat(path)).uid

    // As after a lost disk, or `mv /var/lib/svc …`: the backup may be root's alone, what comes of
    // it is not.
    t.is(
      run('backup', 'restore', 'b.svcbackup', '--data-dir', data),
      `root: backup restore b.svcbackup --data-dir ${data}`,
    )
    t.is(await ownerOf(join(data, 'made')), service)
    t.is(run('org', 'list'), 'nobody: org list')
    t.is(run('bundle', 'verify', 'x.tar'), 'root: bundle verify x.tar')

    const drill = join(prefix, 'drill')
    // As `doctor` prints its fixes.
    run('--data-dir', drill, '--json', 'backup', 'restore', 'b.svcbackup', drill)
    t.is(await ownerOf(join(drill, 'made')), service)
    t.is(run('org', 'list', '--data-dir', drill), `nobody: org list --data-dir ${drill}`)

    await rm(data, { recursive: true })
    t.is(run('status'), 'root: status', 'looking makes nothing')
    t.is(run('init', '--yes'), 'nobody: init --yes')
    t.is(await ownerOf(data), service)
    t.is((await stat(data)).mode & 0o777, 0o700)
  },
)
