/**
 * The certificate the service shows when it speaks HTTPS itself; without one a reverse proxy is
 * expected in front.
 */
import type { Check, DoctorFinding, DoctorHost, TlsFacts } from '../check.ts'
import { quoted } from '../quoted.ts'

const DAY_MS = 86_400_000
/** Time enough for an authority that works by hand. */
const SOON_DAYS = 30

export const tlsCertificate: Check = {
  id: 'tls.certificate',
  title: 'certificate',
  async run(host) {
    const facts = await host.tls()
    if (!facts) return { severity: 'ok', what: 'none of its own' }
    if (facts.issue !== null)
      return {
        severity: 'error',
        what: facts.issue,
        why: 'The service does not start under such a certificate; one that runs goes on with the one before.',
        fix:
          facts.behind === null
            ? pairOf(facts.fittingKey, host)
            : inOrder(host.settings.tlsCertificateFile ?? '', facts.behind),
      }
    return dated(facts, host)
  },
}

export const tlsKeyFile: Check = {
  id: 'tls.key-file',
  title: 'key of the certificate',
  async run(host) {
    const path = host.settings.tlsKeyFile
    const facts = path === null ? null : await host.path(path)
    if (path === null || !facts) return { severity: 'ok', what: 'none of its own' }
    if (facts.mode & 0o007)
      return {
        severity: 'error',
        what: `Every user of this machine can read ${path}.`,
        why: 'Whoever has the key can pretend to be this service.',
        fix: `chmod o-rwx ${quoted(path)}`,
      }
    return { severity: 'ok', what: 'kept from other users' }
  },
  async mend(host) {
    const path = host.settings.tlsKeyFile
    const facts = path === null ? null : await host.path(path)
    if (path !== null && facts) await host.mend.restrict(path, facts.mode & 0o770)
  },
}

function dated(
  {
    validFrom,
    validUntil,
    names,
    fitsPublicUrl,
    missingIssuer,
  }: Extract<TlsFacts, { issue: null }>,
  host: DoctorHost,
): DoctorFinding {
  const renew = {
    fix: `cp NEW.pem ${quoted(host.settings.tlsCertificateFile ?? '')}   # and its key; taken over within a minute`,
  }
  const days = Math.floor((validUntil.getTime() - host.now().getTime()) / DAY_MS)
  const until = validUntil.toISOString().slice(0, 10)
  if (days < 0)
    return {
      severity: 'error',
      what: `It ended on ${until}.`,
      why: 'Browsers refuse the plugin.',
      ...renew,
    }
  if (validFrom > host.now())
    return {
      severity: 'error',
      what: `It begins on ${validFrom.toISOString().slice(0, 10)}.`,
      why: 'Browsers refuse the plugin until then; perhaps the clock of this machine is wrong.',
      fix: 'timedatectl status',
    }
  if (!fitsPublicUrl)
    return {
      severity: 'error',
      what: `It is for ${names}, not for ${new URL(host.settings.publicUrl).hostname}.`,
      why: 'Browsers refuse the plugin under another name.',
      fix: `svcctl config set publicUrl ${addressOf(names, host.settings.publicUrl)}   # or a certificate for the name it has`,
    }
  if (days < SOON_DAYS)
    return {
      severity: 'warning',
      what: `It ends on ${until}, in ${days} days.`,
      why: 'Browsers refuse the plugin afterwards.',
      ...renew,
    }
  if (missingIssuer !== null) {
    const file = host.settings.tlsCertificateFile ?? ''
    return {
      severity: 'warning',
      what: `It was issued by ${missingIssuer}, whose certificate does not stand behind it in ${file}.`,
      why: 'Browsers refuse the plugin, but on computers that know that authority themselves.',
      fix: `cat AUTHORITY.pem >> ${quoted(file)}   # the certificate of ${missingIssuer}; taken over within a minute`,
    }
  }
  return { severity: 'ok', what: `until ${until}` }
}

/**
 * Whole paths: those in the configuration file begin at its own folder, and a command line's where
 * it is typed.
 */
function pairOf(fittingKey: string | null, { settings }: DoctorHost): string {
  if (fittingKey !== null) return `svcctl config set tlsKeyFile ${quoted(fittingKey)}`
  const certificate = placeOf(settings.tlsCertificateFile, 'CERT.pem')
  return `svcctl config set tlsCertificateFile ${certificate} tlsKeyFile ${placeOf(settings.tlsKeyFile, 'KEY.pem')}   # a pair that belongs together`
}

/** The certificate to the front of its file, whose owner and permissions stay. */
function inOrder(file: string, position: number): string {
  const program =
    '/-----BEGIN CERT/{n++} {p[n]=p[n] $0 "\\n"} END{printf "%s", p[k]; for(i=0;i<=n;i++) if(i!=k) printf "%s", p[i]}'
  const ordered = quoted(`${file}.ordered`)
  return `awk -v k=${position} '${program}' ${quoted(file)} > ${ordered} && cp ${ordered} ${quoted(file)} && rm ${ordered}`
}

function placeOf(path: string | null, name: string): string {
  return quoted(`${path?.replace(/\/[^/]*$/, '') ?? '/etc/svc'}/${name}`)
}

/** The first name of a certificate, as the address with the port there is. */
function addressOf(names: string, publicUrl: string): string {
  const name = /(?:DNS|IP Address):([^,\s]+)/.exec(names)?.[1]?.replace(/^\*/, 'svc') ?? 'NAME'
  const { port } = new URL(publicUrl)
  return `https://${name.includes(':') ? `[${name}]` : name}${port && `:${port}`}`
}
