/**
 * An installation as a host's backend reaches it: over HTTP, with a key, and nothing else. Whoever
 * is told to wait waits once.
 */
const TIMEOUT_MS = 30_000
const LONGEST_WAIT_S = 65

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** Body of a JSON answer; else an empty object. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are what is looked at
  body: any
}

export interface Question {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  /** A bearer. */
  token?: string
  /** Take a 429 for an answer. */
  impatient?: boolean
}

export interface Installation {
  key: string
  ask(path: string, question?: Question): Promise<Answer>
  /** With the key. */
  exchange(path: string, body: unknown): Promise<Answer>
}

/** `base` without a slash at its end. */
export function installation(base: string, key: string): Installation {
  async function once(path: string, { method = 'GET', headers, body, token }: Question) {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }

  async function ask(path: string, question: Question = {}): Promise<Answer> {
    const answer = await once(path, question)
    if (answer.status !== 429 || question.impatient) return answer
    const waitS = Math.min(Number(answer.headers.get('retry-after')) || 1, LONGEST_WAIT_S)
    await new Promise((resolve) => setTimeout(resolve, waitS * 1000))
    return once(path, question)
  }

  return {
    key,
    ask,
    exchange: (path, body) => ask(path, { method: 'POST', headers: { 'x-svc-token': key }, body }),
  }
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
