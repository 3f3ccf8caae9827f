import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/folders.ts'
import type { KnownResolver } from './authorize.ts'
import { openFirstResolvers } from './first-resolvers.ts'

const contract = (digits: string, chainId = 1): KnownResolver => ({
  chainId,
  address: `0x${digits.repeat(20)}`,
  scheme: 'merkle',
})

/** As the command reads the lines. */
const parse = (entry: string): KnownResolver => {
  const [chainId, address] = entry.split(':')
  return { ...contract('00', Number(chainId)), address: address as KnownResolver['address'] }
}

test('takes the first contract of each chain, also of two at once, and keeps it', async () => {
  const file = join(await temporaryFolder(), 'signer-resolvers')
  const first = await openFirstResolvers(file, parse)
  expect(first.resolvers).toEqual([])
  await Promise.all([first.take(contract('11')), first.take(contract('22'))])
  await first.take(contract('33', 11_155_111))
  const taken = [contract('11'), contract('33', 11_155_111)]
  expect(first.resolvers).toEqual(taken)
  expect((await openFirstResolvers(file, parse)).resolvers).toEqual(taken)
  expect(await readFile(file, 'utf8')).toBe(
    `1:0x${'11'.repeat(20)}:merkle\n11155111:0x${'33'.repeat(20)}:merkle\n`,
  )
})

test('a contract that cannot be kept is not taken', async () => {
  const first = await openFirstResolvers(join(await temporaryFolder(), 'absent/file'), parse)
  await expect(first.take(contract('11'))).rejects.toThrow()
  expect(first.resolvers).toEqual([])
})

test('refuses a file of another form', async () => {
  const file = join(await temporaryFolder(), 'signer-resolvers')
  await writeFile(file, '1:everything\n')
  await expect(openFirstResolvers(file, parse)).rejects.toThrow('is not what the signer writes')
})
