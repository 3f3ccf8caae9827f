import { expect, test } from 'vitest'
import { isPublicAddress } from './outbound.ts'

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT, a cloud metadata service', '100.100.100.200'],
  ['link-local, a cloud metadata service', '169.254.169.254'],
  ['a cloud host', '168.63.129.16'],
  ['IETF protocols, a cloud metadata service', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['6to4 relays', '192.88.99.1'],
  ['benchmarks', '198.18.0.1'],
  ['AS112', '192.175.48.1'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['this host', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible loopback', '::127.0.0.1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped private, in hex', '::ffff:a00:1'],
  ['translated loopback', '::ffff:0:127.0.0.1'],
  ['NAT64 of loopback', '64:ff9b::127.0.0.1'],
  ['NAT64 of a metadata service', '64:ff9b::a9fe:a9fe'],
  ['local NAT64', '64:ff9b:1::8.8.8.8'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of a public host', '2002:808:808::'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['unique local', 'fc00::1'],
  ['unique local, a cloud metadata service', 'fd00:ec2::254'],
  ['multicast', 'ff02::1'],
  ['discard only', '100::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['ORCHID', '2001:20::1'],
  ['segment routing', '5f00::1'],
  ['outside of global unicast', '4000::1'],
])('%s is not public: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['', 'localhost', 'example.com', '1.2.3', '0x7f000001', '256.1.1.1', '[::1]'])(
  'a value that is not an address is not public: %j',
  (text) => {
    expect(isPublicAddress(text)).toBe(false)
  },
)
