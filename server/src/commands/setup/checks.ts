import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname } from 'node:path'
import { isHexAddress, isValidAddress } from '../../crypto/evm-address.ts'
import { type ChainId, chainIds } from '../../ens/chains.ts'
import { errorCode } from '../../errors.ts'
import { isPublicHost } from '../../rpc/outbound.ts'
import { isThere } from './machine.ts'

/** What is wrong with an answer; `isFatal` unless one may go on all the same. */
export interface Problem {
  readonly sentence: string
  readonly isFatal: boolean
}

export interface Checked {
  /** As it is kept. */
  readonly value: string
  readonly problems: readonly Problem[]
  /** What was found, where all is well. */
  readonly found?: string
}

export const fatal = (sentence: string): Problem => ({ sentence, isFatal: true })
export const doubtful = (sentence: string): Problem => ({ sentence, isFatal: false })

export type Lookup = (host: string) => Promise<readonly LookupAddress[]>

/** What was pasted with a scheme or a slash, without it. */
export async function checkHost(text: string, lookup: Lookup, own = ownAddresses()): Promise<Checked> {
  const value = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/.]+$/, '')
  if (!/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(value))
    return {
      value,
      problems: [fatal(`"${text}" is not the name of a host, such as names.acme.com, without a path.`)],
    }
  if (!isPublicHost(`https://${value}`))
    return {
      value,
      problems: [doubtful(`${value} is a name of private networks: ENS clients will not reach it.`)],
    }
  const addresses = await lookup(value).catch(() => [])
  const [first] = own.filter(isPublicAddress)
  if (addresses.length === 0)
    return {
      value,
      problems: [
        doubtful(
          `${value} leads to no address yet. At the provider of your domain, add a record of type A for it` +
            `${first ? `, with ${first}, the address of this machine` : ' with the address of this machine'}. ` +
            'Without it there is no certificate.',
        ),
      ],
    }
  const list = addresses.map(({ address }) => address).join(', ')
  const isHere = addresses.some(({ address }) => own.includes(address))
  if (isHere) return { value, problems: [], found: `leads to this machine (${list})` }
  // Behind address translation, the machine does not know its public address.
  if (first === undefined)
    return {
      value,
      problems: [],
      found: `leads to ${list}, which has to be the public address of this machine`,
    }
  return {
    value,
    problems: [
      doubtful(
        `${value} leads to ${list}, and this machine has ${own.join(', ')}: correct the record at the provider of your domain.`,
      ),
    ],
  }
}

/** Without those of the machine alone. */
function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address }) => address)
}

function isPublicAddress(address: string): boolean {
  return isPublicHost(address.includes(':') ? `https://[${address}]` : `https://${address}`)
}

const chainNames: Readonly<Record<string, ChainId>> = { mainnet: 1, ethereum: 1, sepolia: 11_155_111 }

export function checkChain(text: string): Checked {
  const value = `${chainNames[text.trim().toLowerCase()] ?? text.trim()}`
  if (chainIds.some((id) => `${id}` === value)) return { value, problems: [] }
  return { value, problems: [fatal(`"${text}" is neither mainnet (1) nor sepolia (11155111).`)] }
}

export function checkOwner(text: string): Checked {
  const value = text.trim()
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(value))
    return {
      value: '',
      problems: [
        fatal(
          'That is a private key. Setup needs no key: give the address of the wallet, 0x and 40 digits. Other programs may have seen the key: use another wallet.',
        ),
      ],
    }
  if (!isHexAddress(value))
    return {
      value,
      problems: [
        fatal(
          `"${text}" is not an address: 0x and 40 digits from 0 to 9 and a to f. Your wallet shows it, and copies it.`,
        ),
      ],
    }
  if (!isValidAddress(value))
    return {
      value,
      problems: [
        fatal(
          `The capital letters of ${value} do not match its digits (EIP-55): a sign is wrong. Copy the address from the wallet again.`,
        ),
      ],
    }
  return { value, problems: [] }
}

/** Whether something listens there. Undefined: it is free. */
export async function checkPort(
  port: number,
  host: string | undefined,
  use: string,
): Promise<Problem | undefined> {
  const listener = createServer()
  try {
    listener.listen({ port, host })
    await once(listener, 'listening')
    return undefined
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE')
      return doubtful(
        `Port ${port} is taken by another program, and ${use}. See which one: ss -ltnp 'sport = :${port}'`,
      )
    if (errorCode(error) === 'EACCES') return doubtful(`Port ${port} needs the rights of root, and ${use}.`)
    return undefined
  } finally {
    listener.close()
  }
}

const minFreeBytes = 2 * 2 ** 30
const minFreeInodes = 20_000

/** Of the disk that has the folder, or will have it. */
export async function checkDisk(
  folder: string,
  minBytes = minFreeBytes,
  minInodes = minFreeInodes,
): Promise<readonly Problem[]> {
  let existing = folder
  while (!(await isThere(existing)) && dirname(existing) !== existing) existing = dirname(existing)
  const { bavail, bsize, files, ffree } = await statfs(existing)
  const free = bavail * bsize
  const megabytes = (bytes: number) => Math.floor(bytes / 1_048_576)
  return [
    ...(free < minBytes
      ? [
          doubtful(
            `The disk of ${folder} has ${megabytes(free)} MB left: have at least ${megabytes(minBytes)} MB.`,
          ),
        ]
      : []),
    // Some file systems have no fixed number.
    ...(files > 0 && ffree < minInodes
      ? [doubtful(`The disk of ${folder} can take ${ffree} more files: have at least ${minInodes} (df -i).`)]
      : []),
  ]
}
