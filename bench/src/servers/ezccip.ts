import { serve } from '@resolverworks/ezccip/serve'
import {
  domain,
  effectiveAddress,
  profileAt,
  profileCount,
  resolverAddress,
  signerKey,
  userAt,
} from '../databases/zone.ts'

/** `@resolverworks/ezccip` with the zone in memory, signing the digest that ENS published. Argument: number of users. */
const users = Array.from({ length: Number(process.argv[2]) }, (_, number) => userAt(number))
const profiles = Array.from({ length: profileCount }, (_, number) => profileAt(number))
const zone = new Map(
  [...users, ...profiles].map((user) => [
    `${user.label}.${domain}`,
    {
      addr: (coinType: bigint) => effectiveAddress(user, Number(coinType)),
      text: (key: string) => user.texts.find((text) => text.key === key)?.value,
    },
  ]),
)

/** A free port, on loopback only. Safe because `serve` hands its port to `listen`, which takes options as well. */
const freePort = { host: '127.0.0.1', port: 0 } as unknown as number

const { port } = await serve((name) => zone.get(name), {
  protocol: 'ens',
  origin: resolverAddress,
  signingKey: signerKey,
  log: false,
  port: freePort,
})
console.log(`It listens on http://127.0.0.1:${port}`)
