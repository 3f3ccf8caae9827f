import { signerKey } from '../databases/zone.ts'

/** Where a service under test has its data. */
export interface Place {
  /** URL of its database. */
  readonly url: string
  /** Folder of whatever else it keeps. */
  readonly folder: string
}

/** The environment of a service under test. */
export const serviceEnvironment = ({ url, folder }: Place): Record<string, string> => ({
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '0',
  // The log says where it listens.
  LOG_LEVEL: 'info',
  LOG_REQUESTS: 'false',
  SIGNER_KEY: signerKey,
  BYNAME_ADMIN_KEY: 'an admin key for benches alone',
  VERIFY_DOMAIN_CONTROL: 'false',
  KEY_LIMIT: '0',
})
