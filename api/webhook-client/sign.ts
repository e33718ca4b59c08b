import { createHmac } from 'node:crypto'

/**
 * The headers by which a receiver knows the sender: Standard Webhooks
 * (https://www.standardwebhooks.com), one signature per secret, and the earlier version's single
 * header, by the text of the secret as it was shown. In an overlap that one has a sibling by the
 * secret before.
 * @param secrets `whsec_` and Base64, the current one first
 */
export function signatureHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const [current = '', previous] = secrets
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${hmac(keyOf(secret), signed).toString('base64')}`)
      .join(' '),
    'x-svc-signature': `sha256=${hmac(current, body).toString('hex')}`,
    ...(previous !== undefined && {
      'x-svc-signature-previous': `sha256=${hmac(previous, body).toString('hex')}`,
    }),
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
