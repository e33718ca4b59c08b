import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import type { ExecutionContext } from 'ava'
import { readCertificateFile } from '../../api/rnds-client/certificate-file.ts'
import { type RndsClientOptions, rndsClient } from '../../api/rnds-client/rnds-client.ts'
import { CLIENT_PASSWORD } from '../../bin/tools/rnds-simulator/certificates.ts'
import { simulatedPeople } from '../../bin/tools/rnds-simulator/people.ts'
import { type SimulatorOptions, startSimulator } from '../../bin/tools/rnds-simulator/simulator.ts'
import { brasiliaTime } from '../../core/fhir/bundle/brasilia-time.ts'
import { PARTIES, PROFILES, requesterSystem, SYSTEMS } from '../../core/fhir/terms.ts'
import type { Bundle } from '../../core/fhir/types.ts'
import type { Log, LogFields } from '../../core/log.ts'
import { testIdentity } from './identities.ts'

const [doctor] = simulatedPeople.practitioners
const [maria] = simulatedPeople.patients
if (!doctor || !maria?.cns || !maria.cpf) throw new Error('the simulator has nobody')
export const practitionerCns = doctor.cns
export const patientCns = maria.cns
export const patientCpf = maria.cpf
export const as = { practitionerCns }
export const system = requesterSystem('12345')

/** A running simulator, a client that trusts it, and every log line that the client wrote. */
export async function startRnds(
  t: ExecutionContext,
  options: {
    simulator?: Partial<SimulatorOptions>
    client?: Partial<RndsClientOptions>
  } = {},
) {
  const identity = await testIdentity()
  const now = () => new Date()
  const simulator = await startSimulator({ identity, now, ...options.simulator })
  t.teardown(() => simulator.close())
  const certificate = readCertificateFile({ bytes: identity.clientPfx }, CLIENT_PASSWORD)
  const { log, lines } = capturedLog()
  const client = rndsClient({
    hosts: { authUrl: simulator.authUrl, ehrUrl: simulator.ehrUrl },
    certificate,
    caPem: identity.caPem,
    userAgent: 'svc/test',
    now,
    log,
    ...options.client,
  })
  const count = (operation: string) =>
    simulator.calls().filter((call) => call.operation === operation).length
  return { simulator, client, identity, certificate, lines, count }
}

export function capturedLog() {
  const lines: { event: string; fields: LogFields | undefined }[] = []
  const write = (event: string, fields?: LogFields) => void lines.push({ event, fields })
  const log: Log = { debug: write, info: write, warn: write, error: write }
  return { log, lines }
}

/** As small as the simulator takes it. */
export function smallBundle(value: string, { replaces }: { replaces?: string } = {}): Bundle {
  return {
    resourceType: 'Bundle',
    identifier: { system, value },
    type: 'document',
    timestamp: brasiliaTime(new Date()),
    entry: [
      {
        fullUrl: 'urn:uuid:transient-0',
        resource: {
          resourceType: 'Composition',
          meta: { profile: [PROFILES.clinicalEncounterRecord] },
          status: 'final',
          type: { coding: [{ system: SYSTEMS.documentType, code: 'RAC' }] },
          subject: { identifier: { system: PARTIES.patient, value: patientCns } },
          author: [{ identifier: { system: PARTIES.establishment, value: '9876543' } }],
          ...(replaces && {
            relatesTo: [
              { code: 'replaces', targetReference: { reference: `Composition/${replaces}` } },
            ],
          }),
        },
      },
    ],
  }
}

/** The smallest proxy: CONNECT only. `status` other than 200 refuses the tunnel. */
export async function startProxy(t: ExecutionContext, status = 200) {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((inside) => {
    sockets.add(inside)
    inside.on('error', () => {})
    inside.once('data', (head) => {
      const target = /^CONNECT (\S+):(\d+) /.exec(head.toString('latin1'))
      asked.push(head.toString('latin1'))
      if (status !== 200 || !target) {
        inside.end(`HTTP/1.1 ${status} No\r\ncontent-length: 4\r\n\r\nnope`)
        return
      }
      const outside = connect(Number(target[2]), target[1], () => {
        inside.write('HTTP/1.1 200 OK\r\n\r\n')
        inside.pipe(outside).pipe(inside)
      })
      sockets.add(outside)
      outside.on('error', () => inside.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
