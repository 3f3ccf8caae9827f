interface SiweRequest {
  /** EIP-55. */
  readonly address: string
  readonly chainId: number
  readonly statement: string
  /** What the signature allows; empty: to edit, as long as the message is valid. */
  readonly resources: readonly string[]
  readonly lifetimeMinutes: number
}

/** EIP-4361, for this page. */
export function composeSiweMessage({
  address,
  chainId,
  statement,
  resources,
  lifetimeMinutes,
}: SiweRequest): string {
  const now = Date.now()
  return [
    `${location.host} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${location.origin}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${crypto.randomUUID().replaceAll('-', '')}`,
    `Issued At: ${new Date(now).toISOString()}`,
    `Expiration Time: ${new Date(now + lifetimeMinutes * 60_000).toISOString()}`,
    ...(resources.length > 0 ? ['Resources:', ...resources.map((uri) => `- ${uri}`)] : []),
  ].join('\n')
}
