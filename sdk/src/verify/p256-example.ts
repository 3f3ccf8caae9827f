import type { Hex } from './bytes.ts'

/** A right input of EIP-7951: hash, r, s, x, y; of a key that was made for it. */
export const p256Example: Hex = `0x${[
  '6dbdb0a043d6edb9276b9d67715a1022ac2d03f3ba783ddca9a6422c7f164676',
  'aee6ae0dd617a027fdb5999ef0583ed754c8059b20c484bf0b35d108f8f1230b',
  '0448041ee7fd973beaf3b516d7e087ddb61a5151418670d73ad86d983eeeb9f3',
  '19226a22e1aea5671929f9818d23ecd309d0c4432378b20549b79a4a59b0b928',
  '1329dd8c49d46efb42c27b381ab5b1529e6931b719641bcf991792adec6c0c61',
].join('')}`
