import { signerKey } from './zone.ts'

/** The environment of the service under test, with its data in `folder`. */
export const serviceEnvironment = (folder: string): Record<string, string> => ({
  DATA_DIR: folder,
  PORT: '0',
  LOG_LEVEL: 'warn',
  KEY_LIMIT: '0',
  SIGNER_KEY: signerKey,
  VERIFY_DOMAIN_CONTROL: 'false',
})
