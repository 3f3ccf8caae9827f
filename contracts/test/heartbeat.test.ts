import fc from 'fast-check'
import { type Hex, keccak256, toHex, zeroHash } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { getChainTime, otherAccount, owner, setTime, startChain } from './support/chain.ts'
import { deployResolver, type Resolver, waitUntilMined } from './support/resolver.ts'
import { revertOf } from './support/revert.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const hour = 3600n
const day = 24n * hour
const anchor = { account: otherAccount }

function rootOf(number: number): Hex {
  return keccak256(toHex(number))
}

async function deployWithAnchor(grace: bigint, delay = 0): Promise<Resolver> {
  const resolver = await deployResolver(chain, { grace })
  await waitUntilMined(chain, resolver.write.setHeartbeat([otherAccount.address, delay]))
  return resolver
}

/** What a transaction costs depends on which roots count in its block, so that an estimate of before can be too low. */
const gas = 300_000n

function beat(resolver: Resolver, number: number): Promise<void> {
  return waitUntilMined(chain, resolver.write.beat([rootOf(number), 8, zeroHash, 0n], { ...anchor, gas }))
}

async function beatAt(resolver: Resolver, number: number, time: bigint): Promise<void> {
  await chain.client.setNextBlockTimestamp({ timestamp: time })
  await beat(resolver, number)
}

describe('the clock', () => {
  test('rule: before the first beat the contract never becomes dark', async () => {
    const resolver = await deployWithAnchor(hour)
    await setTime(chain, (await getChainTime(chain)) + 1000n * day)
    expect(await resolver.read.isDark()).toBe(false)
  })

  test.each([hour, 7n * day])(
    'rule: with a grace of %i s it is dark from the second after',
    async (grace) => {
      const resolver = await deployWithAnchor(grace)
      await beat(resolver, 1)
      const end = BigInt(await resolver.read.lastBeat()) + grace
      for (const [time, dark] of [
        [end - 1n, false],
        [end, false],
        [end + 1n, true],
        [end + 1000n, true],
      ] as const) {
        await setTime(chain, time)
        expect(await resolver.read.isDark(), `${time - end}`).toBe(dark)
      }
      await beat(resolver, 1)
      expect(await resolver.read.isDark()).toBe(false)
    },
  )

  test.each([0n, 1n, hour - 1n])('GraceTooShort for a grace of %i s', async (grace) => {
    expect(await revertOf(deployResolver(chain, { grace }))).toEqual({ name: 'GraceTooShort', args: [grace] })
  })

  test('rule: the end of a grace of any length does not overflow', async () => {
    const resolver = await deployWithAnchor(2n ** 64n - 1n)
    await beat(resolver, 1)
    expect(await resolver.read.isDark()).toBe(false)
  })
})

describe('the anchor', () => {
  test('NotAnchor for every other account, the owner too', async () => {
    const resolver = await deployWithAnchor(hour)
    const beating = resolver.write.beat([rootOf(1), 8, zeroHash, 0n])
    expect(await revertOf(beating)).toEqual({ name: 'NotAnchor', args: [owner.address] })
  })

  test('ZeroRoot and DepthTooLarge', async () => {
    const resolver = await deployWithAnchor(hour)
    const wrong = (root: Hex, depth: number) =>
      revertOf(resolver.write.beat([root, depth, zeroHash, 0n], anchor))
    expect(await wrong(zeroHash, 8)).toEqual({ name: 'ZeroRoot', args: [] })
    expect(await wrong(rootOf(1), 25)).toEqual({ name: 'DepthTooLarge', args: [25] })
  })

  test('rule: a beat tells its root and that of a log', async () => {
    const resolver = await deployWithAnchor(hour)
    await waitUntilMined(chain, resolver.write.beat([rootOf(1), 24, rootOf(2), 77n], anchor))
    const [event] = await resolver.getEvents.Beat({}, { fromBlock: 0n })
    expect(event?.args).toEqual({ root: rootOf(1), depth: 24, logRoot: rootOf(2), logSize: 77n })
  })
})

describe('the delay', () => {
  test('rule: without one the newest root counts at once', async () => {
    const resolver = await deployWithAnchor(hour)
    for (const number of [1, 2, 3]) {
      await beat(resolver, number)
      expect(await resolver.read.zone()).toEqual([rootOf(number), 8])
    }
  })

  /** What the contract has to do, said in another way: a list of all roots with their times. */
  test.each([
    [hour, day],
    [day, 3n * day],
    [3n * day, day],
    [day, day],
  ])(
    'rule: beats every %i s with a delay of %i s: no root counts early, and none is older than two delays and two beats',
    async (interval, delay) => {
      const resolver = await deployWithAnchor(hour, Number(delay))
      const times: bigint[] = []
      let time = (await getChainTime(chain)) + 10n
      for (let number = 0; number < 12; number += 1, time += interval) {
        await beatAt(resolver, number, time)
        times.push(time)
        const [root] = await resolver.read.zone()
        const index = times.findIndex((_, candidate) => rootOf(candidate) === root)
        if (time < (times[0] ?? 0n) + delay) expect(root).toBe(zeroHash)
        else {
          expect(time - (times[index] ?? time)).toBeGreaterThanOrEqual(delay)
          expect(time - (times[index] ?? 0n)).toBeLessThanOrEqual(2n * delay + 2n * interval)
        }
      }
      await setTime(chain, (times.at(-1) ?? 0n) + delay)
      expect(await resolver.read.zone()).toEqual([rootOf(11), 8])
    },
  )

  test('rule: a thief of the anchor key cannot bring a root to count before the delay, however often it beats', async () => {
    const resolver = await deployWithAnchor(hour, Number(3n * day))
    await beat(resolver, 1)
    const start = (await getChainTime(chain)) + 4n * day
    for (let step = 0n; step < 12n; step += 1n) {
      await beatAt(resolver, 1000 + Number(step), start + step * 6n * hour)
      expect(await resolver.read.zone()).toEqual([rootOf(1), 8])
    }
  })

  test('rule: beats of the same root do not begin its delay again', async () => {
    const resolver = await deployWithAnchor(hour, Number(day))
    const start = (await getChainTime(chain)) + 10n
    for (let step = 0n; step <= 4n; step += 1n) await beatAt(resolver, 1, start + step * 6n * hour)
    expect(await resolver.read.zone()).toEqual([rootOf(1), 8])
  })
})

test('rule: a root that waits behind another one keeps its time, however often it is beaten', async () => {
  const resolver = await deployWithAnchor(hour, Number(day))
  const start = (await getChainTime(chain)) + 10n
  await beatAt(resolver, 1, start)
  for (const hours of [1n, 2n, 20n]) await beatAt(resolver, 2, start + hours * hour)
  for (const [hours, number] of [
    [24n, 1],
    [25n, 2],
  ] as const) {
    await setTime(chain, start + hours * hour)
    expect(await resolver.read.zone()).toEqual([rootOf(number), 8])
  }
})

test('rule: with a delay of one second the root before counts for the block of the next one', async () => {
  const resolver = await deployWithAnchor(hour, 1)
  const start = (await getChainTime(chain)) + 10n
  await beatAt(resolver, 1, start)
  expect(await resolver.read.zone()).toEqual([zeroHash, 0])
  await beatAt(resolver, 2, start + 1n)
  expect(await resolver.read.zone()).toEqual([rootOf(1), 8])
  await setTime(chain, start + 2n)
  expect(await resolver.read.zone()).toEqual([rootOf(2), 8])
})

describe('another delay', () => {
  test.each([
    [30n * day, undefined],
    [30n * day + 1n, 'DelayTooLong'],
    [2n ** 40n - 1n, 'DelayTooLong'],
  ])('rule: of %i s is refused beyond 30 days', async (delay, name) => {
    const resolver = await deployWithAnchor(hour)
    const set = () => resolver.write.setHeartbeat([otherAccount.address, Number(delay)])
    if (name) expect(await revertOf(set())).toEqual({ name, args: [Number(delay)] })
    else await waitUntilMined(chain, set())
  })

  const setDelay = (resolver: Resolver, delay: bigint) =>
    waitUntilMined(chain, resolver.write.setHeartbeat([otherAccount.address, Number(delay)], { gas }))

  test('rule: the root that counts goes on counting, whatever was before it', async () => {
    const resolver = await deployWithAnchor(hour, Number(day))
    await beat(resolver, 1)
    await setTime(chain, (await getChainTime(chain)) + 2n * day)
    await beat(resolver, 2)
    await setDelay(resolver, 0n)
    for (const number of [3, 4, 5]) await beat(resolver, number)
    await setDelay(resolver, 9n * day)
    expect(await resolver.read.zone()).toEqual([rootOf(5), 8])
    await beat(resolver, 6)
    expect(await resolver.read.zone()).toEqual([rootOf(5), 8])
  })

  test('rule: a root that waits goes on waiting for the rest of it', async () => {
    const resolver = await deployWithAnchor(hour, Number(day))
    await beat(resolver, 1)
    const since = await getChainTime(chain)
    await setDelay(resolver, 3n * day)
    await setTime(chain, since + 3n * day - 1n)
    expect(await resolver.read.zone()).toEqual([zeroHash, 0])
    await setTime(chain, since + 3n * day)
    expect(await resolver.read.zone()).toEqual([rootOf(1), 8])
  })

  test('rule: of 8 random stories none brings a root back that another one had replaced', async () => {
    const step = fc.oneof(
      fc.record({ delay: fc.constantFrom(0n, hour, day, 4n * day) }),
      fc.record({ wait: fc.constantFrom(1n, hour, 5n * hour, day, 3n * day) }),
      fc.constant({ beat: true as const }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), async (steps) => {
        const resolver = await deployWithAnchor(hour, Number(day))
        let [number, counted] = [0, 0]
        for (const each of steps) {
          if ('delay' in each) await setDelay(resolver, each.delay)
          else if ('wait' in each) await setTime(chain, (await getChainTime(chain)) + each.wait)
          else await beat(resolver, ++number)
          const [root] = await resolver.read.zone()
          const index = [zeroHash, ...Array.from({ length: number }, (_, one) => rootOf(one + 1))].indexOf(
            root,
          )
          expect(index).toBeGreaterThanOrEqual(counted)
          counted = index
        }
      }),
      { numRuns: 8 },
    )
  })
})

describe('another anchor', () => {
  const replace = (resolver: Resolver, by = owner.address) =>
    waitUntilMined(chain, resolver.write.setHeartbeat([by, Number(day)]))

  test('rule: roots of a stolen key that wait are forgotten, the root that counts stays', async () => {
    const resolver = await deployWithAnchor(hour, Number(day))
    await beat(resolver, 1)
    const start = (await getChainTime(chain)) + day
    await beatAt(resolver, 66, start)
    await beatAt(resolver, 67, start + hour)
    await replace(resolver)
    const since = start + 12n * hour
    await chain.client.setNextBlockTimestamp({ timestamp: since })
    await waitUntilMined(chain, resolver.write.beat([rootOf(2), 8, zeroHash, 0n], { gas }))
    for (const time of [start + day, start + day + hour, since + day - 1n]) {
      await setTime(chain, time)
      expect(await resolver.read.zone()).toEqual([rootOf(1), 8])
    }
    await setTime(chain, since + day)
    expect(await resolver.read.zone()).toEqual([rootOf(2), 8])
  })

  test('rule: the former one can no longer beat, and a root of its that counts is kept', async () => {
    const resolver = await deployWithAnchor(hour, Number(day))
    await beat(resolver, 1)
    await setTime(chain, (await getChainTime(chain)) + day)
    await replace(resolver)
    expect(await resolver.read.zone()).toEqual([rootOf(1), 8])
    expect(await revertOf(resolver.write.beat([rootOf(3), 8, zeroHash, 0n], anchor))).toEqual({
      name: 'NotAnchor',
      args: [otherAccount.address],
    })
  })
})

describe('the owner', () => {
  test('rule: sets a root that counts at once, in place of all', async () => {
    const resolver = await deployWithAnchor(hour, Number(day))
    await beat(resolver, 1)
    await waitUntilMined(chain, resolver.write.setZone([rootOf(9), 3]))
    expect(await resolver.read.zone()).toEqual([rootOf(9), 3])
    await beat(resolver, 2)
    expect(await resolver.read.zone()).toEqual([rootOf(9), 3])
  })

  test('rule: of 8 random stories none brings a root back that the owner has replaced', async () => {
    const step = fc.oneof(
      fc.record({ delay: fc.constantFrom(0, Number(day), Number(4n * day)) }),
      fc.record({ wait: fc.constantFrom(1n, hour, day, 3n * day) }),
      fc.constantFrom({ by: 'owner' as const }, { by: 'anchor' as const }, { by: 'anchor' as const }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), async (steps) => {
        const resolver = await deployWithAnchor(hour, Number(day))
        let [number, oldest] = [0, 0]
        for (const each of steps) {
          if ('delay' in each)
            await waitUntilMined(
              chain,
              resolver.write.setHeartbeat([otherAccount.address, each.delay], { gas }),
            )
          else if ('wait' in each) await setTime(chain, (await getChainTime(chain)) + each.wait)
          else if (each.by === 'anchor') await beat(resolver, ++number)
          else {
            oldest = ++number
            await waitUntilMined(chain, resolver.write.setZone([rootOf(number), 8], { gas }))
            expect(await resolver.read.zone()).toEqual([rootOf(number), 8])
          }
          const [root] = await resolver.read.zone()
          if (oldest > 0)
            expect(Array.from({ length: number - oldest + 1 }, (_, at) => rootOf(oldest + at))).toContain(
              root,
            )
        }
      }),
      { numRuns: 8 },
    )
  })

  test('rule: freezes for good: dark at once, no beat, and another root only from the owner', async () => {
    const resolver = await deployWithAnchor(hour)
    await waitUntilMined(chain, resolver.write.freeze([rootOf(1), 8]))
    expect(await resolver.read.isDark()).toBe(true)
    const frozen = { name: 'AlreadyFrozen', args: [] }
    expect(await revertOf(resolver.write.beat([rootOf(2), 8, zeroHash, 0n], anchor))).toEqual(frozen)
    expect(await revertOf(resolver.write.freeze([rootOf(2), 8]))).toEqual(frozen)
    expect(await revertOf(resolver.write.stopHeartbeat())).toEqual(frozen)
    await waitUntilMined(chain, resolver.write.setZone([rootOf(2), 9]))
    expect(await resolver.read.zone()).toEqual([rootOf(2), 9])
    expect(await resolver.read.isDark()).toBe(true)
  })

  test('rule: stops the heartbeat: live, with no root, until another beat', async () => {
    const resolver = await deployWithAnchor(hour)
    await beat(resolver, 1)
    await setTime(chain, (await getChainTime(chain)) + 2n * hour)
    expect(await resolver.read.isDark()).toBe(true)
    await waitUntilMined(chain, resolver.write.stopHeartbeat())
    expect(await resolver.read.isDark()).toBe(false)
    expect(await resolver.read.zone()).toEqual([zeroHash, 0])
    await beat(resolver, 2)
    expect(await resolver.read.zone()).toEqual([rootOf(2), 8])
  })

  test('rule: stopping forgets the roots that count and those that wait', async () => {
    const resolver = await deployWithAnchor(hour, Number(day))
    const start = (await getChainTime(chain)) + 10n
    for (const [number, time] of [
      [1, start],
      [2, start + day],
      [3, start + day + hour],
    ] as const)
      await beatAt(resolver, number, time)
    await waitUntilMined(chain, resolver.write.stopHeartbeat())
    for (const time of [start + day + 2n * hour, start + 9n * day]) {
      await setTime(chain, time)
      expect(await resolver.read.zone()).toEqual([zeroHash, 0])
    }
  })

  test('rule: freezing is the last beat; ZeroRoot and DepthTooLarge', async () => {
    const resolver = await deployWithAnchor(hour)
    for (const name of ['setZone', 'freeze'] as const) {
      expect(await revertOf(resolver.write[name]([zeroHash, 8]))).toEqual({ name: 'ZeroRoot', args: [] })
      expect(await revertOf(resolver.write[name]([rootOf(1), 25]))).toEqual({
        name: 'DepthTooLarge',
        args: [25],
      })
    }
    await waitUntilMined(chain, resolver.write.freeze([rootOf(1), 24]))
    expect(BigInt(await resolver.read.lastBeat())).toBe(await getChainTime(chain))
  })

  test('rule: every change is an event', async () => {
    const resolver = await deployResolver(chain)
    await waitUntilMined(chain, resolver.write.setHeartbeat([otherAccount.address, 60]))
    await waitUntilMined(chain, resolver.write.setFiles([['https://one.example', 'https://two.example']]))
    await waitUntilMined(chain, resolver.write.setZone([rootOf(1), 5]))
    await waitUntilMined(chain, resolver.write.stopHeartbeat())
    await waitUntilMined(chain, resolver.write.freeze([rootOf(2), 6]))
    const all = { fromBlock: 0n }
    expect((await resolver.getEvents.HeartbeatChanged(all)).map(({ args }) => args)).toEqual([
      { anchor: otherAccount.address, delay: 60 },
    ])
    expect((await resolver.getEvents.FilesChanged(all)).map(({ args }) => args)).toEqual([
      { urls: ['https://one.example', 'https://two.example'] },
    ])
    expect((await resolver.getEvents.ZoneChanged(all)).map(({ args }) => args)).toEqual([
      { root: rootOf(1), depth: 5 },
      { root: rootOf(2), depth: 6 },
    ])
    expect(await resolver.getEvents.HeartbeatStopped(all)).toHaveLength(1)
    expect(await resolver.getEvents.Frozen(all)).toHaveLength(1)
    expect(await resolver.read.files()).toEqual(['https://one.example', 'https://two.example'])
    expect([await resolver.read.anchor(), await resolver.read.delay()]).toEqual([otherAccount.address, 60])
  })
})
