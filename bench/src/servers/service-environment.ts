import { signerKey } from '../databases/zone.ts'

/** The data of a service under test. */
export interface ServiceData {
  readonly url: string
  /** Folder of all other data. */
  readonly folder: string
}

/** For benches alone. */
export const adminKey = 'an admin key for benches alone'

/** The environment of a service under test. */
export function serviceEnvironment({ url, folder }: ServiceData): Record<string, string> {
  return {
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: '0',
    // The URL is read from the log.
    LOG_LEVEL: 'info',
    LOG_REQUESTS: 'false',
    SIGNER_KEY: signerKey,
    ADMIN_API_KEY: adminKey,
    REQUIRE_ONCHAIN_RESOLVER: 'false',
    RATE_LIMIT_PER_KEY: '0',
    WRITE_LIMIT_PER_IP: '0',
    WRITE_LIMIT_PER_WALLET: '0',
    WRITE_LIMIT_PER_NAME: '0',
    WRITE_LIMIT_PER_DOMAIN: '0',
  }
}
