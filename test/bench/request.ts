/** One request to an appliance: a body of bytes as it is, any other as JSON. */
export function request(
  { url, token }: { url: string; token: string },
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const isBytes = body instanceof Uint8Array
  return fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isBytes && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  })
}

/** The answer; of events, the last. @throws a SyntaxError where it was cut off */
// biome-ignore lint/suspicious/noExplicitAny: a bench knows what it asked for
export async function answerOf(response: Response): Promise<any> {
  return JSON.parse((await response.text()).trim().split('\n').at(-1) ?? '')
}
