/** Coin types (SLIP-44, ENSIP-11) that people know by a name. */
export const coinTitles: Readonly<Record<number, string>> = {
  60: 'Ethereum',
  2147483648: 'Every other chain',
  0: 'Bitcoin',
  501: 'Solana',
  2147483658: 'Optimism',
  2147492101: 'Base',
  2147525809: 'Arbitrum',
  2147483785: 'Polygon',
  2147542792: 'Linea',
  2148018000: 'Scroll',
}
