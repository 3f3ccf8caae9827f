export const paidOperation = {
  method: 'GET',
  path: '/ens/v2/resolve',
  description:
    'Resolve 1 to 50 ENS names to their records, on mainnet; names of domains that are onboarded on Sepolia alone, on Sepolia.',
  mimeType: 'application/json',
} as const
