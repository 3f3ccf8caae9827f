import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { signingSchemes } from '../../../server/src/gateway/digest.ts'
import { domain, resolverAddress, signerKey, userAt } from '../databases/zone.ts'
import type { Subject } from './subject.ts'

const peersSchema = z.array(
  z.strictObject({
    title: z.string(),
    /** A script of Node and its arguments, in which {zone}, {key} and {resolver} are replaced. */
    script: z.string(),
    args: z.array(z.string()).default([]),
    /** Of the line that it prints once it listens, with the URL as its first group. */
    listening: z.string().default('(http://[^\\s,]+)'),
    method: z.enum(['GET', 'POST']),
    path: z.string(),
    scheme: z.enum(signingSchemes).default('published'),
  }),
)

/** The zone of a number of users, as a peer may read it: by name, addresses by coin type in decimal, and texts. */
function zoneOf(size: number) {
  const users = Array.from({ length: size }, (_, number) => userAt(number))
  return Object.fromEntries(
    users.map(({ label, addresses, texts }) => [
      `${label}.${domain}`,
      {
        addresses: Object.fromEntries(addresses.map(({ coinType, address }) => [coinType, address])),
        texts: Object.fromEntries(texts.map(({ key, value }) => [key, value])),
      },
    ]),
  )
}

/**
 * Gateways of others that are installed on this machine, from a file that names them; bench/README.md has its form. Each gets the zone as a
 * file in `folder`.
 *
 * @throws ZodError for a file of another form
 */
export function readPeers(file: string, folder: string, size: number): readonly Subject[] {
  const zone = join(folder, 'zone.json')
  writeFileSync(zone, JSON.stringify(zoneOf(size)))
  const fill = (text: string) =>
    text.replace('{zone}', zone).replace('{key}', signerKey).replace('{resolver}', resolverAddress)
  return peersSchema
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .map(({ title, script, args, listening, method, path, scheme }) => ({
      title,
      launch: { script: pathToFileURL(script), args: args.map(fill), listening: new RegExp(listening) },
      form: { method, path },
      scheme,
    }))
}
