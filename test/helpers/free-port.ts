import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below what Linux gives to those who ask for any port, and to connections that go out (32768 and
 * up).
 */
const FROM = 20_000
const TO = 32_000
const TRIES = 50

/**
 * A loopback port for a program that takes its time until it listens: of those that nobody is given
 * meanwhile who does not ask for it by number.
 * @throws an Error when none is free
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(FROM, TO)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
  throw new Error('no free port')
}
