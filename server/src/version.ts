/** Of `package.json`, which `version.test.ts` compares. */
export const version = '0.1.0'
