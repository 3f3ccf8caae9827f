import { formatUnits } from 'viem'
import type { z } from 'zod'
import type { PaymentTerms } from '../../payment/terms.ts'
import { paymentRequirements } from '../../payment/x402.ts'
import { chargeMethod, chargeRequest } from './mpp-charge.ts'
import { paidOperation } from './paid-operation.ts'
import type { price, x402Manifest } from './schema.ts'

const { method, path, description, mimeType } = paidOperation

/** In US dollars; one dollar is one whole token. */
function priceUsd({ amount, decimals }: PaymentTerms): string {
  return formatUnits(amount, decimals)
}

export function listPrices(terms: PaymentTerms | undefined): z.output<typeof price>[] {
  if (!terms) return []
  const { amount, asset, network, payTo } = paymentRequirements(terms)
  return [
    { method, path, priceUsd: priceUsd(terms), amount, asset, network, payTo, protocols: ['x402', 'mpp'] },
  ]
}

/** For /.well-known/x402.json. Crawlers read `resources`, the draft of x402 proposes `items`. */
export function buildX402Manifest(
  terms: PaymentTerms | undefined,
  baseUrl: string,
): z.output<typeof x402Manifest> {
  const url = baseUrl + path
  const item = (accepted: PaymentTerms) => ({
    resource: { url, description, mimeType },
    type: 'http' as const,
    accepts: [paymentRequirements(accepted)],
    input: { method, routeTemplate: path },
  })
  return {
    version: 1,
    x402Version: 2,
    resources: terms ? [url] : [],
    items: terms ? [item(terms)] : [],
  }
}

/** `offers` of MPP's discovery draft; `price` and `protocols` for crawlers. */
export function paymentInfo(terms: PaymentTerms) {
  const { amount, currency, recipient } = chargeRequest(terms)
  return {
    price: { mode: 'fixed', currency: 'USD', amount: priceUsd(terms) },
    protocols: [{ x402: {} }, { mpp: { ...chargeMethod, currency } }],
    offers: [{ ...chargeMethod, amount, currency, recipient, description }],
  }
}
