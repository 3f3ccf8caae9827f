/** The one operation that costs money, as offers and listings name it. */
export const paidOperation = {
  method: 'GET',
  path: '/ens/v2/resolve',
  description: 'Resolve 1 to 50 ENS names to their records.',
  mimeType: 'application/json',
} as const
