import type { Check, DoctorFinding, PublicProbeFacts } from '../check.ts'
import { quoted } from '../quoted.ts'

const FILES = 'working files for nginx, Apache and Caddy: config/operations/proxy'

/** A page, a large body and the channel, the way that browsers take. */
export const publicProbe: Check = {
  id: 'network.way-in',
  title: 'way in for browsers',
  probe: true,
  async run(host) {
    return told(await host.publicProbe())
  },
}

function told({ url, issue, status, sentMiB }: PublicProbeFacts): DoctorFinding {
  switch (issue) {
    case null:
      return { severity: 'ok', what: `${sentMiB} MiB and the channel pass through ${url}` }
    case 'not_running':
      return { severity: 'info', what: 'Not tried: the service does not run.' }
    case 'not_us':
      return {
        severity: 'error',
        what: `${url} is answered by something else (status ${status}).`,
        why: 'Browsers find the service there, or nowhere.',
        fix: `svcctl config set publicUrl https://svc.hospital.example   # as the proxy serves it, its path included; ${FILES}`,
      }
    case 'body':
      return {
        severity: 'error',
        what: `The proxy in front refuses ${sentMiB} MiB (status ${status}).`,
        why: 'Files and recordings do not arrive, and doctors see a network that seems to fail.',
        fix: `grep -rn client_max_body_size /etc/nginx   # nginx takes 1 MiB unless told: client_max_body_size 0; Apache: LimitRequestBody 0; ${FILES}`,
      }
    case 'channel':
      return {
        severity: 'error',
        what: `The proxy in front passes no WebSocket on (status ${status}).`,
        why: 'Nothing can be recorded.',
        fix: `grep -rn Upgrade /etc/nginx   # nginx: proxy_http_version 1.1 and the headers Upgrade and Connection; Apache: upgrade=websocket; ${FILES}`,
      }
    default:
      return {
        severity: 'warning',
        what: `${url} is not reached from here (${issue}).`,
        why: 'Browsers may reach it all the same, where only this machine is kept from it.',
        fix: `curl -kv ${quoted(`${url}/healthz`)}`,
      }
  }
}
