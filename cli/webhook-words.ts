import type { WebhookIssue } from '../core/webhooks/message.ts'

/** Why a call came to nothing, for an administrator, with what mends it. */
export const webhookIssueWords: Readonly<Record<WebhookIssue, string>> = {
  refused_by_receiver: 'The receiver did not take it: see its own log.',
  gone: 'It answered 410: the address is not there any more. The webhook is disabled.',
  redirected: 'It answered with a redirect, which is not followed: use the final address.',
  timeout: 'No answer within five seconds.',
  name_not_found: 'The name is not known on this machine: see its DNS.',
  connection_refused: 'Nothing listens there.',
  unreachable: 'There is no way to it: see the routes and firewalls.',
  connection_lost: 'The connection broke before an answer came.',
  address_not_allowed:
    'The name leads to an address inside. Allow it: svcctl config set webhookNetworks <address>, and restart.',
  http_not_allowed: 'Plain HTTP. Allow it: svcctl config set webhookHttp true, and restart.',
  tls_untrusted:
    'Its certificate is of an authority that is not believed: svcctl config set webhookCaFile <file>, and restart.',
  tls_expired: 'Its certificate is not valid now: see its dates and the clock of this machine.',
  tls_wrong_name: 'Its certificate is for another name.',
  tls_failed: 'TLS 1.2 or newer did not come about.',
  ca_unreadable: 'The file of webhookCaFile cannot be read: see its path and rights.',
  unreadable: 'What was to be sent does not open any more: svcctl consult verify.',
}
