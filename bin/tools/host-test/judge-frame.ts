import type { Note, Observed } from './host-probe.ts'

/** A page that shows the legacy iframe (spec §4.4, SPEC-GAPS C1, C2, C35). */
export function judgeFrame({ page, network, strangerRead }: Observed, note: Note) {
  const src = URL.canParse(page.frames[0]?.src ?? '') ? new URL(page.frames[0]?.src ?? '') : null
  const allow = page.frames[0]?.allow ?? ''
  const names = [...(src?.searchParams.keys() ?? [])].map((name) =>
    name.toLowerCase().replace(/[_-]/g, ''),
  )
  note(
    'frame.deprecated',
    'The iframe is the old way',
    'warn',
    'works, and is deprecated',
    'New pages use plugin.js; /plugin.json says until when the iframe is kept.',
  )
  note(
    'frame.origin',
    'It comes from the appliance itself',
    network.applianceVersion === null ? 'fail' : 'pass',
    `${network.applianceOrigin ?? 'nowhere'}, version ${network.applianceVersion ?? 'unknown'}`,
    'Point src at https://<appliance>/embed.',
  )
  const missingIds = ['patientid', 'doctorid', 'consultationid'].filter(
    (name) => !names.includes(name),
  )
  note(
    'frame.ids',
    'Three identifiers, none empty',
    missingIds.length > 0 ? 'fail' : 'pass',
    missingIds.length > 0
      ? `missing: ${missingIds.join(', ')}`
      : 'patientId, doctorId, consultationId',
    'Give all three in the address.',
  )
  const hasMicrophone = /\bmicrophone\b/.test(allow)
  const lacks = ['display-capture', 'clipboard-write', 'screen-wake-lock'].filter(
    (name) => !allow.includes(name),
  )
  note(
    'frame.allow',
    'The frame may use the microphone',
    !hasMicrophone ? 'fail' : lacks.length > 0 ? 'warn' : 'pass',
    !hasMicrophone
      ? 'allow has no microphone'
      : lacks.length > 0
        ? `allow lacks ${lacks.join(', ')}`
        : allow,
    'allow="microphone; display-capture; clipboard-write; screen-wake-lock"',
  )
  note(
    'frame.token',
    'No credential in the address',
    names.includes('authtoken') ? 'fail' : names.includes('bearertoken') ? 'warn' : 'pass',
    names.includes('authtoken')
      ? 'authToken is in the address'
      : names.includes('bearertoken')
        ? 'bearerToken is in the address'
        : 'posted by message',
    'Wait for svc.plugin.embed.ready, then post svc.plugin.embed.token with a bearerToken of identify.',
  )
  const opened = page.frameMessages.includes('svc.plugin.recorder')
  note(
    'frame.ready',
    'The consultation opens in the frame',
    opened ? 'pass' : 'fail',
    opened
      ? 'svc.plugin.recorder was heard'
      : `heard: ${[...new Set(page.frameMessages)].join(', ') || 'nothing'}`,
    'The organization must list this page’s origin: svcctl org origins.',
  )
  note(
    'frame.listener',
    'The page listens to the frame',
    page.messageListeners > 0 ? 'pass' : 'warn',
    `${page.messageListeners} listener(s)`,
    'addEventListener("message", …): that is how documents arrive.',
  )
  note(
    'frame.event-origin',
    'Messages of strangers are ignored',
    strangerRead ? 'fail' : 'pass',
    strangerRead ? 'a message of another origin was looked into' : 'not looked into',
    'if (event.origin !== "https://<appliance>") return, before anything else.',
  )
}
