export const exampleId = '01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10'
export const exampleResolverAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

/** Signed by the address of the other examples. */
export const signedExample = {
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  message: [
    'localhost:3000 wants you to sign in with your Ethereum account:',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '',
    'URI: http://localhost:3000',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 1f0e9d8c7b6a59483',
    'Issued At: 2030-01-01T00:00:00.000Z',
    'Expiration Time: 2030-01-01T00:02:00.000Z',
  ].join('\n'),
  signature:
    '0xe78dbcae4abb40370bd940b4f02f8b4933aed525d9e2aeec6a259212cae086fb063a8b39c160351662c7ea915c2569f8671a36d54f240ee4289fc9dd263402841c',
}
