import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what Linux gives to those who ask for any port, and to connections that go out (32768 and up). */
const FROM = 20_000
const TO = 32_000

/**
 * A port for a program that is started in a moment, and takes its time on a busy machine: of those that nobody is given meanwhile
 * who does not ask for it by number.
 */
export async function freePort(): Promise<number> {
  for (;;) {
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
}
