// Own process: starts openssl s_server.
/** A TLS server that refuses the certificate in the handshake, in both versions of it. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { readCertificateFile } from '../../api/rnds-client/certificate-file.ts'
import { rndsClient } from '../../api/rnds-client/rnds-client.ts'
import { CLIENT_PASSWORD } from '../../bin/tools/rnds-simulator/certificates.ts'
import { silentLog } from '../../core/log.ts'
import { testIdentity } from '../helpers/identities.ts'
import { as, smallBundle } from '../helpers/rnds.ts'

const withOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return test
  } catch {
    return test.skip
  }
})()

for (const version of ['tls1_2', 'tls1_3'])
  withOpenssl(
    `openssl: a certificate refused in the handshake (${version}) has its name`,
    async (t) => {
      const url = await startRefusing(t, version)
      const own = await testIdentity()
      const stranger = await testIdentity('stranger')
      const client = rndsClient({
        hosts: { authUrl: url, ehrUrl: url },
        certificate: readCertificateFile({ bytes: stranger.clientPfx }, CLIENT_PASSWORD),
        caPem: own.caPem,
        userAgent: 'svc/test',
        now: () => new Date(),
        log: silentLog,
      })
      const trouble = await client.askAccess()
      t.is(trouble?.code, 'certificate_refused', trouble?.message)
      t.regex(trouble?.message ?? '', /ALERT/)
      t.like(await client.submit(smallBundle('v'), as), {
        kind: 'unsent',
        trouble: { code: 'certificate_refused' },
      })
    },
  )

async function startRefusing(t: ExecutionContext, version: string): Promise<string> {
  const { caPem, serverKeyPem, serverPem } = await testIdentity()
  const folder = await mkdtemp(join(tmpdir(), 'svc-refusing-'))
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const port = await freePort()
  const files = ['-key', await write('key.pem', serverKeyPem)]
  files.push('-cert', await write('cert.pem', serverPem), '-CAfile', await write('ca.pem', caPem))
  const asks = ['-Verify', '3', '-verify_return_error', '-www', `-${version}`]
  const child = spawn('openssl', ['s_server', '-accept', `127.0.0.1:${port}`, ...files, ...asks])
  const ended = new Promise((resolve) => child.once('exit', resolve))
  t.teardown(async () => {
    child.kill()
    await ended
    await rm(folder, { recursive: true })
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return `https://127.0.0.1:${port}`
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
