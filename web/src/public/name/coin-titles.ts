import { t } from '../../text/messages.ts'

/** ENSIP-19. */
const everyOtherChain = 2147483648

/** Coin types (SLIP-44, ENSIP-11) that people know by a name, in every language the same. */
const coinTitles: Readonly<Record<number, string>> = {
  60: 'Ethereum',
  0: 'Bitcoin',
  501: 'Solana',
  2147483658: 'Optimism',
  2147492101: 'Base',
  2147525809: 'Arbitrum',
  2147483785: 'Polygon',
  2147542792: 'Linea',
  2148018000: 'Scroll',
}

/** Undefined for a coin type without a common name. */
export function coinTitle(coinType: number): string | undefined {
  return coinType === everyOtherChain ? t('coin.every-other') : coinTitles[coinType]
}

/** In the order of the editor. */
export const knownCoinTypes: readonly number[] = [...Object.keys(coinTitles).map(Number), everyOtherChain]
