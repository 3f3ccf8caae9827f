import { expect, test } from 'vitest'
import { paymentUri } from './payment-uri.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test.each([
  ['Ethereum', 60, 1, `ethereum:${address}@1`],
  ['Ethereum, of a name of Sepolia', 60, 11155111, `ethereum:${address}@11155111`],
  ['Base', 2147492101, 1, `ethereum:${address}@8453`],
  ['every other chain', 2147483648, 1, `ethereum:${address}`],
  ['Ethereum Classic, which is of SLIP-44', 61, 1, address],
])('%s', (_, id, chainId, uri) => {
  expect(paymentUri({ id, value: address }, chainId)).toBe(uri)
})

test.each(['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '0x12?value=1', `${address}?value=1e18`])(
  'what is no address of the EVM stays as it is: %s',
  (value) => {
    expect(paymentUri({ id: 60, value }, 1)).toBe(value)
  },
)
