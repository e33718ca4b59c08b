// Own process: two hundred random courses of renewals on a real database
/** Renewals in any order: lost answers, replays, thieves, restarts, clocks that are set. */
import { randomUUID } from 'node:crypto'
import test from 'ava'
import fc from 'fast-check'
import { type AccessUseCases, accessUseCases } from '../../core/access/use-cases.ts'
import { isAppError } from '../../core/errors.ts'
import { accessStore } from '../../models/access/access-store.ts'
import { proofs } from '../../models/access/proofs.ts'
import { secrets } from '../../models/access/secrets.ts'
import { tokenCodec } from '../../models/access/token-codec.ts'
import { openWorld } from '../helpers/access-world.ts'
import { deviceKey, proofOf } from '../helpers/extension-device.ts'

const BASE = 'https://svc.hospital.example'
const ADDRESS = { method: 'POST', path: '/extension/token', hosts: ['svc.hospital.example'] }
const GRACE_MS = 60_000

type Step =
  /** The device renews, and hears the answer or does not. */
  | { does: 'renew'; heard: boolean }
  /** Somebody has the token of so many renewals ago, and the device's key or another. */
  | { does: 'replay'; ago: number; withKey: boolean }
  | { does: 'twice' }
  | { does: 'wait'; ms: number }
  | { does: 'restart' }
  | { does: 'revoke' }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ does: fc.constant('renew'), heard: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant('replay'),
        ago: fc.integer({ min: 0, max: 4 }),
        withKey: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ does: 'twice' }) },
    {
      weight: 5,
      arbitrary: fc.record({
        does: fc.constant('wait'),
        ms: fc.oneof(
          fc.integer({ min: 0, max: 70_000 }),
          fc.integer({ min: -200_000, max: 200_000 }),
        ),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ does: 'restart' }) },
    { weight: 1, arbitrary: fc.constant({ does: 'revoke' }) },
  ) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 20 },
)

test('tokens of a device are one chain: no fork, no second life, and nothing after the end', async (t) => {
  let nowMs = Date.parse('2026-05-04T12:00:00Z')
  const now = () => new Date(nowMs)
  const world = await openWorld(t, { now })
  const { sealer, log } = world
  const store = accessStore(world.database.sequelize)
  const start = (): AccessUseCases =>
    accessUseCases({
      store,
      secrets,
      codec: tokenCodec(),
      proofs,
      sealer,
      log,
      now,
      newId: randomUUID,
    })
  let access = start()
  const extension = { enabled: true, fill: true, capture: true, lockMinutes: 10, idleDays: 90 }
  const { id: organizationId } = await access.createOrganization({ name: 'Hospital', extension })
  const user = await access.addUser({ organizationId, name: 'Ana' })
  const seen = { grants: 0, repeated: 0, ends: 0 }

  async function course(walk: Step[]) {
    const [key, other] = [deviceKey(), deviceKey()]
    const { code } = await access.inviteUser(user.id)
    const input = { code, deviceName: 'Chrome', publicKey: key.publicKey }
    const signed = await access.devices.signIn(input)
    const { id } = signed.device
    /** Every token there ever was, in order. */
    const chain = [signed.refreshToken]
    const boughtAt = new Map<string, number>()
    let held = signed.refreshToken
    let isEnded = false

    async function present(refreshToken: string, by = key): Promise<string | null> {
      const proof = proofOf(by, BASE, { iat: Math.floor(nowMs / 1000) })
      try {
        const renewed = await access.devices.renew({ refreshToken, proof, address: ADDRESS })
        return 'because' in renewed ? null : renewed.refreshToken
      } catch (error) {
        if (isAppError(error) && error.code === 'device_revoked') return null
        throw error
      }
    }

    /** What a renewal may give, from what was given before; told apart from how it is made. */
    async function checked(token: string, by = key): Promise<string | null> {
      const place = chain.indexOf(token)
      const isLast = place === chain.length - 1
      const bought = boughtAt.get(token)
      const isInGrace =
        place === chain.length - 2 && bought !== undefined && Math.abs(nowMs - bought) <= GRACE_MS
      const mayPass = !isEnded && by === key && (isLast || isInGrace)
      const given = await present(token, by)
      t.is(given !== null, mayPass)
      if (given === null) {
        // Who has neither the key nor a token that is known has nothing, and ends nothing.
        isEnded ||= by === key || place >= chain.length - 2
        seen.ends++
      } else if (isLast) {
        t.false(chain.includes(given), 'a token that was there before')
        chain.push(given)
        boughtAt.set(token, nowMs)
        seen.grants++
      } else {
        t.is(given, chain[chain.length - 1] as string, 'the chain forks')
        seen.repeated++
      }
      return given
    }

    for (const step of walk) {
      if (step.does === 'wait') nowMs += step.ms
      else if (step.does === 'restart') access = start()
      else if (step.does === 'revoke') {
        await access.revokeDevice(id)
        isEnded = true
      } else if (step.does === 'replay')
        await checked(chain[chain.length - 1 - step.ago] ?? held, step.withKey ? key : other)
      else if (step.does === 'twice') {
        const mayPass = !isEnded && held === chain.at(-1)
        const [one, two] = await Promise.all([present(held), present(held)])
        if (mayPass) {
          t.truthy(one)
          t.is(one, two, 'two calls at the same time fork the chain')
          chain.push(one as string)
          boughtAt.set(held, nowMs)
          held = one as string
        } else if (one === null || two === null) isEnded = true
        else t.deepEqual([one, two], [chain.at(-1), chain.at(-1)])
      } else {
        const given = await checked(held)
        if (given !== null && step.heard) held = given
      }
      const device = await store.findDevice(id)
      t.is(device?.endedAt !== null, isEnded)
    }
    if (isEnded) for (const token of chain) t.is(await present(token), null)
  }

  await fc.assert(fc.asyncProperty(steps, course), { numRuns: 200 })
  t.true(seen.grants > 200 && seen.repeated > 20 && seen.ends > 50, JSON.stringify(seen))
})
