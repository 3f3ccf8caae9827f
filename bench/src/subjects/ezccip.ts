import { serve } from '@resolverworks/ezccip/serve'
import { domain, effectiveAddress, resolverAddress, signerKey, users } from '../zone.ts'
import { announce } from './announce.ts'

/** `@resolverworks/ezccip` with the zone in memory, signing the digest that ENS published. */
const zone = new Map(
  users.map((user) => [
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
announce(`http://127.0.0.1:${port}`)
