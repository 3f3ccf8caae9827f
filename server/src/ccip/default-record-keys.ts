import { testnetIds } from '../ens/chains.ts'
import { defaultEvmCoinType, ethCoinType, evmCoinType } from '../ens/coin-type.ts'

/** Read where the resolver does not list keys: ENSIP-5, ENSIP-18 and common ones. */
export const defaultTextKeys: readonly string[] = [
  'avatar',
  'header',
  'name',
  'alias',
  'display',
  'description',
  'email',
  'mail',
  'phone',
  'url',
  'location',
  'notice',
  'keywords',
  'timezone',
  'language',
  'primary-contact',
  'theme',
  'com.github',
  'com.twitter',
  'com.discord',
  'com.linkedin',
  'com.reddit',
  'com.instagram',
  'com.youtube',
  'org.telegram',
  'xyz.farcaster',
  'io.keybase',
]

const evmChainIds = [10, 56, 100, 137, 8453, 42161, 42220, 43114, 59144, 534352, ...testnetIds]

/** The most used of SLIP-44 and EVM chains. */
export const defaultCoinTypes: readonly number[] = [
  ethCoinType,
  0,
  2,
  3,
  144,
  195,
  501,
  defaultEvmCoinType,
  ...evmChainIds.map(evmCoinType),
]
